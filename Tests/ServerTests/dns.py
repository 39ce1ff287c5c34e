"""Names for tests: DNS over UDP, with the records that it is told and nothing else.

  dns.py [ADDRESS] PORT "NAME SRV PRIORITY WEIGHT PORT HOST" "NAME A|AAAA ADDRESS" ...

Listens there (PORT 0: any; 127.0.0.1 without an ADDRESS), prints its port, and ends when its input ends.
"""

import ipaddress
import socket
import struct
import sys
import threading

KINDS = {"A": 1, "AAAA": 28, "SRV": 33}


def name(labels):
    return b"".join(bytes([len(part)]) + part.encode() for part in labels.split(".") if part) + b"\0"


def data(kind, words):
    if kind == "SRV":
        priority, weight, port, host = words
        return struct.pack("!HHH", int(priority), int(weight), int(port)) + name(host)
    return ipaddress.ip_address(words[0]).packed


def question(query):
    labels, at = [], 12
    while query[at]:
        labels.append(query[at + 1 : at + 1 + query[at]].decode().lower())
        at += 1 + query[at]
    return ".".join(labels), struct.unpack("!H", query[at + 1 : at + 3])[0], query[12 : at + 5]


def answer(query, records):
    asked, kind, section = question(query)
    known = [record for record in records if record[0] == asked]
    found = [data(k, words) for _, k, *words in known if KINDS[k] == kind]
    flags = 0x8580 | (0 if known else 3)
    head = query[:2] + struct.pack("!HHHHH", flags, 1, len(found), 0, 0)
    rows = (b"\xc0\x0c" + struct.pack("!HHIH", kind, 1, 1, len(value)) + value for value in found)
    return head + section + b"".join(rows)


def serve(wire, records):
    while True:
        query, sender = wire.recvfrom(4096)
        wire.sendto(answer(query, records), sender)


def main():
    words = sys.argv[1:]
    address = words.pop(0) if not words[0].isdigit() else "127.0.0.1"
    port = int(words.pop(0))
    wire = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    wire.bind((address, port))
    records = [record.split() for record in words]
    threading.Thread(target=serve, args=(wire, records), daemon=True).start()
    print(wire.getsockname()[1], flush=True)
    sys.stdin.read()


main()
