import Testing

@testable import LocalServer

@Suite struct AccountCommandTests {
  @Test(arguments: [
    "", "echo", "Ana", "a b", "a\"b", "a@b", "a/b", "a\nb", "a\\b", "a'b", "a&b", "a<b", "a:b",
    String(repeating: "a", count: 65),
  ])
  func `Z5 a name that no account can have is refused`(name: String) {
    #expect(throws: PrivateServerError.self) {
      try AccountCommand(name: name, password: "long enough")
    }
  }

  @Test(arguments: ["ana", "a", "bo.reyes-2_x", "ému", "林", "ß"])
  func `C1 a name people have is taken`(name: String) throws {
    _ = try AccountCommand(name: name, password: "long enough")
  }

  @Test(arguments: ["", "short", "with\u{0}zero 1234", "with\nline 1234"])
  func `Z5 a password that cannot be one is refused`(password: String) {
    #expect(throws: PrivateServerError.self) {
      try AccountCommand(name: "ana", password: password)
    }
  }

  @Test func `Z5 what a person chose is never code in the admin shell`() throws {
    let command = try AccountCommand(name: "ana", password: "\"..os.exit()..\" ]] \\ é")
    let inside = command.create.dropFirst("user:create(".count).dropLast()
    #expect(inside.allSatisfy { "\"\\,0123456789".contains($0) })
    #expect(LuaString("a\"\n").description == "\"\\097\\034\\010\"")
  }
}

@Suite struct AdminAnswerTests {
  @Test func `C1 an answer waits for its result`() {
    #expect(AdminSocket.answer(in: "<repl-output>one</repl-output><repl-res") == nil)
    #expect(AdminSocket.answer(in: "<repl-result>OK: us") == nil)
  }

  @Test func `C1 an answer has what was printed and how it ended`() {
    let answer = AdminSocket.answer(
      in: "<repl-output>c2s: [127.0.0.1]:5222</repl-output>"
        + "<repl-result type='error'>Error: a &lt; b &amp;amp; c</repl-result>")
    #expect(answer?.lines == ["c2s: [127.0.0.1]:5222"])
    #expect(answer?.text == "Error: a < b &amp; c")
    #expect(answer?.isError == true)
    #expect(AdminSocket.answer(in: "<repl-result/>")?.isError == false)
  }

  private static let ports: [([String], UInt16?)] = [
    (["c2s: [127.0.0.1]:25222"], 25222), (["c2s: [::1]:1, [127.0.0.1]:2"], 2),
    (["s2s: [127.0.0.1]:5269"], nil), (["c2s: "], nil), ([], nil),
  ]

  @Test(arguments: ports)
  func `C1 the port is the one for clients on 127 0 0 1`(lines: [String], port: UInt16?) {
    #expect(RunningServer.clientPort(lines) == port)
  }
}
