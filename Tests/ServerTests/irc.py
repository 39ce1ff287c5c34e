"""Somebody on IRC (RFC 2812), with a program of their own.

  irc.py ADDRESS PORT NICK CHANNEL

Enters the channel, sends each line of its input there (a line that begins with "/" as it stands, without that), prints
each line that the server sends, and ends when its input ends.
"""

import socket
import sys
import threading


def listen(connection):
    with connection.makefile(encoding="utf-8", errors="replace", newline="\r\n") as lines:
        for line in lines:
            line = line.rstrip("\r\n")
            print(line, flush=True)
            if line.startswith("PING "):
                send("PONG " + line[5:])
            if line.split(" ")[1:2] == ["001"]:
                send("JOIN " + channel)


def send(line):
    connection.sendall(line.encode() + b"\r\n")


address, port, nick, channel = sys.argv[1:]
connection = socket.create_connection((address, int(port)))
send("NICK " + nick)
send("USER " + nick + " 0 * :" + nick)
threading.Thread(target=listen, args=(connection,), daemon=True).start()
for line in sys.stdin:
    line = line.rstrip("\n")
    send(line[1:] if line.startswith("/") else "PRIVMSG " + channel + " :" + line)
