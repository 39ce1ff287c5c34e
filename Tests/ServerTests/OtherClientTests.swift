import Foundation
import Harness
import Testing

extension ServerTests {
  /// A conversation of two with programs of other makers: what each shows of what psst does, and psst of what they do.
  @Suite(
    .enabled(
      if: Profanity.isInstalled && Poezio.isInstalled,
      "profanity or poezio is not installed: README's test command installs them"))
  struct OtherClientTests {
    enum Program: CaseIterable {
      case profanity, poezio
    }

    private struct Other {
      let screen: TerminalSession
      let enter: (String) throws -> Void
    }

    private func open(_ program: Program, _ server: RealServer) throws -> Other {
      let invitation = try server.invite("cy")
      switch program {
      case .profanity:
        let profanity = try Profanity(invitation, in: server.home)
        profanity.enter("/msg ana@localhost")
        return Other(screen: profanity.screen) { profanity.enter($0) }
      case .poezio:
        let poezio = try Poezio(invitation, in: server.home)
        try poezio.enter("/message ana@localhost")
        return Other(screen: poezio.screen) { try poezio.enter($0) }
      }
    }

    /// Both are online, with each other's chat open.
    private func meet(_ program: Program, on server: RealServer) throws -> (Correspondent, Other) {
      let ana = try Correspondent("ana", in: server.home)
      let other = try open(program, server)
      try ana.waitUntilOnline()
      ana.talk(to: "cy")
      return (ana, other)
    }

    @Test(arguments: Program.allCases)
    func `F1 M1 M2 M3 each act of mine is shown as far as the other's program can`(
      program: Program
    ) throws {
      let server = try RealServer()
      defer { server.close() }
      let (ana, other) = try meet(program, on: server)
      let screen = other.screen

      ana.say(["tea at four"])
      try screen.wait(for: "tea at four", bound: 20)
      ana.say(["/edit tea at five"])
      try screen.wait(for: "tea at five", bound: 20)
      try screen.waitUntilGone("tea at four")

      try other.enter("which one?")
      try ana.waits(for: "which one?")
      ana.say(["/react 👍", "/reply the green one"])
      try screen.wait(for: "> which one?", bound: 20)
      try screen.wait(for: "the green one", bound: 20)
      #expect(!screen.contains("👍"), "what it does not know is not shown as words")

      let path = server.home.path + "/plan.txt"
      try Data("the plan".utf8).write(to: URL(filePath: path))
      ana.say(["/file \(path)"])
      try screen.wait(for: "/file_share/", bound: 20)
      #expect(screen.contains("http://127.0.0.1:"))

      ana.say(["not this", "/delete"])
      try screen.wait(for: "deleted an earlier message", bound: 20)

      ana.say(["/join team@rooms.localhost"])
      try ana.waits(for: "in team as ana")
      ana.say(["/to team@rooms.localhost", "/invite cy"])
      if program == .profanity { try other.enter("/win 1") }
      try screen.wait(for: "team@rooms.localhost", bound: 20)
      #expect(try ana.finish() == 0)
    }

    @Test(arguments: Program.allCases)
    func `D1 M1 each act of the other's program is shown as what it is`(
      program: Program
    ) throws {
      let server = try RealServer()
      defer { server.close() }
      let (ana, other) = try meet(program, on: server)

      try other.enter("tea at four")
      try ana.waits(for: "cy: tea at four")
      try other.enter("/correct tea at five")
      try ana.waits(for: "cy: tea at five (edited)")
      try other.enter("/me waves")
      try ana.waits(for: "cy waves")
      try other.enter("> which one?")
      try ana.waits(for: "> which one?")
      ana.say(["the green one"])
      try other.screen.wait(for: "the green one", bound: 20)
      try ana.waits(for: "the green one: delivered")
      #expect(try ana.finish() == 0)
    }
  }
}
