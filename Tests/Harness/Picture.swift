/// What a terminal shows, as text: its characters, and how each of them looks.
public struct Picture: Equatable, Sendable {
  /// The rows, without the blanks at their ends.
  public var rows: [String]
  /// What each letter of the grid stands for, then a grid of the size of the screen: a letter for each
  /// cell that does not look as the terminal's own default does.
  public var looks: [String]

  public init(_ session: TerminalSession) {
    rows = session.lines
    var legend = Legend()
    let grid = (0..<session.rows).map { row in
      // The right half of a wide character looks as its left half does, whatever was there before.
      let letters = session.cells(inRow: row).reduce(into: [Character]()) { letters, cell in
        letters.append(cell.width == 0 ? letters.last ?? " " : legend.letter(of: cell))
      }
      return Self.trimmed(String(letters))
    }
    looks = legend.lines + grid
  }

  private static func trimmed(_ row: String) -> String {
    String(row.reversed().drop { $0 == " " }.reversed())
  }

  /// Gives letters to looks, in the order in which they are met.
  private struct Legend {
    private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    private var known: [String] = []

    var lines: [String] { zip(Self.letters, known).map { "\($0) = \($1)" } }

    mutating func letter(of cell: Cell) -> Character {
      guard let look = Self.words(cell) else { return " " }
      let index = known.firstIndex(of: look) ?? known.count
      if index == known.count { known.append(look) }
      return Self.letters[index % Self.letters.count]
    }

    /// `nil` for the default look, and for a blank of which nothing is seen.
    private static func words(_ cell: Cell) -> String? {
      var words: [String] = []
      let isSeen =
        cell.text != " " || cell.isReverse || cell.isUnderlined || cell.background >= 0
      if cell.foreground >= 0, isSeen { words.append(color(cell.foreground)) }
      if cell.background >= 0 { words.append("on \(color(cell.background))") }
      let attributes = [
        ("bold", cell.isBold && isSeen), ("italic", cell.isItalic && isSeen),
        ("underlined", cell.isUnderlined), ("reverse", cell.isReverse),
      ]
      words += attributes.filter(\.1).map(\.0)
      return words.isEmpty ? nil : words.joined(separator: " ")
    }

    private static let names = [
      "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
    ]

    private static func color(_ number: Int) -> String {
      switch number {
      case 0..<8: names[number]
      case 8..<16: "bright-\(names[number - 8])"
      case ..<0x1000000: "color-\(number)"
      default: "#" + String(number & 0xFFFFFF, radix: 16)
      }
    }
  }
}
