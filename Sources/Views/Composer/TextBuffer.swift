/// Text with a cursor, edited the way a shell's line is.
struct TextBuffer: Equatable {
  private(set) var characters: [Character] = []
  /// Before which character the cursor stands, 0 … count.
  private(set) var cursor = 0
  /// What deletions by word or line took, the latest last; ``yank()`` puts it back.
  private var ring = KillRing()

  var text: String { characters.joined }
  var isEmpty: Bool { characters.isEmpty }
  var count: Int { characters.count }

  init(_ text: String = "") { replace(with: text) }

  /// Takes a new text, the cursor at its end; what was killed can still be put back.
  mutating func replace(with text: String) {
    characters = text.map { $0.isNewline ? "\n" : $0 }
    cursor = characters.count
  }

  /// Puts text at the cursor; every kind of line end becomes a line feed.
  mutating func insert(_ text: String) {
    insert(text.map { $0.isNewline ? "\n" : $0 })
  }

  /// Puts text in the place of another, the cursor behind it.
  mutating func replace(_ range: Range<Int>, with text: String) {
    characters.removeSubrange(range)
    cursor = range.lowerBound
    insert(text)
  }

  /// Puts a word in the place of another, which can be put back as what was deleted last; the cursor stays where it is
  /// in the text.
  mutating func correct(_ range: Range<Int>, with text: String) {
    let (before, after) = (cursor, characters.count - cursor)
    cursor = range.upperBound
    kill(from: range.lowerBound)
    insert(text)
    if before >= range.upperBound {
      move(to: characters.count - after)
    } else if before < range.lowerBound {
      move(to: before)
    }
  }

  private mutating func insert(_ new: [Character]) {
    let tail = characters.count - cursor
    characters.insert(contentsOf: new, at: cursor)
    // A combining mark joins the character before it: count clusters again where that can be.
    if new.contains(where: { !$0.isASCII }) {
      regroup(tail: tail)
    } else {
      cursor += new.count
    }
  }

  private mutating func regroup(tail: Int) {
    let head = Array(characters.dropLast(tail).joined)
    let rest = Array(characters.suffix(tail))
    characters = head + rest
    cursor = head.count
  }

  mutating func move(to index: Int) { cursor = min(max(index, 0), characters.count) }

  mutating func left() { move(to: cursor - 1) }
  mutating func right() { move(to: cursor + 1) }
  mutating func wordLeft() { cursor = startOfWord() }
  mutating func wordRight() { cursor = endOfWord() }
  mutating func lineStart() { cursor = startOfLine() }

  mutating func lineEnd() {
    cursor = characters[cursor...].firstIndex { $0.isNewline } ?? characters.count
  }

  mutating func deleteLeft() {
    guard cursor > 0 else { return }
    cursor -= 1
    characters.remove(at: cursor)
  }

  mutating func deleteRight() {
    guard cursor < characters.count else { return }
    characters.remove(at: cursor)
  }

  mutating func deleteWord() {
    var start = cursor
    while start > 0, characters[start - 1].isWhitespace { start -= 1 }
    while start > 0, !characters[start - 1].isWhitespace { start -= 1 }
    kill(from: start)
  }

  mutating func deleteWordRight() {
    let start = cursor
    wordRight()
    kill(from: start)
  }

  mutating func deleteToStart() { kill(from: startOfLine()) }

  mutating func deleteToEnd() {
    let start = cursor
    lineEnd()
    kill(from: start)
  }

  /// Puts back what was deleted last; again at once, what was deleted before that in its place.
  mutating func yank() {
    guard let text = ring.next(at: cursor, in: characters) else { return }
    characters.removeSubrange(text.replaced)
    cursor = text.replaced.lowerBound
    insert(text.killed)
    ring.wasPut(text.replaced.lowerBound..<cursor, in: characters)
  }

  /// Takes everything away; it can be put back.
  mutating func clear() {
    cursor = characters.count
    kill(from: 0)
  }

  private mutating func kill(from start: Int) {
    guard start < cursor else { return }
    let killed = Array(characters[start..<cursor])
    let before = characters
    characters.removeSubrange(start..<cursor)
    ring.add(killed, endingAt: cursor, of: before, leaving: characters)
    cursor = start
  }

  private func startOfLine() -> Int {
    characters[..<cursor].lastIndex { $0.isNewline }.map { $0 + 1 } ?? 0
  }

  private func startOfWord() -> Int {
    var index = cursor
    while index > 0, !characters[index - 1].isWordPart { index -= 1 }
    while index > 0, characters[index - 1].isWordPart { index -= 1 }
    return index
  }

  private func endOfWord() -> Int {
    var index = cursor
    while index < characters.count, !characters[index].isWordPart { index += 1 }
    while index < characters.count, characters[index].isWordPart { index += 1 }
    return index
  }
}

extension Collection<Character> {
  /// They are joined for each key: `String.init` of any sequence takes five times as long.
  var joined: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for character in self { bytes.append(contentsOf: character.utf8) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Character {
  fileprivate var isWordPart: Bool { isLetter || isNumber }
}
