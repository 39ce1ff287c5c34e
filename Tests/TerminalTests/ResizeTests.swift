import Harness
import Testing

extension TerminalTests {
  @Suite struct ResizeTests {
    @Test func `I2 psst lives through one cell and shows everything again`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let ana = try home.open("--account", "ana")
      try ana.waitForChats()
      try ana.openChat("echo")
      ana.say("marmalade")
      try ana.wait(for: .read, of: "marmalade")
      ana.type("a draft")
      try ana.wait(for: "a draft")
      for (rows, columns) in [(1, 1), (5, 20), (1, 200), (60, 1), (24, 59), (24, 75)] {
        ana.resize(rows: rows, columns: columns)
        ana.press(.control("l"))
      }
      ana.resize(rows: 24, columns: 100)
      try ana.wait(for: Wording.goTo)
      try ana.wait(for: "a draft")
      try ana.wait(for: .read, of: "marmalade")
      #expect(!ana.hasEnded)
    }

    @Test(arguments: [(5, 20), (24, 40), (24, 59)])
    func `I2 a narrow screen shows one pane at a time`(_ rows: Int, _ columns: Int) throws {
      let home = try PsstHome()
      defer { home.close() }
      try home.run("--account", "ana", bound: Bound.start)
      let ana = try home.open("--account", "ana", rows: rows, columns: columns)
      try ana.wait(for: Wording.composerFor, bound: Bound.start)
      ana.press(.escape)
      try ana.wait(for: Wording.echo, bound: Bound.start)
      #expect(!ana.text.contains("│"))
    }

    @Test func `I2 what is typed into one cell is not lost`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let ana = try home.open("--account", "ana")
      try ana.waitForChats()
      try ana.openChat("notes")
      ana.resize(rows: 1, columns: 1)
      ana.type("blind")
      ana.resize(rows: 24, columns: 100)
      try ana.wait(for: "blind")
    }
  }
}
