import Foundation
import Harness
import Testing

extension TerminalTests {
  /// What scripts build on: `psst send`, `read` and `watch`.
  @Suite struct ScriptTests {
    private struct Row: Decodable {
      var cursor: String
      var id: String?
      var text: String
      var from: String
      var replyTo: Reply?

      struct Reply: Decodable { var id: String }
    }

    private func rows(_ output: String) throws -> [Row] {
      try output.split(separator: "\n").map {
        try JSONDecoder().decode(Row.self, from: Data($0.utf8))
      }
    }

    private func make(_ names: String..., in home: PsstHome) throws {
      for name in names { try home.run("--account", name, bound: Bound.start) }
    }

    @Test func `C1 --account makes no account where it is not psst itself that is opened`() throws {
      let home = try PsstHome()
      defer { home.close() }
      try make("ana", in: home)
      let send = try home.run("--account", "anna", "send", "bo", "marmalade")
      #expect(send.exitCode == 1)
      #expect(send.errorText.contains("there is no account anna here; did you mean ana?"))
      #expect(try !home.run("account", "list").outputText.contains("anna"))
    }

    @Test
    func `O3 a message to a server that was stopped on purpose is queued at once, and durable`()
      throws
    {
      let home = try PsstHome()
      defer { home.close() }
      try make("bo", "ana", in: home)
      #expect(try home.run("server", "stop").exitCode == 0)
      let send = try ChildProcess(
        [Repository.psst, "--account", "ana", "send", "bo", "marmalade", "--wait", "300"],
        environment: home.environment)
      send.endInput()
      #expect(try send.waitForEnd(bound: 20) == 75)
      #expect(send.errorText.contains("psst server start"))
      #expect(try home.run("--account", "ana", "queue").outputText.contains("marmalade"))
      try home.run("server", "start")
      let bo = try home.start("--account", "bo")
      // As cron runs it: the next one takes along what is waiting.
      try home.run("--account", "ana", "send", "bo", "second", bound: 60)
      try bo.waitUntil("both, in order", bound: 30) { bo in
        let lines = bo.outputText.split(separator: "\n")
        let first = lines.firstIndex { $0.contains("marmalade") }
        let second = lines.firstIndex { $0.contains("second") }
        return first != nil && second != nil && first! < second!
      }
    }

    @Test(arguments: ["-1", "301", "soon"])
    func `I11 a wait that is no number of seconds is refused`(wait: String) throws {
      let home = try PsstHome()
      defer { home.close() }
      try make("ana", in: home)
      let send = try home.run("send", "bo", "marmalade", "--wait", wait)
      #expect(send.exitCode == 2 && send.errorText.contains("--wait takes a number from 0 to 300"))
    }

    @Test func `I11 what watch prints can be gone on from, answered and read again`() throws {
      let home = try PsstHome()
      defer { home.close() }
      try make("bo", "ana", in: home)
      let watch = try home.start("--account", "bo", "watch", "--json", "--since", "0")
      try home.run("--account", "ana", "send", "bo", "first\u{202E}")
      try watch.waitUntil("the first message", bound: Bound.start) {
        $0.outputText.contains("first")
      }
      // Echo may have greeted meanwhile.
      let first = try #require(try rows(watch.outputText).last { $0.text.hasPrefix("first") })
      #expect(first.from.hasPrefix("ana@localhost") && first.text == "first\u{202E}")
      #expect(!watch.outputText.unicodeScalars.contains("\u{202E}"), "it is escaped")
      watch.signal(SIGTERM)
      #expect(try watch.waitForEnd() == 0)

      try home.run("--account", "ana", "send", "bo", "second")
      let again = try home.start("--account", "bo", "watch", "--json", "--since", first.cursor)
      try again.waitUntil("the second message", bound: Bound.start) {
        $0.outputText.contains("second")
      }
      #expect(!again.outputText.contains("first"))
      let second = try #require(try rows(again.outputText).last { $0.text == "second" })

      // While another psst has the account.
      let answer = try home.run(
        "--account", "bo", "send", "ana", "third", "--reply-to", try #require(second.id))
      #expect(answer.exitCode == 0, "\(answer.errorText)")
      try again.waitUntil("what was answered") { $0.outputText.contains("third") }
      again.signal(SIGINT)
      #expect(try again.waitForEnd() == 0)
      let read = try home.run("--account", "bo", "read", "ana", "--json", "--last", "2")
      let both = try rows(read.outputText)
      #expect(both.map(\.text) == ["second", "third"])
      #expect(both[1].replyTo?.id == second.id)
      let lines = try home.run("--account", "bo", "read", "ana").outputText
      #expect(lines.contains("ana: second") && lines.contains("me: third ("))
      let unknown = try home.run("--account", "bo", "send", "ana", "x", "--reply-to", "nothing")
      #expect(unknown.exitCode == 1 && unknown.errorText.contains("there is no message nothing"))
    }

    @Test func `C1 removing an account asks first, and nobody is asked where nobody is`() throws {
      let home = try PsstHome()
      defer { home.close() }
      try make("bo", "ana", in: home)
      let alone = try home.run("account", "remove", "bo")
      #expect(alone.exitCode == 2 && alone.errorText.contains("--yes"))
      let asked = try home.open("account", "remove", "bo")
      try asked.wait(for: "Sign out of bo@localhost?")
      asked.press(.enter)
      #expect(try asked.waitForEnd() == 0)
      #expect(asked.contains("bo@localhost stays as it is"))
      try answer("Sign out of bo@localhost?", "k", in: home)
      #expect(try home.run("account", "list").outputText.contains("bo@localhost  signed out"))
      try answer("Delete the history of bo@localhost", "y", in: home)
      #expect(try !home.run("account", "list").outputText.contains("bo@localhost"))
      #expect(try home.run("account", "remove", "ana", "--yes").exitCode == 0)
    }

    @Test func `C1 C6 whoever is invited has any name, and a line that can be pasted`() throws {
      let home = try PsstHome()
      defer { home.close() }
      for _ in 1...2 {
        let invited = try home.run("invite", "Ana Müller")
        #expect(invited.outputText.contains("\n    psst --account ana.muller\n"))
      }
      #expect(home.hasAccount("ana.muller") && !home.hasAccount("ana.muller2"))
    }

    private func answer(_ question: String, _ word: String, in home: PsstHome) throws {
      let program = try home.open("account", "remove", "bo")
      try program.wait(for: question)
      program.type(word)
      program.press(.enter)
      #expect(try program.waitForEnd() == 0)
    }

    @Test func `A4 doctor says what to do about what it finds`() throws {
      let home = try PsstHome()
      defer { home.close() }
      try make("ana", in: home)
      try home.run("server", "stop")
      let doctor = try home.run("doctor")
      #expect(doctor.outputText.contains("To do: psst server start"))
    }
  }
}
