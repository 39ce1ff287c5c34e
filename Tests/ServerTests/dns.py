"""The names of the server tests: DNS over UDP on the loopback, for the domains that it is told.

  dns.py DOMAIN=PORT ...

Each domain's servers listen on that port of 127.0.0.1 (SRV, RFC 6120 3.2.1); nothing else exists.
Prints its own port, and ends when its input ends.
"""

import socket
import struct
import sys
import threading

SRV, A = 33, 1


def name(labels):
    return b"".join(bytes([len(part)]) + part.encode() for part in labels.split(".")) + b"\0"


def question(query):
    labels, at = [], 12
    while query[at]:
        labels.append(query[at + 1 : at + 1 + query[at]].decode().lower())
        at += 1 + query[at]
    return ".".join(labels), struct.unpack("!H", query[at + 1 : at + 3])[0], query[12 : at + 5]


def answer(query, ports):
    asked, kind, section = question(query)
    service, _, domain = asked.rpartition("_tcp.")
    data = None
    if kind == SRV and service == "_xmpp-server." and domain in ports:
        data = struct.pack("!HHH", 0, 0, ports[domain]) + name("host." + domain)
    elif kind == A and asked.removeprefix("host.") in ports:
        data = bytes([127, 0, 0, 1])
    isKnown = asked.removeprefix("host.") in ports or domain in ports
    flags = 0x8580 | (0 if isKnown else 3)
    head = query[:2] + struct.pack("!HHHHH", flags, 1, 1 if data else 0, 0, 0)
    record = b"\xc0\x0c" + struct.pack("!HHIH", kind, 1, 1, len(data)) + data if data else b""
    return head + section + record


def serve(wire, ports):
    while True:
        query, sender = wire.recvfrom(4096)
        wire.sendto(answer(query, ports), sender)


def main():
    ports = {domain: int(port) for domain, _, port in (word.partition("=") for word in sys.argv[1:])}
    wire = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    wire.bind(("127.0.0.1", 0))
    threading.Thread(target=serve, args=(wire, ports), daemon=True).start()
    print(wire.getsockname()[1], flush=True)
    sys.stdin.read()


main()
