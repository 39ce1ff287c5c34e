-- SPDX-FileCopyrightText: 2026 The psst authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- mod_psst_idle: psst's private server ends by itself when nobody has used it for a while.
--
-- Used means: somebody is signed in, or a command came through the admin socket. psst starts the server
-- again when it needs it. No timer runs while somebody is signed in.
--
-- Option: psst_idle_seconds (60).

module:set_global();

local time_now = require "util.time".now;

local limit = module:get_option_number("psst_idle_seconds", 60);
local last_use = time_now();
local timer_runs = false;

local function check()
	if next(prosody.full_sessions) then -- the end of the last session starts the timer again
		timer_runs = false;
		return;
	end
	local left = last_use + limit - time_now();
	if left > 0.01 then return left; end
	module:log("info", "nobody has used this server for %d s", limit);
	prosody.main_thread:run(function () -- shutting down waits for things, which a timer may not
		prosody.shutdown("Nobody uses this server");
	end);
end

local function used()
	last_use = time_now();
	if not timer_runs then
		timer_runs = true;
		module:add_timer(limit, check);
	end
end

module:hook("admin/repl-input", used, 100); -- gives nothing back: the shell handles the command

-- Prosody 0.12 fails to stop, for ever, when an admin connection turns out broken while it is being closed.
module:hook("server-stopping", function ()
	for _, session in pairs(module:shared("/*/admin_socket/sessions")) do
		local close = session.close;
		function session:close(...) return pcall(close, self, ...); end
	end
end, 100);

function module.add_host(host_module)
	host_module:hook("resource-bind", used);
	host_module:hook("resource-unbind", used, -100);
end

used();
