-- SPDX-FileCopyrightText: 2026 The psst authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- mod_psst_rooms: rooms that know who is there, and who somebody is, as psst's private ones (Prosody 0.12).

local new_id = require "util.uuid".generate;
local st = require "util.stanza";
local muc = module:depends "muc";
local sessions = prosody.full_sessions;

-- Who somebody is

-- What a room makes of who somebody is (XEP-0421) outlives the server. Stock Prosody makes a room's secret when the
-- first one comes, and keeps it only when the room is saved for another reason. A server that is killed gives
-- everybody another id, and whoever asks the room's archive which messages are their own finds none.
module:hook("muc-occupant-pre-join", function (event)
	local data = event.room._data;
	if data.occupant_id_salt then return; end
	data.occupant_id_salt = new_id();
	event.room:save(true);
end, 100);

-- Who is there

-- Somebody whose sessions all hibernate is seen as gone (mod_psst_presence says when). The room keeps them, so
-- that what is said goes on into their sessions' queues.
local function is_away(occupant)
	for jid in occupant:each_session() do
		local session = sessions[jid];
		if not session or not session.psst_away then return false; end
	end
	return true;
end

local function tell(room, occupant, is_gone, recipient)
	local told = is_gone and setmetatable({ role = "none" }, { __index = occupant }) or occupant;
	local x = st.stanza("x", { xmlns = "http://jabber.org/protocol/muc#user" });
	room:publicise_occupant_status(told, x, nil, nil, nil, nil, is_gone, recipient);
end

local function tell_rooms_of(session, is_gone)
	for room in muc.each_room(true) do
		local occupant = room:get_occupant_by_real_jid(session.full_jid);
		if occupant and is_away(occupant) == is_gone then
			for nick, other in room:each_occupant() do
				if nick ~= occupant.nick then tell(room, occupant, is_gone, other); end
			end
		end
	end
end

module:hook_global("psst-session-away", function (event) tell_rooms_of(event.session, true); end);
module:hook_global("psst-session-back", function (event) tell_rooms_of(event.session, false); end);

-- What the room itself says of them meanwhile: to all ...
module:hook("muc-broadcast-presence", function (event)
	if event.occupant.role and is_away(event.occupant) then event.stanza.attr.type = "unavailable"; end
end);

-- ... and to those who come.
module:hook("muc-occupant-session-new", function (event)
	for nick, other in event.room:each_occupant() do
		if nick ~= event.nick and is_away(other) then tell(event.room, other, true, event.occupant); end
	end
end);
