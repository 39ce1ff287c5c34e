-- SPDX-FileCopyrightText: 2026 The psst authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- mod_psst_silence: a client that answers nothing is found out, and its connection is kept (Prosody 0.12).
--
-- On a link that loses packets, TCP delivers nothing for seconds and then everything. A server that closes a
-- connection after such a silence cuts links that work. This module only suspects: after psst_silence_limit
-- without a byte it fires psst-session-silent, with the next byte psst-session-heard. The connection is closed
-- when it was silent for network_settings.read_timeout.
--
-- A silent client is asked how many stanzas it has (XEP-0198 <r/>), again and again: with each further packet
-- TCP finds out sooner that an earlier one was lost. Clients without stream management are left alone.
--
-- Options:
--   psst_silence_asks (true): a client is asked in any silence. Otherwise it is suspected only while it owes an
--     acknowledgement, and no timer runs before: for a server on this computer, where no packet is lost.
--   psst_silence_limit (seconds, 2.5): a client that is silent for longer is suspected.
-- A suspicion that was wrong doubles the limit of that session for a minute.

local add_filter = require "util.filters".add_filter;
local monotonic = require "util.time".monotonic;
local st = require "util.stanza";
local timer = require "util.timer";

local asks = module:get_option_boolean("psst_silence_asks", true);
local usual_limit = module:get_option_number("psst_silence_limit", 2.5);
local first_question = 0.75; -- seconds of silence before it
local question_interval = 0.25; -- seconds between the next ones
local highest_limit = 10;
local memory = 60; -- seconds

local c2s_sessions = module:shared("/*/c2s/sessions");

local function owes(session)
	local queue = session.outgoing_stanza_queue;
	return queue and queue:count_unacked() > 0;
end

local function is_connected(session)
	return session.smacks and session.conn and not session.hibernating and not session.destroyed;
end

local function limit(session, now)
	local mistake = session.psst_mistake;
	return mistake and now < mistake.time + memory and mistake.limit or usual_limit;
end

-- Hearing

local function hear(session)
	local now = monotonic();
	local silence = now - (session.psst_silent_since or now);
	session.psst_silent_since = now;
	if not session.psst_silent then return; end
	session.psst_silent = nil;
	session.log("info", "Heard again after %.1f s", silence);
	if asks then
		session.psst_mistake = { limit = math.min(2 * limit(session, now), highest_limit), time = now };
	end
	module:fire_event("psst-session-heard", { session = session });
end

local function listen(data, session)
	hear(c2s_sessions[session.conn] or session); -- a resumed session reads with the filters of its new connection
	return data;
end

-- Asking

local look; -- timer

local function wait(session, delay)
	session.psst_look_due = monotonic() + delay;
	return delay;
end

local function watch(session)
	if session.psst_watched or session.psst_silent or not is_connected(session) then return; end
	if not asks and not owes(session) then return; end
	session.psst_watched = true;
	add_filter(session, "bytes/in", listen);
	session.psst_silent_since = monotonic();
	timer.add_task(wait(session, asks and first_question or usual_limit), look, session);
end

local function suspect(session)
	session.psst_silent = true;
	session.log("info", "Silent for %.1f s, connection kept", monotonic() - session.psst_silent_since);
	module:fire_event("psst-session-silent", { session = session });
end

function look(_, _, session)
	local now = monotonic();
	-- Meanwhile this server may have been busy, or stopped. What came then is read after its timers.
	local late = now - session.psst_look_due;
	session.psst_silent_since = math.min(now, session.psst_silent_since + late);
	if not is_connected(session) or not (asks or owes(session)) then
		session.psst_watched = nil;
		return;
	end
	local silence, limit = now - session.psst_silent_since, limit(session, now);
	if silence >= limit and not session.psst_silent then suspect(session); end
	if not asks then
		if not session.psst_silent then return wait(session, limit - silence); end
		session.psst_watched = nil;
		return;
	end
	if silence < first_question then return wait(session, first_question - silence); end
	session.send(st.stanza("r", { xmlns = session.smacks }));
	local pause = math.max(question_interval, silence / 4); -- ever more rarely
	if not session.psst_silent then pause = math.min(pause, math.max(limit - silence, 0.01)); end
	return wait(session, pause);
end

-- Before mod_smacks, which now asks what a stanza is acknowledged with, unless it waits for an answer.
module:hook("c2s-pre-ondrain", function (event)
	local session = event.session;
	if not asks and not session.awaiting_ack and owes(session) then session.psst_silent_since = monotonic(); end
	watch(session);
end, 10);

module:hook("smacks-hibernation-end", function (event)
	local session = event.resumed;
	add_filter(event.origin, "bytes/in", listen);
	hear(session);
	session.psst_mistake = nil; -- the old connection's
	watch(session);
end, 10);

-- Before mod_smacks, which asks once more.
module:hook("c2s-read-timeout", function (event)
	if event.session.psst_silent then return false; end
end, 10);
