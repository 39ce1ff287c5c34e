/// Texts in scripts that put no spaces between words, or endings right behind them: Chinese, Japanese, Korean,
/// Thai, Lao, Khmer, Burmese; and emoji and other signs. What is looked for stands anywhere in them, so the index takes each of their
/// letters with the one that follows: 今日本 is 今日, 日本 and 本.
enum UnspacedText {
  /// A stretch of a text in these scripts: its letters, each with the marks on it.
  typealias Run = [Substring.UnicodeScalarView]

  /// The text as it is given to the index: its stretches cut into pairs, all else as it is.
  static func cut(_ text: String) -> String {
    guard canHaveRuns(text) else { return text }
    var result = ""
    var end = text.unicodeScalars.startIndex
    forEachRun(in: text) { run, range in
      result.unicodeScalars.append(contentsOf: text.unicodeScalars[end..<range.lowerBound])
      result += pairs(of: run).reduce(into: " ") { $0 += $1 + " " }
      end = range.upperBound
    }
    result.unicodeScalars.append(contentsOf: text.unicodeScalars[end...])
    return result
  }

  /// Each letter with the next; the last one is alone.
  static func pairs(of run: Run) -> [String] {
    run.indices.map { index in
      var pair = String.UnicodeScalarView()
      for letter in run[index..<min(index + 2, run.count)] {
        pair.append(contentsOf: isSign(letter) ? word(of: letter) : letter)
      }
      return String(pair)
    }
  }

  /// A sign as a word that SQLite's tables know, however new it is, and whatever colour or shape is asked for behind it:
  /// U+1F44D is `1f44d` behind a letter of private use.
  private static func word(of sign: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
    let number = String(sign.first?.value ?? 0, radix: 16)
    let word = "\u{E001}" + String(repeating: "0", count: 6 - number.count) + number
    return Substring(word).unicodeScalars
  }

  static func isSign(_ letter: Substring.UnicodeScalarView) -> Bool {
    letter.first.map(isSign) ?? false
  }

  private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x2000 && scalar.properties.generalCategory == .otherSymbol
  }

  /// The text without its stretches: as many spaces as they have bytes, so that all else keeps its place.
  static func blanked(_ text: String) -> String {
    guard canHaveRuns(text) else { return text }
    var bytes = Array(text.utf8)
    forEachRun(in: text) { _, range in
      let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
      let count = text.utf8.distance(from: range.lowerBound, to: range.upperBound)
      for place in start..<start + count { bytes[place] = 0x20 }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Visits the stretches of a text in its order.
  static func forEachRun(in text: String, _ visit: (Run, Range<String.Index>) -> Void) {
    guard canHaveRuns(text) else { return }
    let scalars = text.unicodeScalars
    var run: Run = []
    var letter: String.Index?
    func endLetter(_ end: String.Index) {
      if let start = letter { run.append(scalars[start..<end]) }
      letter = nil
    }
    func endRun(_ end: String.Index) {
      endLetter(end)
      if let first = run.first { visit(run, first.startIndex..<end) }
      run = []
    }
    for index in scalars.indices {
      if isLetter(scalars[index]) {
        endLetter(index)
        letter = index
      } else if letter == nil || !isMark(scalars[index]) {
        endRun(index)
      }
    }
    endRun(scalars.endIndex)
  }

  /// None of these scripts has a letter of fewer than three bytes: most texts are through at once.
  private static func canHaveRuns(_ text: String) -> Bool { text.utf8.contains { $0 >= 0xE0 } }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    if isSign(scalar) { return true }
    guard scripts.contains(where: { $0.contains(scalar.value) }) else { return false }
    switch scalar.properties.generalCategory {
    case .otherLetter, .modifierLetter, .letterNumber: return true
    default: return false
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    // What makes one picture of several signs, and their colours.
    case .format: scalar == "\u{200D}" || (0xE0020...0xE007F).contains(scalar.value)
    case .modifierSymbol: scalar.properties.isEmojiModifier
    default: false
    }
  }

  /// Blocks of the Unicode Character Database (Blocks.txt), the most frequent first.
  private static let scripts: [ClosedRange<UInt32>] = [
    0x3005...0x318F, 0x4E00...0x9FFF, 0xAC00...0xD7FF, 0x0E00...0x0EFF, 0x1000...0x109F,
    0x1100...0x11FF, 0x1780...0x17FF, 0x31A0...0x31FF, 0x3400...0x4DBF, 0xA960...0xA97F,
    0xA9E0...0xA9FF, 0xAA60...0xAA7F, 0xF900...0xFAFF, 0xFF66...0xFFDC, 0x1AFF0...0x1B16F,
    0x20000...0x3FFFF,
  ]
}
