import Foundation
import Harness
import Testing

extension ServerTests {
  /// The account's files are of an earlier time than what the server has.
  @Suite struct BackInTimeTests {
    enum Way: CaseIterable {
      /// A backup, made while psst did not run.
      case backup
      /// A backup, made while it ran; it was killed later, so that the server still has its stream.
      case livingBackup
      /// The whole home, copied while psst ran; later the copy goes on, and then the first.
      case copiedHome
    }

    @Test(arguments: Way.allCases)
    func `Z7 nothing typed after it is lost or repeated, and the history heals`(way: Way) throws {
      let server = try RealServer()
      defer { server.close() }
      let cy = try server.peer("cy")
      let home = try server.device(server.invite("ana"))
      var ana = try home.start("--account", Self.account)
      try talk(ana, with: cy, 1)
      if way == .backup { try quit(ana) }
      let copy = NSTemporaryDirectory() + "psst-\(UUID().uuidString.prefix(6))"
      defer { try? FileManager.default.removeItem(atPath: copy) }
      try duplicate(home.path, to: copy)
      if way == .backup { ana = try home.start("--account", Self.account) }
      try talk(ana, with: cy, 2)
      if way == .backup {
        try quit(ana)
      } else {
        ana.signal(SIGKILL)
        try ana.waitForEnd()
      }
      let later = way == .copiedHome ? try PsstHome() : home
      defer { later.close() }
      try FileManager.default.removeItem(atPath: later.path)
      try duplicate(copy, to: later.path)
      ana = try later.start("--account", Self.account)
      try talk(ana, with: cy, 3)
      try quit(ana)
      try check(later, cy, rounds: 3)
      guard way == .copiedHome else { return }
      ana = try home.start("--account", Self.account)
      try talk(ana, with: cy, 4)
      try quit(ana)
      try check(home, cy, rounds: 4)
    }

    private static let account = "ana@localhost"

    /// With sockets and dates, as a backup does.
    private func duplicate(_ folder: String, to place: String) throws {
      let program = try ChildProcess(["/bin/cp", "-a", folder, place])
      program.endInput()
      #expect(try program.waitForEnd() == 0, "\(program.errorText)")
    }

    /// Each says something, and the other has it.
    private func talk(_ ana: ChildProcess, with cy: Peer, _ round: Int) throws {
      ana.write("/to cy@localhost\nmine-\(round)a\nmine-\(round)b\n")
      try cy.waitUntil("round \(round)", bound: 30) { _ in
        cy.received.contains { $0.body == "mine-\(round)b" }
      }
      cy.send("yours-\(round)", to: Self.account, id: "yours-\(round)")
      try ana.waitUntil("round \(round)", bound: 30) {
        $0.outputText.contains("yours-\(round)") && $0.confirms("mine-\(round)b")
      }
    }

    private func quit(_ ana: ChildProcess) throws {
      ana.endInput()
      #expect(try ana.waitForEnd(bound: 60) == 0, "\(ana.outputText)")
    }

    private func check(_ home: PsstHome, _ cy: Peer, rounds: Int) throws {
      let all = (1...rounds).flatMap { ["mine-\($0)a", "mine-\($0)b", "yours-\($0)"] }
      let mine = all.filter { $0.hasPrefix("mine") }
      #expect(cy.received.compactMap(\.body) == mine)
      #expect(Set(cy.received.compactMap(\.id)).count == mine.count)
      #expect(try cy.archive().map(\.body) == all)
      let export = try home.run("export", "cy", "--account", Self.account).outputText
      let told = export.split(whereSeparator: { " \n".contains($0) }).filter {
        $0.hasPrefix("mine-") || $0.hasPrefix("yours-")
      }
      #expect(told.map(String.init) == all, "\(export)")
    }
  }
}
