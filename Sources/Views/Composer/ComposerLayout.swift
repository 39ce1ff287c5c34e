internal import Screen

/// The rows of a text that were broken already: each input asks for them some times. Shared by the copies of a
/// ``Composer`` as long as they are the same, and so tells them apart.
final class LaidOutText: Equatable {
  private var known: (width: Int, layout: ComposerLayout)?

  func layout(of buffer: TextBuffer, width: Int) -> ComposerLayout {
    if let known, known.width == width { return known.layout }
    let layout = ComposerLayout(buffer, width: width)
    known = (width, layout)
    return layout
  }

  static func == (left: LaidOutText, right: LaidOutText) -> Bool { left === right }
}

/// A text broken into rows of a composer, and where its cursor is.
struct ComposerLayout {
  /// The characters of each row; a line feed belongs to no row.
  private(set) var rows: [Range<Int>] = []
  private(set) var cursorRow = 0
  private(set) var cursorColumn = 0
  private let widths: [Int]

  /// - Parameter width: columns; one is kept free for the cursor after the last character.
  init(_ buffer: TextBuffer, width: Int) {
    widths = buffer.characters.map(Self.width)
    breakRows(buffer.characters, room: max(1, width - 1))
    placeCursor(buffer.cursor)
  }

  private static func width(_ character: Character) -> Int {
    if let ascii = character.asciiValue, ascii >= 0x20, ascii < 0x7F { return 1 }
    return character.isNewline ? 0 : PrintableText(String(character)).width
  }

  private mutating func breakRows(_ characters: [Character], room: Int) {
    var start = 0
    var used = 0
    var afterSpace: Int?
    for (index, character) in characters.enumerated() {
      if character.isNewline {
        rows.append(start..<index)
        (start, used, afterSpace) = (index + 1, 0, nil)
        continue
      }
      if used + widths[index] > room, index > start {
        let end = afterSpace ?? index
        rows.append(start..<end)
        (start, used, afterSpace) = (end, widths[end..<index].reduce(0, +), nil)
      }
      used += widths[index]
      if character == " " { afterSpace = index + 1 }
    }
    rows.append(start..<characters.count)
  }

  private mutating func placeCursor(_ cursor: Int) {
    cursorRow = rows.lastIndex { $0.lowerBound <= cursor } ?? 0
    cursorColumn = widths[rows[cursorRow].lowerBound..<cursor].reduce(0, +)
  }

  /// The character nearest to a column of a row.
  func index(row: Int, column: Int) -> Int {
    var index = rows[row].lowerBound
    var used = 0
    while index < rows[row].upperBound, used + widths[index] <= column {
      used += widths[index]
      index += 1
    }
    let isWrapped = row + 1 < rows.count && rows[row + 1].lowerBound == rows[row].upperBound
    let isPastEnd = index == rows[row].upperBound && isWrapped && index > rows[row].lowerBound
    return isPastEnd ? index - 1 : index
  }
}
