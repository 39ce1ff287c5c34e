"""STARTTLS (RFC 6120 §5) for localhost in front of a server without it: tls.py CERTIFICATE KEY HOST TARGET-PORT

Prints the port it listens on. Ends by itself when its input ends.
"""

import asyncio
import ssl
import sys

OFFER = b"""<?xml version='1.0'?><stream:stream from='localhost' id='gate' version='1.0' \
xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'><stream:features>\
<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'><required/></starttls></stream:features>"""
PROCEED = b"<proceed xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>"


async def copy(reader, writer):
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    finally:
        writer.close()


async def begin(reader, writer, context):
    # The XML declaration, and the stream's opening tag.
    await reader.readuntil(b">")
    await reader.readuntil(b">")
    writer.write(OFFER)
    await reader.readuntil(b"/>")
    writer.write(PROCEED)
    await writer.start_tls(context)


async def main(certificate, key, host, target):
    async def serve(reader, writer):
        try:
            await begin(reader, writer, context)
            inner = await asyncio.open_connection("127.0.0.1", int(target))
            await asyncio.gather(copy(reader, inner[1]), copy(inner[0], writer))
        except (OSError, EOFError):
            writer.close()

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    server = await asyncio.start_server(serve, host, 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


# What is still connected is not waited for.
asyncio.new_event_loop().run_until_complete(main(*sys.argv[1:]))
