"""An independent XMPP client (slixmpp) for the server tests.

Commands come as lines of JSON on standard input, events go as lines of JSON to standard output.

  {"do": "connect", "jid": J, "password": P, "host": H, "port": "N",
   "authority": F}                              -> {"event": "online"}; with TLS where F is a file
  {"do": "send", "to": J, "body": T, "id": I}     with a receipt request, markable
                                                  with "replaces": I a correction; with "answers": I, "author": J
                                                  and "quote": T a reply
  {"do": "retract", "to": J, "id": I}             deletes what was sent under that id
  {"do": "react", "to": J, "id": I, "emoji": T}   reacts to that message with all in T, divided by blanks
  {"do": "marker", "to": J, "id": I}              displayed
  {"do": "state", "to": J, "state": S}            composing, paused, active, ...
  {"do": "raw", "xml": X}                         a stanza as it stands
  {"do": "archive"}                               -> {"event": "archive", "messages": [...]}
  {"do": "refuse"}                                from now on nobody who asks may see it
  {"do": "bounce"}                                from now on every message comes back: not now (type wait)
  {"do": "quit"}

Events: online, offline, message (from, body, id, origin, stanza), receipt (from, id), marker (from, id),
reactions (the same as of a message, reactsTo, emoji),
state (from, state), presence (from, type), archive, failed (reason).
Ends by itself when its input ends.
"""

import asyncio
import json
import sys
from xml.sax.saxutils import escape

import slixmpp

PLUGINS = ["xep_0030", "xep_0085", "xep_0184", "xep_0199", "xep_0308", "xep_0313", "xep_0333", "xep_0359"]
PLUGINS += ["xep_0424", "xep_0428", "xep_0444", "xep_0461"]
BOUNCE = (
    '<message type="error" to="{to}" id="{id}"><error type="wait">'
    '<resource-constraint xmlns="urn:ietf:params:xml:ns:xmpp-stanzas"/></error></message>'
)


def tell(event, **values):
    print(json.dumps({"event": event, **values}), flush=True)


class Peer(slixmpp.ClientXMPP):
    def __init__(self, command):
        super().__init__(command["jid"], command["password"])
        self.bounces = False
        # Cleartext on the loopback: SCRAM never sends the password.
        self.enable_direct_tls = False
        self.enable_starttls = bool(command["authority"])
        self.enable_plaintext = not self.enable_starttls
        self.ca_certs = command["authority"] or None
        for plugin in PLUGINS:
            self.register_plugin(plugin)
        self.plugin["feature_mechanisms"].unencrypted_scram = True
        self.add_event_handler("session_start", self.started)
        self.add_event_handler("disconnected", lambda reason: tell("offline", reason=str(reason)))
        self.add_event_handler("failed_all_auth", lambda _: tell("failed", reason="sign-in"))
        self.add_event_handler("message", self.received)
        self.add_event_handler("receipt_received", self.receipt)
        self.add_event_handler("marker_displayed", self.marker)
        self.add_event_handler("presence", self.presence)
        self.add_event_handler("reactions", self.reacted)
        for state in ["active", "composing", "paused", "inactive", "gone"]:
            self.add_event_handler("chatstate_" + state, self.state)
        self.connect(command["host"], int(command["port"]))

    async def started(self, _):
        await self.get_roster()
        self.send_presence()
        tell("online", jid=self.boundjid.full)

    def received(self, message):
        if message["body"]:
            tell("message", **describe(message))
            if self.bounces and message["type"] != "error":
                # After its sender was told that the server has it.
                asyncio.get_running_loop().call_later(0.2, self.send_raw, bounce(message))

    def receipt(self, message):
        tell("receipt", **{"from": message["from"].full, "id": message["receipt"]})

    def marker(self, message):
        tell("marker", **{"from": message["from"].full, "id": message["displayed"]["id"]})

    def reacted(self, message):
        said = message["reactions"]
        emoji = " ".join(sorted(one["value"] for one in said))
        tell("reactions", **describe(message), reactsTo=said["id"], emoji=emoji)

    def state(self, message):
        tell("state", **{"from": message["from"].full, "state": message["chat_state"]})

    def presence(self, presence):
        kind = presence["type"]
        tell("presence", **{"from": presence["from"].full, "type": kind})

    def send_body(self, command):
        message = self.make_message(mto=command["to"], mbody=command["body"], mtype="chat")
        message["id"] = message["origin_id"]["id"] = command["id"]
        message["request_receipt"] = True
        message.enable("markable")
        if "replaces" in command:
            message["replace"]["id"] = command["replaces"]
        if "answers" in command:
            message["reply"]["to"], message["reply"]["id"] = command["author"], command["answers"]
            message["reply"].add_quoted_fallback(command["quote"])
        message.send()

    def send_state(self, command):
        message = self.make_message(mto=command["to"], mtype="chat")
        message["chat_state"] = command["state"]
        message.send()

    async def ask_archive(self):
        found = []
        async for result in self.plugin["xep_0313"].iterate(rsm={"max": 50}):
            message = result["mam_result"]["forwarded"]["stanza"]
            if message["body"]:
                found.append({**describe(message), "archive": result["mam_result"]["id"]})
        tell("archive", messages=found)


def bounce(message):
    return BOUNCE.format(to=escape(message["from"].full), id=escape(message["id"]))


def describe(message):
    origin = message.get_plugin("origin_id", check=True)
    stanza = message.get_plugin("stanza_id", check=True)
    replace = message.get_plugin("replace", check=True)
    reply = message.get_plugin("reply", check=True)
    retract = message.get_plugin("retract", check=True)
    return {
        "from": message["from"].full,
        "to": message["to"].full,
        "body": message["body"],
        "id": message["id"],
        "origin": origin["id"] if origin is not None else "",
        "stanza": stanza["id"] if stanza is not None else "",
        "replaces": replace["id"] if replace is not None else "",
        "replyTo": reply["to"] if reply is not None else "",
        "replyID": reply["id"] if reply is not None else "",
        "stripped": reply.strip_fallback_content() if reply is not None else message["body"],
        "fallback": reply.get_fallback_body() if reply is not None else "",
        "retracts": retract["id"] if retract is not None else "",
        # All of them, as they stand.
        "ids": [f"{i.get('by')} {i.get('id')}" for i in message.xml.findall("{urn:xmpp:sid:0}stanza-id")],
    }


async def obey(peer, command):
    match command["do"]:
        case "connect":
            return Peer(command)
        case "send":
            peer.send_body(command)
        case "retract":
            peer.plugin["xep_0424"].send_retraction(command["to"], command["id"])
        case "react":
            peer.plugin["xep_0444"].send_reactions(command["to"], command["id"], command["emoji"].split())
        case "marker":
            peer.plugin["xep_0333"].send_marker(command["to"], command["id"], "displayed", mtype="chat")
        case "state":
            peer.send_state(command)
        case "raw":
            peer.send_raw(command["xml"])
        case "archive":
            await peer.ask_archive()
        case "refuse":
            peer.auto_authorize, peer.auto_subscribe = False, False
        case "bounce":
            peer.bounces, peer.plugin["xep_0184"].auto_ack = True, False
        case "quit":
            await peer.disconnect()
            sys.exit(0)
    return peer


async def main():
    lines = asyncio.StreamReader(limit=1 << 20)
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    peer = None
    while line := await lines.readline():
        peer = await obey(peer, json.loads(line))


asyncio.run(main())
