import Foundation
import Harness
import Testing

extension HostileTests {
  /// Floods against the built program in a terminal, and what it takes of the computer meanwhile.
  @Suite(.thread(.terminals)) struct ProgramTests {
    /// What is said to psst once it is signed in, piece by piece; and how many pieces.
    struct Flood: Sendable, CustomTestStringConvertible {
      var name: String
      var count: Int
      /// Of a piece that psst may keep on disk, in bytes: what people wrote.
      var stored = 0
      var piece: @Sendable (Int) -> String
      var testDescription: String { name }
    }

    static let floods: [Flood] = [
      Flood(name: "messages of 255 KB", count: 250, stored: 600_000) { number in
        "<message from='bo@psst.test/x' type='chat' id='m\(number)'><body>"
          + String(repeating: "word ", count: 51_000) + "</body></message>"
      },
      Flood(name: "messages of tabs", count: 10, stored: 600_000) { number in
        "<message from='bo@psst.test/x' type='chat' id='m\(number)'><body>"
          + String(repeating: "&#9;", count: 255_000) + "</body></message>"
      },
      Flood(name: "pings with ids of 16 KB", count: 5_000) { number in
        "<iq type='get' from='bo@psst.test/x' id='\(number)\(String(repeating: "i", count: 16_000))'>"
          + "<ping xmlns='urn:xmpp:ping'/></iq>"
      },
      Flood(name: "pings with ids of 1 KB", count: 30_000) { number in
        "<iq type='get' from='bo@psst.test/x' id='\(number)\(String(repeating: "i", count: 1_000))'>"
          + "<ping xmlns='urn:xmpp:ping'/></iq>"
      },
      Flood(name: "presence of strangers", count: 40_000) { number in
        let name = String(repeating: "n", count: 900)
        return "<presence from='\(number)\(name)@\(name).test/\(name)'/>"
      },
      Flood(name: "presence of a contact's devices", count: 40_000) { number in
        "<presence from='bo@psst.test/\(number)\(String(repeating: "n", count: 900))'/>"
      },
      Flood(name: "names of 16 KB", count: 3_000) { number in
        "<iq type='set' id='p\(number)'><query xmlns='jabber:iq:roster'><item jid='p\(number)@psst.test'"
          + " name='\(number) \(String(repeating: "n", count: 16_000))' subscription='both'/></query></iq>"
      },
      Flood(name: "messages of strangers", count: 30_000, stored: 2_000) { number in
        "<message from='p\(number)@\(number).test/x' type='chat' id='m\(number)'>"
          + "<body>word from \(number)</body></message>"
      },
      Flood(name: "a little of everything", count: 30_000) { number in everything(number) },
    ]

    private static func everything(_ number: Int) -> String {
      let who = "p\(number)@psst.test"
      return switch number % 7 {
      case 0: "<presence type='subscribe' from='\(who)'/>"
      case 1:
        "<message from='\(who)/x'><composing xmlns='http://jabber.org/protocol/chatstates'/></message>"
      case 2:
        "<message from='bo@psst.test/x'><received xmlns='urn:xmpp:receipts' id='\(number)'/></message>"
      case 3:
        "<message from='bo@psst.test/x'><displayed xmlns='urn:xmpp:chat-markers:0' id='\(number)'/></message>"
      case 4:
        "<message type='error' from='bo@psst.test' id='\(number)'><error type='cancel'>"
          + "<forbidden xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></message>"
      case 5: "<iq type='result' from='\(who)' id='\(number)'/>"
      default: "<unknown xmlns='of:nobody' number='\(number)'>\(number)</unknown>"
      }
    }

    /// KiB (proc_pid_status(5)).
    private func peak(_ psst: TerminalSession) -> Int {
      let text = (try? String(contentsOfFile: "/proc/\(psst.pid)/status", encoding: .utf8)) ?? ""
      let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
      return line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
    }

    private func disk(_ home: PsstHome) -> Int {
      let files = FileManager.default.enumerator(atPath: home.path)?.allObjects as? [String] ?? []
      return files.reduce(0) { sum, file in
        let facts = try? FileManager.default.attributesOfItem(atPath: home.path + "/" + file)
        return sum + (facts?[.size] as? Int ?? 0)
      }
    }

    private func add(_ home: PsstHome, port: UInt16) throws {
      let secret = home.path + "/password"
      try home.write(AttackServer.password, to: "password")
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secret)
      let add = try home.run(
        "account", "add", AttackServer.account, "--server", "127.0.0.1:\(port)", "--tls", "off",
        "--password-file", secret)
      try #require(add.exitCode == 0, "\(add.errorText)")
    }

    private func attack() throws -> (AttackServer, ScriptedServer) {
      let server = AttackServer()
      server.roster = "<item jid='bo@psst.test' name='Bo' subscription='both'/>"
      let wire = try ScriptedServer(
        begin: { server.connect() }, answer: { Array(server.receive($0).utf8) })
      return (server, wire)
    }

