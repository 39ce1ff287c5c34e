-- SPDX-FileCopyrightText: 2026 The psst authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- mod_psst_atomic: what one message writes is written together or not at all, and what cannot be written is not
-- taken (Prosody 0.12, storage "sql").
--
-- Stock Prosody commits the sender's archive, then the recipient's, then the recipient's offline messages.
-- A server that is killed in between has a message in its sender's archive that its recipient never sees; and
-- the sender, who asks the archive before sending again, takes it for sent. Here all of it is one transaction,
-- from the message's arrival to its delivery.
--
-- Stock Prosody acknowledges and delivers also what its database refused, on a full disk for example: who was
-- away never has it. Here nothing is delivered before it is stored, and the sender is told to try again later
-- (XMPP Core, RFC 6120 section 8.3.3.18, resource-constraint). What is no text (errors, receipts, markers)
-- goes on to who is there, as it does without an archive.
--
-- Nothing is acknowledged before either: Prosody writes to its sockets when it is back in its loop (keep
-- network_settings.opportunistic_writes off). Needs message handlers that do not wait (async): what others
-- write meanwhile would be committed with them.

module:set_global();

local add_filter_hook = require "util.filters".add_filter_hook;
local add_filter = require "util.filters".add_filter;
local st = require "util.stanza";

local engines = module:shared("/*/sql/connections");
local wrapped = setmetatable({}, { __mode = "k" }); -- engines, weakly
local depth = 0; -- messages being handled, one in another: a handler may send one of its own
local running = 0; -- handlers of messages that have not come back
local changed = {}; -- engines with something to commit
local held = {}; -- what is to be sent once all is committed, as functions
local cause; -- the message that everything is about, with its origin
local failure; -- why it could not be stored

-- Writing

local function note(reason)
	failure = failure or tostring(type(reason) == "table" and reason.err or reason);
end

local function inside(engine, run, ...)
	if failure then return false, failure; end
	if not engine.conn then
		local ok, err = engine:connect();
		if not ok then
			note(err);
			return ok, err;
		end
	end
	changed[engine] = true;
	local begun, err = engine:execute("SAVEPOINT psst");
	if not begun then
		note(err);
		return false, err;
	end
	local result = table.pack(xpcall(run, debug.traceback, ...));
	if not result[1] then engine:execute("ROLLBACK TO psst"); end
	engine:execute("RELEASE psst");
	return table.unpack(result, 1, result.n);
end

-- Only the database's own refusals count: a value that cannot be read will not be read later either.
local function watch(engine, name)
	local stock = engine[name];
	engine[name] = function (...)
		local result = table.pack(pcall(stock, ...));
		if result[1] then return table.unpack(result, 2, result.n); end
		if depth > 0 then note(result[2]); end
		error(result[2], 0);
	end
end

local function wrap(engine)
	if wrapped[engine] then return; end
	wrapped[engine] = true;
	for _, name in ipairs { "insert", "update", "delete", "select" } do watch(engine, name); end
	local alone = engine._transaction;
	function engine:_transaction(...)
		if depth > 0 then return inside(self, ...); end
		local result = table.pack(alone(self, ...));
		-- A commit that failed leaves its transaction open, and the next one would bring it in.
		if not result[1] and self.conn then self.conn:rollback(); end
		return table.unpack(result, 1, result.n);
	end
end

local function commit()
	for engine in pairs(changed) do
		if failure then break; end
		local ok, err = engine.conn and engine.conn:commit();
		if ok then changed[engine] = nil; else note(err or "commit failed"); end
	end
	for engine in pairs(changed) do
		changed[engine] = nil;
		if engine.conn then engine.conn:rollback(); end
	end
end

-- Sending

local function without_archive_id(stanza)
	return stanza:maptags(function (tag)
		if tag.name == "stanza-id" and tag.attr.xmlns == "urn:xmpp:sid:0" then return nil; end
		return without_archive_id(tag);
	end);
end

local function hold(stanza, send)
	local copy = st.clone(stanza); -- rooms change the one they send to all
	table.insert(held, function (is_stored)
		send(is_stored and copy or without_archive_id(copy));
	end);
end

local function hold_for_session(stanza, session)
	if running == 0 or not st.is_stanza(stanza) then return stanza; end
	hold(stanza, function (copy) session.send(copy); end);
end

local function send_held(is_stored)
	local all = held;
	held = {};
	for _, send in ipairs(all) do send(is_stored); end
end

add_filter_hook(function (session)
	if session.type == "c2s_unauthed" or session.type == "c2s" then
		add_filter(session, "stanzas/out", hold_for_session, 10000);
	end
end);

-- What nobody would write again
local function is_passing(stanza)
	return stanza.attr.type == "error"
		or not stanza:get_child("body") and (stanza:get_child("received", "urn:xmpp:receipts")
			or stanza:get_child(nil, "urn:xmpp:chat-markers:0"));
end

local function refuse(origin, stanza, reason)
	module:log("error", "A message could not be stored: %s", reason);
	if is_passing(stanza) then return send_held(false); end
	held = {};
	origin.send(st.error_reply(stanza, "wait", "resource-constraint",
		"The server cannot store messages now"));
end

-- Around the handlers

local function enter(data)
	for _, engine in pairs(engines) do wrap(engine); end
	if depth == 0 then cause, failure = { origin = data.origin, stanza = data.stanza }, nil; end
	depth = depth + 1;
end

-- Returns whether what was written is on disk; where not, the sender has been told.
local function leave()
	if depth > 1 then
		depth = depth - 1;
		return true;
	end
	commit();
	depth = 0;
	local about, reason = cause, failure;
	cause, failure = nil, nil;
	if reason then refuse(about.origin, about.stanza, reason); else send_held(true); end
	return not reason;
end

local function handle(handlers, name, data)
	running = running + 1;
	local ok, result = xpcall(handlers, debug.traceback, name, data);
	running = running - 1;
	return ok, result;
end

local function together(handlers, name, data)
	enter(data);
	local ok, result = handle(handlers, name, data);
	leave();
	if not ok then error(result, 0); end
	return result;
end

-- A client's message passes two events, and Prosody offers nothing around both: what the first wrote stays
-- open until the second (or the way to another server) is through.
local open; -- the event of the message between the two

local function close()
	if not open then return true; end
	open = nil;
	return leave();
end

local function first(handlers, name, data)
	close(); -- of a message that took neither way
	enter(data);
	open = data;
	local ok, result = handle(handlers, name, data);
	if not ok or result ~= nil then close(); end
	if not ok then error(result, 0); end
	return result;
end

local function second(handlers, name, data)
	local ends_here = open == data;
	if ends_here then open = nil; end
	local ok, result = xpcall(together, debug.traceback, handlers, name, data);
	if ends_here then leave(); end
	if not ok then error(result, 0); end
	return result;
end

-- Another server has what it is given: it is given what is stored.
local function abroad(handlers, name, data)
	if running > 0 then
		hold(data.stanza, function (copy) prosody.core_route_stanza(data.origin, copy); end);
		return true;
	end
	if data.stanza.name == "message" and not close() then return true; end
	return handlers(name, data);
end

function module.add_host(host)
	for _, kind in ipairs { "bare", "full", "host" } do
		host:wrap_event("pre-message/" .. kind, first);
		host:wrap_event("message/" .. kind, second);
	end
	host:wrap_event("route/remote", abroad);
end
