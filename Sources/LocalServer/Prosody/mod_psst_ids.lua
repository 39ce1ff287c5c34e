-- SPDX-FileCopyrightText: 2026 The psst authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- mod_psst_ids: nobody writes an archive's id into a message but the archive (XEP-0359 §5).
--
-- mod_mam removes ids that a sender wrote in the exact name of the archive where it stores the message. Here all go
-- before anything looks at the message, however the name is written (`ANA@localhost.`), stored or not: those
-- of a client of ours, who has no archive to speak for; and of others all but those in the sender's own name,
-- which is how a room gives its ids.

local jid_bare = require "util.jid".bare;

local xmlns = "urn:xmpp:sid:0";

local function strip(stanza, keeps)
	stanza:maptags(function (tag)
		if tag.name == "stanza-id" and tag.attr.xmlns == xmlns and not keeps(tag) then return nil; end
		return tag;
	end);
end

local function none() return false; end

for _, kind in ipairs { "bare", "full", "host" } do
	module:hook("pre-message/" .. kind, function (event) strip(event.stanza, none); end, 1000);
end

for _, kind in ipairs { "bare", "full" } do
	module:hook("message/" .. kind, function (event)
		local from = jid_bare(event.stanza.attr.from);
		strip(event.stanza, function (tag) return tag.attr.by == from; end);
	end, 1000);
end