    /// At the chat with Bo.
    private func opened(_ home: PsstHome, port: UInt16) throws -> TerminalSession {
      try add(home, port: port)
      let psst = try home.open()
      try psst.wait(for: "online", bound: 30)
      try psst.choose("bo")
      try psst.wait(for: "Write to Bo")
      return psst
    }

    @Test(arguments: floods)
    func `Z4 a flood is outlived in 100 MB, and keys are answered all the while`(
      flood: Flood
    ) throws {
      let (server, wire) = try attack()
      server.acknowledges = false
      let home = try PsstHome()
      defer { home.close() }
      let before = disk(home)
      let psst = try opened(home, port: wire.port)
      try undergo(flood, on: wire, psst, server)
      try startAgain(after: flood, psst, home)
      let grown = disk(home) - before
      #expect(grown < 32 << 20 + flood.count * flood.stored, "\(grown) bytes")
    }

    /// It waits for the editor's end, and for nothing else.
    @Test func `Z4 a flood is outlived in 100 MB while the editor has the terminal`() throws {
      let flood = Flood(name: "messages", count: 150, piece: Self.floods[0].piece)
      let (server, wire) = try attack()
      let home = try PsstHome()
      defer { home.close() }
      let waits = "until [ -e '\(home.path)/done' ]; do sleep 0.1; done"
      home.environment["EDITOR"] = "f() { echo edited > \"$1\"; \(waits); }; f"
      let psst = try opened(home, port: wire.port)
      psst.press(.control("x"), .control("e"))
      try psst.waitUntil("the editor") { !$0.isOnAlternateScreen }
      try pour(flood, on: wire, psst, server)
      try home.write("", to: "done")
      try psst.waitUntil("the screen") { $0.isOnAlternateScreen && $0.contains("edited") }
      #expect(peak(psst) < 100_000, "\(peak(psst)) KiB")
    }

    /// All their texts are more than it may have.
    @Test func `Z4 a flood is outlived in 100 MB while the terminal takes nothing`() throws {
      let flood = Flood(name: "messages", count: 400, piece: Self.floods[0].piece)
      let (server, wire) = try attack()
      let home = try PsstHome()
      defer { home.close() }
      let psst = try opened(home, port: wire.port)
      psst.isStalled = true
      try pour(flood, on: wire, psst, server)
      wire.more = { nil }
      psst.isStalled = false
      psst.type("and on it goes")
      try psst.wait(for: "and on it goes", bound: 30)
      let last = "<message from='bo@psst.test/x' type='chat' id='l'><body>the last</body></message>"
      var rest: [UInt8]? = Array(last.utf8)
      wire.more = {
        defer { rest = nil }
        return rest
      }
      try psst.wait(for: "the last", bound: 30)
      #expect(peak(psst) < 100_000, "\(peak(psst)) KiB")
    }

    private func pour(
      _ flood: Flood, on wire: ScriptedServer, _ psst: TerminalSession, _ server: AttackServer
    ) throws {
      var said = 0
      server.hasAnswered = false
      wire.more = {
        defer { said += 1 }
        guard said < flood.count else {
          return said == flood.count ? Array(AttackServer.question.utf8) : nil
        }
        return Array(flood.piece(said).utf8)
      }
      try psst.waitUntil("the last to be read", bound: 120) { _ in server.hasAnswered }
    }

    private func undergo(
      _ flood: Flood, on wire: ScriptedServer, _ psst: TerminalSession, _ server: AttackServer
    ) throws {
      var said = 0
      wire.more = {
        guard said < flood.count else { return nil }
        defer { said += 1 }
        return Array(flood.piece(said).utf8)
      }
      try psst.waitUntil("half of it", bound: 120) { _ in said > flood.count / 2 }
      psst.type("meanwhile")
      try psst.wait(for: "meanwhile", bound: 30)
      try psst.waitUntil("all of it", bound: 120) { _ in said == flood.count }
      server.hasAnswered = false
      var rest: [UInt8]? = Array(AttackServer.question.utf8)
      wire.more = {
        defer { rest = nil }
        return rest
      }
      try psst.waitUntil("the last to be read", bound: 120) { _ in server.hasAnswered }
      psst.type(" and after")
      try psst.wait(for: "meanwhile and after", bound: 30)
      #expect(peak(psst) < 100_000, "\(peak(psst)) KiB")
    }

    /// Killed, it begins with all that came; a few of the longest are exported as fast as others.
    private func startAgain(after flood: Flood, _ psst: TerminalSession, _ home: PsstHome) throws {
      try psst.killHard()
      let again = try home.open()
      try again.wait(for: "online", bound: 60)
      again.type("later")
      try again.wait(for: "later", bound: 30)
      #expect(peak(again) < 100_000, "\(peak(again)) KiB")
      guard flood.count <= 10 else { return }
      let export = try home.run("export", "bo@psst.test", bound: 60)
      #expect(export.exitCode == 0 && export.output.count > flood.count * 255_000)
    }
  }
}
