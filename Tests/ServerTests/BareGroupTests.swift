import Harness
import Testing

extension ServerTests {
  /// A group without an archive, as Debian's Prosody has it: it tells the newest twenty to who enters.
  @Suite struct BareGroupTests {
    @Test
    func
      `G2 T1 what was said while psst was dead or closed is told, and a line says where some may be missing`()
      throws
    {
      let world = try GroupWorld(.bare)
      defer { world.close() }
      let before = try world.enter(as: "ana")
      let bo = try world.person("bo")
      bo.say(["/join \(world.room)"])
      try bo.waits(for: "in team as bo")
      bo.talk(to: world.room)
      try say(1...3, "heard", as: bo)
      try before.wait(for: "heard-3-")
      try before.killHard()

      try say(1...5, "few", as: bo)
      let few = try world.enterAgain(as: "ana")
      try few.wait(for: "few-5-", bound: 30)
      try few.wait(for: "heard-3-")
      #expect(order(of: ["heard-3-", "few-1-", "few-5-"], in: few), "\(few.lines)")
      #expect(!few.contains("may be missing"), "\(few.lines)")
      few.type("/quit")
      few.press(.enter)
      try few.waitForEnd()

      try say(1...30, "many", as: bo)
      let many = try world.enterAgain(as: "ana")
      many.resize(rows: 50, columns: 100)
      try many.wait(for: "many-30-", bound: 30)
      let gap = "Some messages may be missing here"
      try many.wait(for: gap, bound: 20)
      try many.wait(for: "few-5-")
      #expect(order(of: ["few-5-", gap, "many-11-", "many-29-"], in: many), "\(many.lines)")
      #expect(!many.contains("many-10-"))
    }

    private func say(_ numbers: ClosedRange<Int>, _ word: String, as bo: Correspondent) throws {
      bo.say(numbers.map { "\(word)-\($0)-" })
      try bo.waits(for: "] \(word)-\(numbers.upperBound)-: sent")
    }

    /// They stand one below the other.
    private func order(of texts: [String], in screen: TerminalSession) -> Bool {
      let rows = texts.map { screen.row(containing: $0) ?? -1 }
      return !rows.contains(-1) && rows == rows.sorted()
    }
  }
}
