internal import Screen

/// What follows from a text in a composer, once it was asked for: each input asks some times. Shared by the copies of
/// a ``Composer`` as long as they are the same, and so tells them apart.
final class LaidOutText: Equatable {
  private var known: (width: Int, layout: ComposerLayout)?
  private var text: String?
  private var words: [WrittenWord]?

  /// The whole of it.
  func text(of buffer: TextBuffer) -> String {
    if let text { return text }
    let whole = buffer.text
    text = whole
    return whole
  }

  /// Those that a dictionary may know.
  func words(of buffer: TextBuffer) -> [WrittenWord] {
    if let words { return words }
    let found = WrittenWords.all(in: buffer.characters)
    words = found
    return found
  }

  /// At most `limit`: each key asks for them, and what lies beyond is not laid out for that.
  func rows(of buffer: TextBuffer, width: Int, limit: Int) -> Int {
    let enough = limit * max(1, width) + 1
    if known?.width != width, buffer.count > enough {
      let beginning = ComposerLayout(buffer.characters[..<enough], cursor: 0, width: width)
      if beginning.rows.count >= limit { return limit }
    }
    return min(limit, layout(of: buffer, width: width).rows.count)
  }

  func layout(of buffer: TextBuffer, width: Int) -> ComposerLayout {
    if let known, known.width == width { return known.layout }
    let layout = ComposerLayout(buffer.characters[...], cursor: buffer.cursor, width: width)
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

  /// What a character is to the breaking of rows.
  private enum Kind { case newline, space, other }

  /// - Parameter width: columns; one is kept free for the cursor after the last character.
  init(_ characters: ArraySlice<Character>, cursor: Int, width: Int) {
    let measured = characters.map(Self.measure)
    widths = measured.map(\.width)
    breakRows(measured.map(\.kind), room: max(1, width - 1))
    placeCursor(cursor)
  }

  /// Most characters are one byte, and to ask that is cheap; each frame measures all of them.
  private static func measure(_ character: Character) -> (kind: Kind, width: Int) {
    if character.utf8.count == 1, let byte = character.utf8.first, byte >= 0x20, byte < 0x7F {
      return (byte == 0x20 ? .space : .other, 1)
    }
    if character.isNewline { return (.newline, 0) }
    return (.other, PrintableText(String(character)).width)
  }

  private mutating func breakRows(_ kinds: [Kind], room: Int) {
    var start = 0
    var used = 0
    var afterSpace: Int?
    for (index, kind) in kinds.enumerated() {
      if kind == .newline {
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
      if kind == .space { afterSpace = index + 1 }
    }
    rows.append(start..<kinds.count)
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
