-- SPDX-FileCopyrightText: 2026 The psst authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- mod_psst_presence: who is gone is seen to be gone, although the stream can still be resumed (Prosody 0.12).
--
-- With XEP-0198 a session whose connection broke hibernates, and its contacts see it online until it expires
-- minutes later. This module announces a session that hibernates longer than a moment as unavailable, and
-- announces its last presence again when it resumes. The session's own presence is left in place all the
-- while, so that messages, presence and roster pushes meant for it go on into its queue. Rooms keep it, too, and
-- mod_psst_rooms tells those who are there.
--
-- A session whose connection is silent (mod_psst_silence) is announced to its contacts in the same way; rooms are
-- told nothing before it hibernates.
--
-- A second "unavailable" follows when the session expires. Contacts on other servers are told, but a probe
-- of theirs is answered by their own server's memory.
--
-- Option: psst_presence_grace (seconds, 0.8): a break shorter than this is not seen by anyone.

local st = require "util.stanza";
local timer = require "util.timer";

local grace = module:get_option_number("psst_presence_grace", 0.8);
local post_stanza = prosody.core_post_stanza;
local bare_sessions = prosody.bare_sessions;

-- Announcing

local function bare_jid(session)
	return session.username .. "@" .. session.host;
end

-- Everyone who may see the session: subscribers, and the user's other devices.
local function audience(session)
	local jids = {};
	for jid, item in pairs(session.roster or {}) do
		if jid and (item.subscription == "both" or item.subscription == "from") then
			table.insert(jids, jid);
		end
	end
	local user = bare_sessions[bare_jid(session)];
	for _, other in pairs(user and user.sessions or {}) do
		if other ~= session and other.presence then table.insert(jids, other.full_jid); end
	end
	return jids;
end

local function announce(session, presence)
	for _, jid in ipairs(audience(session)) do
		local copy = st.clone(presence);
		copy.attr.from, copy.attr.to = session.full_jid, jid;
		post_stanza(session, copy, true); -- as if the session had sent it, so that blocking applies
	end
end

local function announce_unavailable(session)
	if session.presence then announce(session, st.presence({ type = "unavailable" })); end
end

local function announce_again(session)
	if session.presence then announce(session, session.presence); end
end

-- Silence

module:hook("psst-session-silent", function (event)
	announce_unavailable(event.session);
end);

module:hook("psst-session-heard", function (event)
	if event.session.psst_away then return; end -- it comes back from hibernation
	announce_again(event.session);
end);

-- Hibernation

module:hook("smacks-hibernation-start", function (event)
	local session = event.origin;
	local break_ = {}; -- names this break: a later one has a grace of its own
	session.psst_break = break_;
	timer.add_task(grace, function ()
		if session.psst_break ~= break_ or session.destroyed then return; end
		if not session.hibernating or not session.presence then return; end
		session.psst_away = true;
		if not session.psst_silent then announce_unavailable(session); end
		prosody.events.fire_event("psst-session-away", { session = session });
	end);
end);

module:hook("smacks-hibernation-end", function (event)
	local session = event.resumed;
	-- Prosody 0.12 goes on reading with the old connection's parser, which has half a stanza in it where the
	-- connection was cut in the middle of one, and then ends the stream as not well-formed.
	session.data = event.origin.data;
	session.psst_break = nil;
	if not session.psst_away then return; end
	session.psst_away = nil;
	announce_again(session);
	prosody.events.fire_event("psst-session-back", { session = session });
end);

-- What the server says on behalf of a session that is away or silent (answers to probes, presence for a new subscriber
-- or for another device of the user) says that it is.
local function mask(event)
	local session, stanza = event.origin, event.stanza;
	if not session or not (session.psst_away or session.psst_silent) then return; end
	if stanza.attr.type == nil and stanza.attr.from == session.full_jid then
		event.stanza = st.presence({
			type = "unavailable", from = stanza.attr.from, to = stanza.attr.to, id = stanza.attr.id,
		});
	end
end

module:hook("presence/bare", mask, 100);
module:hook("presence/full", mask, 100);

-- What a session leaves behind

-- mod_smacks asks, after its own handler, what to do with the stanzas that a session which died did not
-- acknowledge. What the archive holds is not lost and must not bounce to its sender; presence never bounces.
module:hook("delivery/failure", function (event)
	local session, stanza = event.session, event.stanza;
	if not session.username then return; end
	if stanza.name == "presence" then return true; end
	if stanza.name == "message"
			and stanza:get_child_with_attr("stanza-id", "urn:xmpp:sid:0", "by", bare_jid(session)) then
		return true;
	end
end, -1);

-- The offline store serves clients that do not read the archive. Typing notices do not belong there, and it is
-- emptied when a client that has read the archive comes online: otherwise the first one that does not
-- is given messages that are days old.
local offline = module:open_store("offline", "archive");

module:hook("message/offline/handle", function (event)
	local stanza = event.stanza;
	if not stanza:get_child("body") and not stanza:get_child("stanza-id", "urn:xmpp:sid:0")
			and stanza:get_child(nil, "http://jabber.org/protocol/chatstates") then
		return true;
	end
end, 10);

module:hook("message/offline/broadcast", function (event)
	if not event.origin.mam_requested then return; end
	offline:delete(event.origin.username);
	return true;
end, 10);
