"""Files over HTTPS, for tests: good ones and bad ones.

  web.py CERTIFICATE KEY

Prints its port of 127.0.0.1, and ends when its input ends.
"""

import http.server
import ssl
import sys
import threading

FILE = bytes(i * 7 % 251 for i in range(300_000))


class Files(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        port = self.server.server_address[1]
        match self.path.split("?")[0]:
            case "/good.bin":
                self.give(FILE)
            case "/moved.bin":
                self.lead(f"https://files.localhost:{port}/good.bin")
            case "/open.bin":
                self.lead(f"http://files.localhost:{port}/good.bin")
            case "/inside.bin":
                self.lead("https://10.0.0.1/good.bin")
            case "/short.bin":
                self.give(FILE[:1000], FILE)
            case _:
                self.send_error(404)

    def give(self, data, told=None):
        self.send_response(200)
        self.send_header("Content-Length", str(len(told or data)))
        self.end_headers()
        self.wfile.write(data)
        self.close_connection = True

    def lead(self, address):
        self.send_response(302)
        self.send_header("Location", address)
        self.send_header("Content-Length", "5")
        self.end_headers()
        self.wfile.write(b"moved")

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Files)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1], sys.argv[2])
server.socket = context.wrap_socket(server.socket, server_side=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], flush=True)
sys.stdin.read()
