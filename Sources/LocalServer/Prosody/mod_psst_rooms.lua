-- mod_psst_rooms: what a room makes of who somebody is (XEP-0421) outlives the server, as part of psst's private one.
--
-- Stock Prosody (0.12) makes a room's secret when the first one comes, and keeps it only when the room is saved for
-- another reason. A server that is killed gives everybody another id, and whoever asks the room's archive which
-- messages are their own finds none.

local new_id = require "util.uuid".generate;

module:hook("muc-occupant-pre-join", function (event)
	local data = event.room._data;
	if data.occupant_id_salt then return; end
	data.occupant_id_salt = new_id();
	event.room:save(true);
end, 100);
