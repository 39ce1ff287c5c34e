import Harness
import Testing

extension TerminalTests {
  /// A network hands over what was typed in any pieces.
  @Suite struct CutInputTests {
    private func wait(_ seconds: Double) { _ = Pump.wait(bound: seconds) { false } }

    @Test
    func `I1 Z4 what is cut on its way is whole on the screen, and what is no key sends nothing`()
      throws
    {
      let home = try PsstHome()
      defer { home.close() }
      let ana = try home.open("--account", "ana")
      try ana.waitForChats()
      try ana.choose("Notes")
      try ana.wait(for: "Write to Notes")
      for byte in "aé漢😀b".utf8 {
        ana.send([byte])
        wait(0.03)
      }
      try ana.wait(for: "❯ aé漢😀b")
      // A click of an old terminal, the release of a key, and an arrow in three pieces.
      for pieces in [["\u{1B}[M !!"], ["\u{1B}[13;1:3u"], ["\u{1B}", "[", "D"]] {
        for piece in pieces {
          ana.type(piece)
          wait(0.1)
        }
      }
      ana.type("x")
      try ana.wait(for: "❯ aé漢😀xb")
      ana.press(.enter)
      try ana.wait(for: "aé漢😀xb")
      #expect(ana.messages(beginning: "aé") == ["aé漢😀xb"])
    }
  }
}
