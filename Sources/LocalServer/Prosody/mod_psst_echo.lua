-- SPDX-FileCopyrightText: 2026 The psst authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- mod_psst_echo: somebody to talk to on psst's private server before anybody else is there.
--
-- echo@HOST is no account but a contact made of this module: always online, in everyone's roster as
-- "Echo" (once; who removes it is not given it again). It treats a chat message as a person's client
-- would: receipt (XEP-0184), displayed marker (XEP-0333), typing (XEP-0085), and the same text back. All
-- of it goes the way of any message, so the archive has it. The first sign-in of an account is greeted.

local rostermanager = require "core.rostermanager";
local usermanager = require "core.usermanager";
local jid_bare = require "util.jid".bare;
local jid_split = require "util.jid".split;
local new_id = require "util.id".medium;
local st = require "util.stanza";

local host = module.host;
local echo_bare = "echo@" .. host;
local echo_full = echo_bare .. "/echo";
local met = module:open_store("psst_echo"); -- per account: { contact = time, greeted = time }

local xmlns_chat_states = "http://jabber.org/protocol/chatstates";
local xmlns_markers = "urn:xmpp:chat-markers:0";
local xmlns_receipts = "urn:xmpp:receipts";

local read_delay, typing_delay, answer_delay = 0.3, 0.5, 1.2; -- seconds after the message
local greeting = "I am Echo: what you write to me comes back, so that you can try everything. "
	.. "Another person on this computer joins with: psst --account NAME";

-- Presence

local function say_online(to)
	module:send(st.presence({ from = echo_full, to = to }));
end

local function answer_presence(event)
	local stanza = event.stanza;
	local kind, from = stanza.attr.type, stanza.attr.from;
	if jid_bare(stanza.attr.to) ~= echo_bare then return; end
	if kind == "probe" then
		say_online(from);
	elseif kind == "subscribe" then
		module:send(st.presence({ type = "subscribed", from = echo_bare, to = jid_bare(from) }));
		say_online(jid_bare(from));
	end
	return true; -- the rest tells Echo something that it need not know
end

module:hook("presence/bare", answer_presence, 10);
module:hook("presence/full", answer_presence, 10);

-- Messages

local function is_online(jid)
	return prosody.bare_sessions[jid] ~= nil;
end

local function message(to, id)
	return st.message({ type = "chat", from = echo_full, to = to, id = id or new_id() });
end

local function say_state(to, state)
	if is_online(to) then -- nobody needs to find this in an archive
		module:send(message(to):tag(state, { xmlns = xmlns_chat_states }):up()
			:tag("no-store", { xmlns = "urn:xmpp:hints" }));
	end
end

local function say(to, text)
	local id = new_id();
	module:send(message(to, id):body(text)
		:tag("active", { xmlns = xmlns_chat_states }):up()
		:tag("request", { xmlns = xmlns_receipts }):up()
		:tag("markable", { xmlns = xmlns_markers }):up()
		:tag("origin-id", { xmlns = "urn:xmpp:sid:0", id = id }));
end

local function confirm(to, stanza)
	local id = stanza.attr.id;
	if not id then return; end
	if stanza:get_child("request", xmlns_receipts) then
		module:send(message(to):tag("received", { xmlns = xmlns_receipts, id = id }));
	end
	if stanza:get_child("markable", xmlns_markers) then
		module:add_timer(read_delay, function ()
			module:send(message(to):tag("displayed", { xmlns = xmlns_markers, id = id }));
		end);
	end
end

local function hear(event)
	local stanza = event.stanza;
	local from = jid_bare(stanza.attr.from);
	if jid_bare(stanza.attr.to) ~= echo_bare then return; end
	local kind = stanza.attr.type or "normal";
	local text = stanza:get_child_text("body");
	-- Errors, receipts, markers and chat states are the end of a conversation, not the start of one.
	if from == echo_bare or (kind ~= "chat" and kind ~= "normal") or not text then return true; end
	local _, from_host = jid_split(from);
	if from_host ~= host then return true; end
	confirm(from, stanza);
	module:add_timer(typing_delay, function () say_state(from, "composing"); end);
	module:add_timer(answer_delay, function () say(from, text); end);
	return true;
end

module:hook("message/bare", hear, 10);
module:hook("message/full", hear, 10);

-- Getting to know people

local function add_contact(user)
	local roster = rostermanager.load_roster(user, host);
	if roster[echo_bare] then return; end
	roster[echo_bare] = { subscription = "both", name = "Echo", groups = {} };
	rostermanager.save_roster(user, host, roster, echo_bare);
	rostermanager.roster_push(user, host, echo_bare);
end

module:hook("resource-bind", function (event)
	local user = event.session.username;
	local known = met:get(user) or {};
	if known.contact or not usermanager.user_exists(user, host) then return; end
	add_contact(user);
	known.contact = os.time();
	met:set(user, known);
end, 10);

module:hook("presence/initial", function (event)
	local user = event.origin.username;
	local known = met:get(user) or {};
	if known.greeted then return; end
	known.greeted = os.time();
	met:set(user, known);
	-- A moment later the session counts as available and has the greeting live.
	module:add_timer(0.1, function () say(user .. "@" .. host, greeting); end);
end);

module:hook_global("user-deleted", function (event)
	if event.host == host then met:set(event.username, nil); end
end);
