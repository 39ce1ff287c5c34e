import Harness
import Model
import Scratch
import Screen
import Storage
import Testing

extension TerminalTests {
  /// What was laid out stands on the terminal as it was laid out (I3), read back through libvterm.
  @Suite struct WidthTests {
    /// The column where the texts begin, of 100: list, divider, mark, time and name stand before it.
    private static let textColumn = 49
    /// Columns for a text: one is kept free at the edge.
    private static let textWidth = 100 - textColumn - 1

    @Test(arguments: [UInt64(1), 2, 3])
    func `I3 random text stands in the columns it was laid out for`(seed: UInt64) throws {
      let home = try PsstHome()
      defer { home.close() }
      var dice = SeededGenerator(seed: seed)
      let texts = (0..<60).map { _ in Self.text(&dice) }
      try StoredWorld(in: home).receive(texts)
      let ana = try home.open("--account", "ana", rows: 40, columns: 100)
      try ana.wait(for: "so it goes on below", bound: Bound.start)
      try ana.waitUntil("the banner") { $0.row(containing: "● Bo Reyes") == 2 }
      var missing = texts.flatMap { PrintableText($0).wrapped(to: Self.textWidth) }
      for page in 0..<200 where page == 0 || !ana.contains("good night") {
        let seen = Self.texts(ana)
        missing.removeAll { line in seen.contains { Self.stands(line, in: $0) } }
        // Rows are drawn from the top: when what is typed stands below, all above it stands, too.
        ana.press(.pageUp)
        let isEmpty = page % 2 == 0
        if isEmpty { ana.type("x") } else { ana.press(.backspace) }
        try isEmpty ? ana.wait(for: "❯ x") : ana.waitUntilGone("❯ x")
      }
      let seen = Self.texts(ana)
      missing.removeAll { line in seen.contains { Self.stands(line, in: $0) } }
      #expect(missing.count == 0, "seed \(seed): \(missing.prefix(3).map(\.text))")
    }

    /// Terminals differ about these, libvterm from most: what is sent says in which column it goes on.
    @Test(arguments: [
      "👨‍👩‍👧‍👦", "🇩🇪", "👍🏽", "❤\u{FE0F}", "1\u{FE0F}\u{20E3}",
      "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
      "🧑🏻‍❤️‍💋‍🧑🏽", "🫩", "नि",
    ])
    func `I3 a cluster that terminals disagree about shifts nothing behind it`(
      cluster: String
    ) throws {
      let home = try PsstHome()
      defer { home.close() }
      try StoredWorld(in: home).receive(["\(cluster)tail"])
      let ana = try home.open("--account", "ana", rows: 40, columns: 100)
      try ana.wait(for: "Write to Bo", bound: Bound.start)
      try ana.wait(for: "tail")
      #expect(Width.of(Character(cluster)) == 2)
      let row = try #require(ana.row(containing: "tail"))
      let cells = ana.cells(inRow: row)
      #expect(cells[(Self.textColumn + 2)...].prefix(4).map(\.text).joined() == "tail")
      let sent = "\u{1B}[\(Self.textColumn + 1)G\(cluster)\u{1B}[\(Self.textColumn + 3)G"
      #expect(String(decoding: ana.output, as: UTF8.self).contains(sent), "whole, and then moved")
    }

    /// As our own cells have it: libvterm is none of the terminals that these settings are for.
    @Test(arguments: [
      ("", "●1", 1), ("wide-ambiguous = true", "●1", 2), ("", "❤\u{FE0F}1", 2),
      ("narrow-emoji = true", "❤\u{FE0F}1", 1),
    ])
    func `I3 a terminal that draws otherwise can be said to`(
      setting: String, text: String, width: Int
    ) throws {
      let home = try PsstHome()
      defer { home.close() }
      try home.write(setting + "\n", to: "config/config.toml")
      try StoredWorld(in: home).receive([text + String(repeating: "x", count: Self.textWidth - 2)])
      let ana = try home.open("--account", "ana", rows: 40, columns: 100)
      try ana.wait(for: "Write to Bo", bound: Bound.start)
      // It fits in one row, or is broken behind the first.
      let end = String(repeating: "x", count: Self.textWidth - 2)
      try ana.waitUntil("the text") { $0.contains("1" + end) }
      #expect(ana.contains(text + end) == (width == 1))
      let isASCII = setting.hasPrefix("wide")
      #expect(
        ana.contains(isASCII ? "Notes to self              |" : "Notes to self              │"))
    }

    private static func texts(_ session: TerminalSession) -> [[Cell]] {
      (0..<session.rows).map { Array(session.cells(inRow: $0).dropFirst(textColumn)) }
    }

    /// Each cluster in its own cells, and nothing behind them.
    private static func stands(_ line: PrintableText, in cells: [Cell]) -> Bool {
      var column = 0
      for cluster in line.clusters {
        guard column + cluster.width <= cells.count, cells[column].text == cluster.text,
          cells[column].width == cluster.width
        else { return false }
        column += cluster.width
      }
      return cells[column...].allSatisfy { $0.text == " " }
    }

    /// Single scalars of one and two columns, some with combining marks; no more than libvterm keeps in a cell.
    private static func text(_ dice: inout SeededGenerator) -> String {
      let ranges: [ClosedRange<UInt32>] = [
        0x21...0x7E, 0x21...0x7E, 0xA1...0xAC, 0xAE...0x17F, 0x391...0x3A1, 0x410...0x44F,
        0x5D0...0x5EA, 0x627...0x63A, 0xE01...0xE2E, 0x2190...0x21FF, 0x2500...0x257F,
        0x3041...0x3096, 0x4E00...0x9FCC, 0xAC00...0xD7A3, 0xFF01...0xFF5E, 0x1F600...0x1F64F,
        0x0...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069,
      ]
      var scalars = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 1...90, using: &dice) {
        let value = UInt32.random(in: ranges.randomElement(using: &dice)!, using: &dice)
        guard let scalar = Unicode.Scalar(value), !scalar.properties.isWhitespace else { continue }
        scalars.append(scalar)
        for _ in 0..<(Int.random(in: 0..<8, using: &dice) == 0 ? 3 : 0) {
          scalars.append(Unicode.Scalar(UInt32.random(in: 0x300...0x345, using: &dice))!)
        }
        if Int.random(in: 0..<9, using: &dice) == 0 { scalars.append(" ") }
      }
      return String(scalars)
    }
  }
}
