-- SPDX-FileCopyrightText: 2026 The psst authors
-- SPDX-License-Identifier: GPL-3.0-or-later
--
-- mod_psst_moderation: a room's moderators delete what others said there (XEP-0425, Prosody 0.12).
--
-- Both ways to ask are taken, urn:xmpp:message-moderate:1 and the older :0, and all who are there are told in both.
-- What was said is taken out of the archive; what stands in its place keeps the ids, so that a client that asks which
-- of its own messages the room has finds this one, and does not send it again.

local datetime = require "util.datetime".datetime;
local new_id = require "util.id".medium;
local st = require "util.stanza";
local jid_split = require "util.jid".split;

local muc = module:depends "muc";
local archive = module:open_store(module:get_option_string("muc_log_store", "muc_log"), "archive");

local xmlns_current, xmlns_old = "urn:xmpp:message-moderate:1", "urn:xmpp:message-moderate:0";
local xmlns_retract, xmlns_retract_old = "urn:xmpp:message-retract:1", "urn:xmpp:message-retract:0";
local xmlns_fasten = "urn:xmpp:fasten:0";
local xmlns_occupant = "urn:xmpp:occupant-id:0";
local longest_reason = 1000; -- bytes

module:hook("muc-disco#info", function (event)
	event.reply:tag("feature", { var = xmlns_current }):up();
	event.reply:tag("feature", { var = xmlns_old }):up();
end);

-- What the room says

local function add_reason(stanza, xmlns, reason)
	if reason then stanza:text_tag("reason", reason, { xmlns = xmlns }); end
end

local function announcement(room, key, by, occupant_id, reason)
	local message = st.message({ from = room.jid, type = "groupchat", id = new_id() })
		:tag("retract", { xmlns = xmlns_retract, id = key })
			:tag("moderated", { xmlns = xmlns_current, by = by });
	if occupant_id then message:tag("occupant-id", { xmlns = xmlns_occupant, id = occupant_id }):up(); end
	message:up();
	add_reason(message, xmlns_retract, reason);
	message:up():tag("apply-to", { xmlns = xmlns_fasten, id = key })
		:tag("moderated", { xmlns = xmlns_old, by = by })
			:tag("retract", { xmlns = xmlns_retract_old }):up();
	add_reason(message, xmlns_old, reason);
	return message:up():up():tag("store", { xmlns = "urn:xmpp:hints" }):up();
end

-- What stands there of its author's: who wrote it, under which ids, and of what it is another version
local kept = {
	["origin-id"] = "urn:xmpp:sid:0", ["occupant-id"] = xmlns_occupant,
	["replace"] = "urn:xmpp:message-correct:0",
};

local function tombstone(original, key, by, reason)
	local message = st.message({ from = original.attr.from, type = "groupchat", id = original.attr.id })
		:tag("retracted", { xmlns = xmlns_retract, id = key, stamp = datetime() })
			:tag("moderated", { xmlns = xmlns_current, by = by }):up();
	add_reason(message, xmlns_retract, reason);
	message:up();
	for name, xmlns in pairs(kept) do
		local child = original:get_child(name, xmlns);
		if child then message:add_child(child); end
	end
	return message;
end

-- What is asked of it

local function refuse(event, kind, condition, text)
	event.origin.send(st.error_reply(event.stanza, kind, condition, text));
	return true;
end

local function moderate(event, key, reason)
	local room = muc.get_room_from_jid(event.stanza.attr.to);
	if not room then return refuse(event, "cancel", "item-not-found"); end
	local actor = room:get_occupant_by_real_jid(event.stanza.attr.from);
	if not actor or actor.role ~= "moderator" then
		return refuse(event, "auth", "forbidden", "Only moderators delete what others said");
	end
	if not key then return refuse(event, "modify", "bad-request"); end
	if reason and #reason > longest_reason then return refuse(event, "modify", "not-acceptable", "The reason is too long"); end
	local node = jid_split(room.jid);
	local original = archive:get(node, key);
	if not original then return refuse(event, "cancel", "item-not-found", "There is no such message"); end
	if original:get_child("retracted", xmlns_retract) then
		event.origin.send(st.reply(event.stanza));
		return true;
	end
	-- Told, and so archived, first: who is killed in between has said it.
	room:broadcast_message(announcement(room, key, actor.nick, actor.stable_id, reason));
	if not archive:set(node, key, tombstone(original, key, actor.nick, reason)) then
		return refuse(event, "wait", "internal-server-error", "It could not be taken out of the archive");
	end
	event.origin.send(st.reply(event.stanza));
	return true;
end

local function reason_of(tag, xmlns)
	local reason = tag:get_child_text("reason", xmlns);
	return reason ~= "" and reason or nil;
end

module:hook("iq-set/bare/" .. xmlns_current .. ":moderate", function (event)
	local tag = event.stanza.tags[1];
	if not tag:get_child("retract", xmlns_retract) then return refuse(event, "cancel", "feature-not-implemented"); end
	return moderate(event, tag.attr.id, reason_of(tag, xmlns_current));
end);

module:hook("iq-set/bare/" .. xmlns_fasten .. ":apply-to", function (event)
	local apply_to = event.stanza.tags[1];
	local tag = apply_to:get_child("moderate", xmlns_old);
	if not tag then return; end
	if not tag:get_child("retract", xmlns_retract_old) then return refuse(event, "cancel", "feature-not-implemented"); end
	return moderate(event, apply_to.attr.id, reason_of(tag, xmlns_old));
end);

-- Nobody else says it: what an occupant writes in the words of the room is taken out.
module:hook("muc-occupant-groupchat", function (event)
	event.stanza:maptags(function (tag)
		local xmlns = tag.attr.xmlns;
		if tag.name == "retracted" and xmlns == xmlns_retract
		or tag.name == "moderated" and (xmlns == xmlns_current or xmlns == xmlns_old)
		or tag:get_child("moderated", xmlns_current) or tag:get_child("moderated", xmlns_old) then
			return nil;
		end
		return tag;
	end);
end, 1000);
