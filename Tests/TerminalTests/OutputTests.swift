import Harness
import Testing

extension TerminalTests {
  /// What psst writes for scripts.
  @Suite struct OutputTests {
    @Test(arguments: [["--version"], ["--help"], ["export", "ana@localhost"]])
    func `A3 I11 output that has no room is told, and the exit code says so`(
      arguments: [String]
    ) throws {
      let home = try PsstHome()
      defer { home.close() }
      let ana = try home.open("--account", "ana")
      try ana.waitForChats()
      try ana.openChat("notes")
      ana.say("for the export")
      try ana.wait(for: .sent, of: "for")
      try ana.killHard()
      let shell = ["sh", "-c", "exec \"$@\" > /dev/full", "sh", Repository.psst]
      let psst = try ChildProcess(shell + arguments, environment: home.environment)
      psst.endInput()
      try psst.waitForEnd(bound: 40)
      #expect(psst.exitCode == 1)
      #expect(psst.errorText.contains("No space left on device"), "\(psst.errorText)")
      let reader = ["sh", "-c", "\"$@\" | true", "sh", Repository.psst]
      let unread = try ChildProcess(reader + arguments, environment: home.environment)
      unread.endInput()
      try unread.waitForEnd(bound: 40)
      #expect(unread.errorText == "")
    }
  }
}
