/// The name of somebody in a group, or the emoji of a `:code`, in the place of what one has typed of it; asked again at
/// once, another that begins so.
struct NameCompletion {
  /// What there was to complete.
  enum Outcome: Equatable {
    case completed
    /// No name begins with this word.
    case unknown(String)
    /// No word stands left of the cursor.
    case nothing
  }

  /// Those that begin with what was typed, in the order in which they are offered.
  private let names: [String]
  private var index = 0
  /// Where in the text it stands, and what follows the name.
  private var range: Range<Int>
  private let ending: String
  /// The text as the last one left it: after any other change one begins anew.
  private var left: TextBuffer?

  /// - Parameter names: the first is offered first.
  init?(in buffer: TextBuffer, of names: [String]) {
    let (characters, cursor) = (buffer.characters, buffer.cursor)
    let longest = names.map(\.count).max() ?? 0
    // A name may have blanks in it: the longest that is one's beginning counts.
    for start in max(0, cursor - longest)..<cursor
    where Self.begins(at: start, in: characters) {
      let typed = characters[start..<cursor].joined.lowercased()
      let found = names.filter { $0.lowercased().hasPrefix(typed) }
      guard !found.isEmpty else { continue }
      self.names = found
      range = start..<cursor
      let isFollowed = cursor < characters.count && characters[cursor].isWhitespace
      // As everywhere where groups are talked in: who begins with a name speaks to its bearer.
      ending = (start == 0 ? ":" : "") + (isFollowed ? "" : " ")
      return
    }
    return nil
  }

  /// - Parameter code: what stands left of the cursor, as ``emojiCode(in:)`` has it.
  init?(emoji code: String, in buffer: TextBuffer) {
    names = EmojiCodes.emoji(for: code)
    guard !names.isEmpty else { return nil }
    let (characters, cursor) = (buffer.characters, buffer.cursor)
    range = (cursor - code.count - 1)..<cursor
    ending = cursor < characters.count && characters[cursor].isWhitespace ? "" : " "
  }

  /// `smile` where `:smile` stands left of the cursor, at the beginning of a word.
  static func emojiCode(in buffer: TextBuffer) -> String? {
    let before = buffer.characters[..<buffer.cursor]
    guard let colon = before.lastIndex(of: ":"), begins(at: colon, in: buffer.characters) else {
      return nil
    }
    let code = before[(colon + 1)...]
    let isCode = code.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "_+-".contains($0))
    }
    return code.isEmpty || !isCode ? nil : code.joined
  }

  /// Whether a word could begin there.
  private static func begins(at index: Int, in characters: [Character]) -> Bool {
    guard !characters[index].isWhitespace else { return false }
    return index == 0 || characters[index - 1].isWhitespace
      || "@(\"'".contains(characters[index - 1])
  }

  /// The one after it, as long as it stands there as it was put; `nil` where it does not.
  func next(in buffer: TextBuffer) -> NameCompletion? {
    guard let left, left.cursor == buffer.cursor, left.characters == buffer.characters else {
      return nil
    }
    var next = self
    next.index = (index + 1) % names.count
    return next
  }

  /// Writes it.
  mutating func put(in buffer: inout TextBuffer) {
    buffer.replace(range, with: names[index] + ending)
    range = range.lowerBound..<buffer.cursor
    left = buffer
  }

  /// What stands left of the cursor up to the blank before it.
  static func word(in buffer: TextBuffer) -> String {
    let before = buffer.characters[..<buffer.cursor]
    let start = before.lastIndex { $0.isWhitespace }.map { $0 + 1 } ?? 0
    return before[start...].joined
  }
}
