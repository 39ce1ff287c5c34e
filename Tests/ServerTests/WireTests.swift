import Harness
import Testing

/// The instrument itself: a cut that loses other bytes than it says would prove nothing about psst.
extension ServerTests {
  @Suite struct WireTests {
    private static let echoServer = """
      import socket
      server = socket.create_server(("127.0.0.1", 0))
      print(server.getsockname()[1], flush=True)
      while True:
          connection = server.accept()[0]
          try:
              while data := connection.recv(100):
                  print(data.decode(), flush=True)
                  connection.sendall(data)
              print("end", flush=True)
          except ConnectionResetError:
              print("reset", flush=True)
      """

    @Test func `O14 the wire passes what it must and is reset after the byte it was told`() throws {
      let server = try ChildProcess(["python3", "-c", Self.echoServer])
      try server.waitUntil("its port") { $0.outputText.hasSuffix("\n") }
      let port = try #require(UInt16(server.outputText.dropLast()))
      let wire = try CutProxy(to: port)
      let script = """
        exec 3<>/dev/tcp/127.0.0.1/\(wire.port)
        printf 0123456789 >&3; head -c 10 <&3; echo; read -r
        printf abcdefghij >&3; cat <&3 || echo broken
        """
      let client = try ChildProcess(["bash", "-c", script])
      try client.waitUntil("the echo") { $0.outputText == "0123456789\n" }
      wire.cut(afterBytes: 4)
      client.write("\n")
      client.endInput()
      try client.waitForEnd()
      try server.waitUntil("the reset") { $0.outputText.hasSuffix("reset\n") }
      // What was passed on just before the reset may be thrown away at the other end.
      #expect(server.outputText.hasPrefix("\(port)\n0123456789\n"))
      #expect(!server.outputText.contains("abcde"))
      #expect(client.outputText == "0123456789\nbroken\n")
      #expect(wire.cuts == 1 && !wire.isConnected && wire.forwarded == 24)
    }
  }
}
