-- mod_psst_atomic: what one message writes is written together or not at all (Prosody 0.12, storage "sql").
--
-- Stock Prosody commits the sender's archive, then the recipient's, then the recipient's offline messages.
-- A server that is killed in between has a message in its sender's archive that its recipient never sees; and
-- the sender, who asks the archive before sending again, takes it for sent. Here all of it is one transaction,
-- from the message's arrival to its delivery. Nothing is acknowledged or delivered before: Prosody writes to
-- its sockets when it is back in its loop (keep network_settings.opportunistic_writes off).
--
-- Needs message handlers that do not wait (async): what others write meanwhile would be committed with them.

module:set_global();

local engines = module:shared("/*/sql/connections");
local wrapped = setmetatable({}, { __mode = "k" }); -- engines, weakly
local depth = 0; -- messages being handled, one in another: a handler may send one of its own
local changed = {}; -- engines with something to commit

local function inside(engine, run, ...)
	if not engine.conn then
		local ok, err = engine:connect();
		if not ok then return ok, err; end
	end
	changed[engine] = true;
	assert(engine:execute("SAVEPOINT psst"));
	local result = table.pack(xpcall(run, debug.traceback, ...));
	if not result[1] then engine:execute("ROLLBACK TO psst"); end
	engine:execute("RELEASE psst");
	return table.unpack(result, 1, result.n);
end

local function wrap(engine)
	if wrapped[engine] then return; end
	wrapped[engine] = true;
	local alone = engine._transaction;
	function engine:_transaction(...)
		return (depth > 0 and inside or alone)(self, ...);
	end
end

local function commit()
	for engine in pairs(changed) do
		changed[engine] = nil;
		local ok, err = engine.conn and engine.conn:commit();
		if not ok then module:log("error", "what a message wrote was not committed: %s", tostring(err)); end
	end
end

local function enter()
	for _, engine in pairs(engines) do wrap(engine); end
	depth = depth + 1;
end

local function leave()
	depth = depth - 1;
	if depth == 0 then commit(); end
end

local function together(handlers, name, data)
	enter();
	local ok, result = xpcall(handlers, debug.traceback, name, data);
	leave();
	if not ok then error(result, 0); end
	return result;
end

-- A client's message passes two events, and Prosody offers nothing around both: what the first wrote stays
-- open until the second (or the way to another server) is through.
local open; -- the event of the message between the two

local function close()
	if open then open = nil; leave(); end
end

local function first(handlers, name, data)
	close(); -- of a message that took neither way
	enter();
	open = data;
	local ok, result = xpcall(handlers, debug.traceback, name, data);
	if not ok or result ~= nil then close(); end
	if not ok then error(result, 0); end
	return result;
end

local function second(handlers, name, data)
	local ends_here = open and (open == data or name == "route/remote");
	if ends_here then open = nil; end
	local ok, result = xpcall(together, debug.traceback, handlers, name, data);
	if ends_here then leave(); end
	if not ok then error(result, 0); end
	return result;
end

function module.add_host(host)
	for _, kind in ipairs { "bare", "full", "host" } do
		host:wrap_event("pre-message/" .. kind, first);
		host:wrap_event("message/" .. kind, second);
	end
	host:wrap_event("route/remote", second);
end
