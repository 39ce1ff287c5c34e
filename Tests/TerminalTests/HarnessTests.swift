import Harness
import Testing

/// The instrument itself, on programs whose output is known: what it misreads would be blamed on psst.
extension TerminalTests {
  @Suite struct HarnessTests {
    @Test func `I3 cells hold text, width, colours and attributes`() throws {
      let shell = try TerminalSession(["printf", #"\033[1;31mred\033[0m \033[48;5;42m日x\033[0m."#])
      try shell.waitForEnd()
      try shell.wait(for: "red 日x.")
      let red = try #require(shell.cell(at: "red"))
      #expect(red.foreground == 1 && red.isBold && red.background == -1)
      let wide = try #require(shell.cell(at: "日"))
      #expect(wide.width == 2 && wide.background == 42 && wide.foreground == -1)
      #expect(shell.cell(at: "x.")?.width == 1)
      #expect(shell.cursor.column == 8)
    }

    @Test func `I2 typed text and a new window size reach the program`() throws {
      let script =
        "trap 'stty size' WINCH; echo ready; while true; do read -r x && echo got:$x; done"
      let shell = try TerminalSession(["bash", "-c", script], rows: 10, columns: 40)
      try shell.wait(for: "ready")
      shell.type("hello")
      shell.press(.enter)
      try shell.wait(for: "got:hello")
      shell.resize(rows: 5, columns: 33)
      shell.press(.enter)
      try shell.wait(for: "5 33")
      try shell.killHard()
      #expect(shell.exitCode == 137)
    }

    @Test func `I2 the screen survives one cell and keeps the alternate screen apart`() throws {
      let script =
        #"printf 'below\033[?1049h\033[H\033]2;name\007above'; read -r; printf '\033[?1049l'"#
      let shell = try TerminalSession(["bash", "-c", script])
      try shell.wait(for: "above")
      #expect(shell.isOnAlternateScreen && !shell.contains("below") && shell.title == "name")
      shell.resize(rows: 1, columns: 1)
      shell.resize(rows: 24, columns: 80)
      shell.press(.enter)
      #expect(try shell.waitForEnd() == 0)
      try shell.waitUntil("the first screen") { !$0.isOnAlternateScreen }
    }

    @Test func `I2 what a program wrote last is on the screen when it has ended`() throws {
      for number in 1...200 {
        let shell = try TerminalSession(["printf", "last-\(number)."])
        try shell.waitForEnd()
        try #require(shell.contains("last-\(number)."))
      }
    }

    @Test func `A3 a wait that fails shows the screen`() throws {
      let shell = try TerminalSession(["echo", "this instead"])
      try shell.wait(for: "this")
      let error = #expect(throws: Unmet.self) { try shell.wait(for: "that", bound: 0.05) }
      #expect(error?.description.contains("this instead") == true)
    }

    @Test func `I5 a program on pipes gets its input whole and gives its exit code`() throws {
      let program = try ChildProcess(["sh", "-c", "wc -c; echo bad >&2; exit 75"])
      program.write(String(repeating: "x", count: 300_000))
      program.endInput()
      #expect(try program.waitForEnd() == 75)
      #expect(program.outputText == "300000\n" && program.errorText == "bad\n")
    }

    @Test func `O9 a tally finds what is lost, repeated, out of order and wrongly given up`() {
      let said = ["a", "b", "c", "d"]
      #expect(Tally("all", said: said, shown: said).isClean)
      let tally = Tally(
        "some", said: said, shown: ["b", "a", "b", "x"], refused: ["b", "d"],
        transmissions: [1, 9, 2, 0])
      #expect(tally.lost == ["c"])
      #expect(tally.repeated == ["b"])
      #expect(tally.reordered == ["a"])
      #expect(tally.foreign == ["x"])
      #expect(tally.falselyRefused == ["b", "b"])
      #expect(!tally.isClean && !tally.isWhole)
      #expect(Tally("turned", said: said, shown: said.reversed()).isWhole)
      #expect(tally.median == 2 && tally.worst == 9 && tally.total == 12)
      #expect(tally.report.contains("lost 1, repeated 1, reordered 1") == true)
    }
  }
}
