import Harness
import Testing

extension TerminalTests {
  /// What is marked in messages, read back from the terminal.
  @Suite struct StylingTests {
    private static let text = "*bold* _slanted_ ~gone 漢字~ https://a.b/c done"

    private func open(_ home: PsstHome) throws -> TerminalSession {
      try StoredWorld(in: home).receive([Self.text, "/me waves"])
      let ana = try home.open("--account", "ana", rows: 40, columns: 100)
      try ana.wait(for: "* Bo waves", bound: Bound.start)
      return ana
    }

    private func cells(_ part: String, _ screen: TerminalSession) throws -> [Cell] {
      let row = try #require(screen.row(containing: "*bold*"))
      let cells = screen.cells(inRow: row)
      let letters = Array(part).map(String.init)
      let start = try #require(
        cells.indices.first { index in
          cells[index...].lazy.filter { $0.width > 0 }.map(\.text).starts(with: letters)
        })
      return Array(cells[start..<(start + letters.count)])
    }

    @Test func `I3 I4 M5 what is marked is drawn by the terminal, and nothing is shifted`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let ana = try open(home)
      #expect(ana.contains(Self.text))
      #expect(try cells("bold", ana).allSatisfy { $0.isBold && !$0.isItalic && !$0.isStruck })
      #expect(try cells("slanted", ana).allSatisfy { $0.isItalic && !$0.isBold })
      #expect(try cells("gone 漢", ana).allSatisfy { $0.isStruck || $0.width == 0 })
      #expect(try cells("https://a.b/c", ana).allSatisfy(\.isUnderlined))
      #expect(try cells(" done", ana).allSatisfy { !$0.isUnderlined && !$0.isStruck && !$0.isBold })
      #expect(try cells("~gone", ana)[0].isStruck == false)
    }

    @Test(arguments: [("xterm-256color", true), ("tmux-256color", true), ("linux", false)])
    func `M5 a terminal that reads such sequences is told where a link leads`(
      type: String, isTold: Bool
    ) throws {
      let home = try PsstHome()
      defer { home.close() }
      home.environment["TERM"] = type
      let ana = try open(home)
      #expect(ana.contains(Self.text))
      let output = String(decoding: ana.output, as: UTF8.self)
      let link = "\u{1B}]8;id=psst0;https://a.b/c\u{1B}\\https://a.b/c\u{1B}]8;;\u{1B}\\"
      #expect(output.contains(link) == isTold)
      #expect(output.contains("]8;") == isTold && !output.contains("]8;;#"))
    }

    @Test(arguments: ["linux", "vt100", "screen-256color"])
    func `I4 M5 a terminal that cannot strike through is sent nothing of it`(type: String) throws {
      let home = try PsstHome()
      defer { home.close() }
      home.environment["TERM"] = type
      let ana = try open(home)
      #expect(ana.contains(Self.text))
      #expect(try cells("gone", ana).allSatisfy { !$0.isStruck })
    }

    @Test func `I4 M5 switched off, nothing is drawn otherwise`() throws {
      let home = try PsstHome()
      defer { home.close() }
      try home.write("styling = false\n", to: "config/config.toml")
      let ana = try open(home)
      #expect(try cells("bold", ana).allSatisfy { !$0.isBold })
      #expect(try cells("https://a.b/c", ana).allSatisfy { !$0.isUnderlined })
    }
  }
}
