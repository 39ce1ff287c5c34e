import Harness
import Testing

extension TerminalTests {
  /// A key changes only the cells it must (I2): the characters that the program sends are counted.
  @Suite struct FlickerTests {
    private struct Step: Sendable {
      let what: String
      let keys: [UInt8]
      let until: @Sendable (TerminalSession) -> Bool
      /// Characters it may send at most.
      let most: Int
    }

    private static func step(
      _ what: String, _ keys: String, most: Int,
      until: @escaping @Sendable (TerminalSession) -> Bool
    ) -> Step {
      Step(what: what, keys: Array(keys.utf8), until: until, most: most)
    }

    private static let pane = 100 - 31
    private static let hints = 100
    private static let placeholder = "Write to Bo Reyes"

    private static let steps = [
      step("the first letter", "a", most: 1) { $0.contains("❯ a") },
      step("a letter", "b", most: 1) { $0.contains("❯ ab") },
      step("a word", " wide 漢", most: 8) { $0.contains("❯ ab wide 漢") },
      step("to the left", "\u{1B}[D", most: 0) { $0.cursor.column == 42 },
      step("to the right", "\u{1B}[C", most: 0) { $0.cursor.column == 44 },
      step("a letter taken back", "\u{7F}", most: 2) { !$0.contains("漢") },
      step("all taken back", "\u{3}", most: 8) { !$0.contains("❯ a") },
      step("browsing", "\u{1B}[Z\u{1B}[Z", most: pane * 3 + hints * 2) { $0.contains("Enter") },
      step("the message above", "kk", most: pane * 6) { $0.contains("▌14:02      you ┃ v2") },
      // Another's: the hints have no "e edit" for it.
      step("the one above that", "k", most: pane * 2 + hints) { $0.contains("▌14:01") },
      step("writing again", "c", most: pane * 2 + hints) { $0.contains("Esc browse") },
      step("the list of what there is", "\u{B}", most: 60 * 16 + hints) { $0.contains("Go to:") },
      step("a letter there", "l", most: 60 * 16) { $0.contains("Go to: l") },
      step("closed", "\u{3}", most: 60 * 16 + hints) { !$0.contains("Go to:") },
    ]

    @Test func `I2 a key writes few cells more than it changes, and the first of all is one`()
      throws
    {
      let home = try PsstHome()
      defer { home.close() }
      _ = try StoredWorld(in: home)
      try home.write("animations = false\n", to: "config/config.toml")
      let ana = try home.open("--account", "ana", rows: 30, columns: 100)
      try ana.waitUntil("the whole screen", bound: Bound.start) { ana in
        ["Alt-Q Review", "so it goes on below", Self.placeholder, "F1 help"].allSatisfy {
          ana.contains($0)
        } && ana.row(containing: "● Bo Reyes") == 2
      }
      ana.press(.focusIn)
      // What the terminal answered, perhaps late, is read before a key, and may change all of the screen.
      ana.send(Array("x".utf8))
      try ana.wait(for: "❯ x")
      ana.send([0x7F])
      try ana.waitUntil("nothing written") { !$0.contains("❯ x") }
      for step in Self.steps {
        let (before, clock, start) = (cells(ana), clock(ana), ana.output.count)
        ana.send(step.keys)
        try ana.waitUntil(step.what) { step.until($0) }
        let changed = zip(before, cells(ana)).count { $0 != $1 }
        let count = written(ana, since: start)
        // A minute may pass meanwhile.
        let ticked = zip(clock, self.clock(ana)).count { $0 != $1 }
        #expect(
          count <= min(step.most, 2 * (changed - ticked) + 4) + 2 * ticked,
          "\(step.what): \(changed) changed, \(ticked) of the clock")
      }
      let start = ana.output.count
      ana.press(.control("l"))
      try ana.waitUntil("all of the screen again") { written($0, since: start) > 800 }
    }

    @Test func `S1 what is sent goes from the composer into the pane in one frame`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let (_, ana) = try open(home)
      for number in 1...100 {
        let word = "word\(number)."
        ana.type(word)
        try ana.wait(for: "❯ \(word)")
        var isHere = true
        // A frame may come in pieces, but its rows come from the top: the pane before the composer.
        ana.onFrame = { isHere = isHere && $0.contains(word) }
        ana.press(.enter)
        try ana.waitUntil("it in the pane") {
          $0.contains(word) && $0.contains(Self.placeholder)
        }
        ana.onFrame = nil
        try #require(isHere, "\(word) was nowhere for a moment")
      }
    }

    @Test func `S2 what is sent is seen in the pane when it is on the disk, and as queued then`()
      throws
    {
      let home = try PsstHome()
      defer { home.close() }
      let (world, ana) = try open(home)
      for number in 1...60 {
        let word = "word\(number)."
        ana.type(word)
        try ana.wait(for: "❯ \(word)")
        var first: (onDisk: String?, row: String)?
        ana.onFrame = { session in
          guard first == nil, let row = session.lines.first(where: { $0.contains("┃ \(word)") })
          else { return }
          first = (try? world.lastText(), row)
        }
        ana.press(.enter)
        try ana.waitUntil("it in the pane") { _ in first != nil }
        ana.onFrame = nil
        let (onDisk, row) = try #require(first)
        // On a busy computer the disk takes longer, and that is said.
        if row.contains("saving") { continue }
        try #require(onDisk == word, "seen before it was stored")
        try #require(row.contains("Queued"), "\(row)")
      }
    }

    /// A message that is sent is there for the next key, however soon that comes.
    @Test func `M1 S1 Up behind Enter edits what was just sent, and not the one before it`() throws
    {
      let home = try PsstHome()
      defer { home.close() }
      let (_, ana) = try open(home)
      for number in 1...20 {
        ana.type("word\(number).\r\u{1B}[A")
        try ana.wait(for: "❯ word\(number).")
        ana.type(" more\r")
        try ana.wait(for: "┃ word\(number). more")
      }
      try #require(!ana.contains("more more"))
    }

    private func open(_ home: PsstHome) throws -> (StoredWorld, TerminalSession) {
      let world = try StoredWorld(in: home)
      let ana = try home.open("--account", "ana", rows: 30, columns: 100)
      try ana.wait(for: Self.placeholder, bound: Bound.start)
      return (world, ana)
    }

    private func written(_ session: TerminalSession, since start: Int) -> Int {
      ProgramOutput.parts(of: session.output[start...]).reduce(0) { $0 + $1.characters }
    }

    /// The header, of which no key here changes anything.
    private func clock(_ session: TerminalSession) -> [Cell] { session.cells(inRow: 0) }

    private func cells(_ session: TerminalSession) -> [Cell] {
      (0..<session.rows).flatMap { session.cells(inRow: $0) }
    }
  }
}
