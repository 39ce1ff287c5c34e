internal import Model

/// A message's text as far as it is laid out without being asked for (Z4): a stranger's may be a quarter of a
/// million characters, and some of them take five columns each.
struct LongText {
  /// What psst itself sends is never cut, unless it is of characters made of many others.
  static let mostCharacters = Message.longestText
  static let mostBytes = 65_536

  let shown: Substring
  private let rest: Substring

  init(_ text: String) {
    let end = text.utf8.count <= Self.mostCharacters ? text.endIndex : Self.end(of: text)
    shown = text[..<end]
    rest = text[end...]
  }

  var isCut: Bool { !rest.isEmpty }

  /// Characters that are not shown; costs what they are.
  var missing: Int { rest.count }

  private static func end(of text: String) -> String.Index {
    let bytes = text.utf8
    let byCharacters = text.index(
      text.startIndex, offsetBy: mostCharacters, limitedBy: text.endIndex)
    let byBytes = bytes.index(bytes.startIndex, offsetBy: mostBytes, limitedBy: bytes.endIndex)
    let end = min(byCharacters ?? text.endIndex, byBytes ?? text.endIndex)
    // Never in the middle of a scalar.
    return text.unicodeScalars.index(atOrBefore: end)
  }

  /// A text in pieces that can be laid out one after the other, so that never all of it is held twice.
  static func pieces(of line: Substring) -> [Substring] {
    guard line.utf8.count > mostCharacters else { return [line] }
    var pieces: [Substring] = []
    var rest = line
    while !rest.isEmpty {
      let end = rest.index(rest.startIndex, offsetBy: mostCharacters, limitedBy: rest.endIndex)
      pieces.append(rest[..<(end ?? rest.endIndex)])
      rest = rest[(end ?? rest.endIndex)...]
    }
    return pieces
  }
}

extension String.UnicodeScalarView {
  fileprivate func index(atOrBefore index: String.Index) -> String.Index {
    index.samePosition(in: self) ?? self.index(before: index)
  }
}
