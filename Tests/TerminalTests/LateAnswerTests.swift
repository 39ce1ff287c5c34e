import Foundation
import Harness
import Testing

extension TerminalTests {
  /// A terminal far away answers what it was asked when psst has gone: the shell must not get it.
  @Suite struct LateAnswerTests {
    private static let ground = "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\"
    private static let device = "\u{1B}[?64;1;2c"
    private static let modesOff = "\u{1B}[?2004l"

    /// psst, and behind it what a shell would read: all that is there, until nothing comes for half a second.
    private func open(in home: PsstHome) throws -> TerminalSession {
      try home.run("--account", "ana", bound: Bound.start)
      let rest =
        "stty -icanon -echo min 0 time 5; dd bs=1 count=400 of=\(home.path)/rest 2>/dev/null"
      let session = try TerminalSession(
        ["/bin/sh", "-c", "'\(Repository.psst)' --account ana; \(rest); stty sane"],
        environment: home.environment)
      session.answers = false
      try session.wait(for: "F1 help", bound: Bound.start)
      return session
    }

    private func rest(_ home: PsstHome) throws -> String {
      try String(contentsOfFile: home.path + "/rest", encoding: .utf8)
    }

    private func quit(_ session: TerminalSession, answering answers: [String]) throws {
      session.press(.control("c"))
      try session.waitUntil("psst to give the terminal back") {
        String(decoding: $0.output, as: UTF8.self).contains(Self.modesOff)
      }
      for answer in answers { session.type(answer) }
      try session.waitForEnd()
    }

    @Test func `I4 answers that come while psst leaves are for nobody`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let session = try open(in: home)
      try quit(session, answering: [Self.ground, Self.device])
      #expect(try rest(home) == "")
    }

    @Test func `I4 what is typed behind the answers is the shell's`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let session = try open(in: home)
      session.type(Self.ground + Self.device)
      session.type("x")
      try session.wait(for: "❯ x")
      session.press(.control("u"))
      try session.waitUntilGone("❯ x")
      try quit(session, answering: ["ls"])
      #expect(try rest(home) == "ls")
    }

    @Test func `I4 a terminal that never answers holds nobody up`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let session = try open(in: home)
      try quit(session, answering: [])
      #expect(try rest(home) == "" && !session.isOnAlternateScreen)
    }
  }
}
