import Harness
import Testing

extension TerminalTests {
  @Suite struct FirstRunTests {
    @Test func `C1 C6 the first run leads from three choices to an answered message`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let psst = try home.open()
      try psst.wait(for: Wording.nameLabel)
      psst.press(.control("u"))
      psst.type("Ana Mü")
      try psst.wait(for: "\(Wording.nameLabel) Ana Mü")
      try psst.wait(for: "ana.mu")
      psst.press(.enter)
      for choice in [Wording.startNow, Wording.signIn, Wording.tour] { try psst.wait(for: choice) }
      psst.press(.enter)
      try psst.waitForChats()
      try psst.wait(for: Wording.echo)
      try psst.wait(for: Wording.notes)
      try psst.wait(for: Wording.howOthersJoin)
      try psst.wait(for: Wording.card)
      try psst.wait(for: "\(Wording.composerFor) Echo")
      #expect(psst.contains("Ana Mü"))
      // Echo greets at the first sign-in, which must not take the card away.
      try psst.wait(for: "I am Echo")
      #expect(psst.contains(Wording.card))
      // Whoever has just pressed a key looks at it.
      try psst.waitUntil("that it is no news") { !$0.lines[0].contains("unread") }

      psst.say("marmalade")
      try psst.wait(for: .read, of: "marmalade")
      try psst.waitUntil("the echo") { psst in
        psst.rowsOfPane.contains {
          $0.text.contains("marmalade") && psst.status(inRow: $0.row) == nil
        }
      }
      #expect(!psst.contains(Wording.card))
    }

    @Test func `I7 C1 the tour can be watched before anything is chosen`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let psst = try home.open(rows: 30)
      try psst.wait(for: Wording.nameLabel)
      psst.press(.enter, .down, .down, .enter)
      try psst.wait(for: "the terminal messenger that does not lose messages", bound: 20)
      psst.type("q")
      try psst.wait(for: Wording.startNow)
      psst.press(.up, .up, .enter)
      try psst.waitForChats()
    }

    @Test func `P2 the second run opens where the first was, without a question`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let first = try home.open()
      try first.wait(for: Wording.nameLabel)
      first.press(.enter, .enter)
      try first.waitForChats()
      first.press(.control("c"), .control("c"))
      #expect(try first.waitForEnd() == 0)
      #expect(!first.isOnAlternateScreen)

      let second = try home.open()
      try second.waitForChats()
      #expect(!second.contains(Wording.startNow))
    }
  }
}
