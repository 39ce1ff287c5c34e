internal import Model
internal import Screen

/// A word in a composer that a dictionary may know.
struct WrittenWord: Equatable {
  /// Its characters.
  var range: Range<Int>
  /// As a dictionary has it: with a plain apostrophe.
  var text: String

  /// Whether a cursor stands in it, or at its begin or end.
  func touches(_ cursor: Int) -> Bool { range.lowerBound <= cursor && cursor <= range.upperBound }
}

/// Finds the words of a text whose spelling can be right or wrong: none of commands, addresses, names of files, mentions,
/// codes of emoji, quotations and code, none with digits, none in capitals alone, and none of scripts without blanks.
struct WrittenWords {
  /// Characters; what is longer is no word.
  private static let longest = 40

  private let characters: [Character]
  /// One byte for each: itself where it is ASCII, that of an apostrophe for a curly one, a space for white space,
  /// ``letter`` and ``PrintableText/other`` for the rest. Each key has all of them looked at, and to ask a byte is cheap.
  private let outline: [UInt8]
  private var found: [WrittenWord] = []

  private init(_ characters: [Character]) {
    self.characters = characters
    outline = characters.map(Self.outline)
  }

  /// No ASCII.
  private static let letter: UInt8 = 0x81
  private static let space = UInt8(ascii: " ")
  private static let apostrophe = UInt8(ascii: "'")

  private static func outline(_ character: Character) -> UInt8 {
    if character.utf8.count == 1, let byte = character.utf8.first { return byte }
    if character.isLetter { return letter }
    if character == "’" { return apostrophe }
    return character.isWhitespace ? space : PrintableText.other
  }

  /// In their order; none of a text that is too long to be sent.
  static func all(in characters: [Character]) -> [WrittenWord] {
    guard !characters.isEmpty, characters.count <= Message.longestText, !isCommand(characters)
    else { return [] }
    var words = WrittenWords(characters)
    words.readLines()
    return words.found
  }

  private static func isCommand(_ characters: [Character]) -> Bool {
    characters[0] == "/" && TypedLine(characters.joined).map { $0.word != "me" } ?? false
  }

  private mutating func readLines() {
    var styling = MessageStyling()
    var start = 0
    while start < characters.count {
      let end = outline[start...].firstIndex(of: UInt8(ascii: "\n")) ?? outline.count
      let marks = styling.marks(of: Array(outline[start..<end]))
      readTokens(start..<end, marks)
      start = end + 1
    }
  }

  private mutating func readTokens(_ line: Range<Int>, _ marks: [TextMarks]) {
    var start = line.lowerBound
    while start < line.upperBound {
      let blank = outline[start..<line.upperBound].firstIndex { $0 == 0x20 || $0 == 0x09 }
      let end = blank ?? line.upperBound
      let isText = marks[(start - line.lowerBound)..<(end - line.lowerBound)].allSatisfy {
        $0.isDisjoint(with: [.code, .quote])
      }
      if isText, !isName(start..<end) { readWords(start..<end) }
      start = end + 1
    }
  }

  // MARK: What stands between blanks

  /// It is an address, a path, a mention, the code of an emoji, or else a name that computers read.
  private func isName(_ token: Range<Int>) -> Bool {
    let inner = token.drop { "(\"'*_~".utf8.contains(outline[$0]) }
    guard let first = inner.first else { return false }
    if "/#".utf8.contains(outline[first]) { return true }
    if outline[first] == UInt8(ascii: ":"), inner.count > 1, isLetter(first + 1) { return true }
    return token.contains { place in
      switch outline[place] {
      case UInt8(ascii: "@"), UInt8(ascii: "\\"): true
      case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "="): isInner(place, of: token)
      case UInt8(ascii: ":"), UInt8(ascii: "~"):
        place + 1 < token.upperBound && outline[place + 1] == UInt8(ascii: "/")
      default: false
      }
    }
  }

  /// Between two letters or digits.
  private func isInner(_ place: Int, of token: Range<Int>) -> Bool {
    place > token.lowerBound && place + 1 < token.upperBound && isPart(place - 1)
      && isPart(place + 1)
  }

  // MARK: Words

  private mutating func readWords(_ token: Range<Int>) {
    var start = token.lowerBound
    while start < token.upperBound {
      guard isPart(start) else {
        start += 1
        continue
      }
      var end = start + 1
      while end < token.upperBound, isPart(end) || isApostrophe(end) && isInner(end, of: token) {
        end += 1
      }
      add(start..<end)
      start = end
    }
  }

  private mutating func add(_ range: Range<Int>) {
    guard (2...Self.longest).contains(range.count), range.contains(where: { !isCapital($0) }),
      range.allSatisfy({ isLetter($0) && !isUnspaced($0) || isApostrophe($0) })
    else { return }
    let text = characters[range].joined
    let hasApostrophe = range.contains(where: isApostrophe)
    found.append(
      WrittenWord(range: range, text: hasApostrophe ? text.replacing("’", with: "'") : text))
  }

  private func isApostrophe(_ place: Int) -> Bool { outline[place] == Self.apostrophe }

  private func isPart(_ place: Int) -> Bool {
    (0x30...0x39).contains(outline[place]) || isLetter(place)
      || outline[place] == PrintableText.other && characters[place].isNumber
  }

  private func isLetter(_ place: Int) -> Bool {
    let byte = outline[place]
    return byte == Self.letter || (0x61...0x7A).contains(byte | 0x20)
  }

  /// As in `XMPP`, which stands in no dictionary.
  private func isCapital(_ place: Int) -> Bool {
    let byte = outline[place]
    return byte == Self.letter
      ? characters[place].isUppercase : byte == Self.apostrophe || (0x41...0x5A).contains(byte)
  }

  /// Where no blanks part the words, nothing tells where one ends.
  private func isUnspaced(_ place: Int) -> Bool {
    outline[place] == Self.letter
      && characters[place].unicodeScalars.contains { scalar in
        scalar.properties.isIdeographic || Self.unspaced.contains { $0.contains(scalar.value) }
      }
  }

  /// Thai and Lao, Myanmar, Khmer, kana.
  private static let unspaced: [ClosedRange<UInt32>] = [
    0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x31F0...0x31FF,
    0xFF66...0xFF9F,
  ]
}
