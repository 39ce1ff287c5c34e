/// One line of a scene's text, cut into words.
struct SceneLine {
  /// A word, or a text in quotation marks.
  struct Token: Equatable {
    var text: String
    var isQuoted: Bool
    /// Of its first character in the line, from 1.
    var column: Int
    /// Where the line goes on from here, in characters.
    fileprivate var start: Int
  }

  var place: SceneError.Place
  private let characters: [Character]
  private(set) var tokens: [Token] = []

  /// `nil` for a line that says nothing: empty, or a comment.
  init?(_ text: Substring, file: String, line: Int) {
    place = SceneError.Place(file: file, line: line, column: 1)
    characters = Array(text)
    cut()
    guard let first = tokens.first, first.isQuoted || !first.text.hasPrefix("#") else { return nil }
  }

  /// All that stands in it.
  var text: String { rest(from: 0) }

  /// All from a token to the line's end as it stands, or what is between quotation marks where that is all.
  func rest(from index: Int) -> String {
    if index == tokens.count - 1, tokens[index].isQuoted { return tokens[index].text }
    let rest = characters[tokens[index].start...]
    return String(rest.trimmingSuffix { $0.isWhitespace })
  }

  func place(of index: Int) -> SceneError.Place {
    var place = place
    place.column = index < tokens.count ? tokens[index].column : characters.count + 1
    return place
  }

  private mutating func cut() {
    var at = 0
    while at < characters.count {
      if characters[at].isWhitespace {
        at += 1
      } else if characters[at] == "\"" {
        quoted(&at)
      } else {
        word(&at, from: at)
        if tokens.count == 1, tokens[0].text.hasPrefix("#") { return }
      }
    }
  }

  private mutating func word(_ at: inout Int, from start: Int) {
    at = characters[start...].firstIndex(where: \.isWhitespace) ?? characters.count
    let text = String(characters[start..<at])
    tokens.append(Token(text: text, isQuoted: false, column: start + 1, start: start))
  }

  /// `\"`, `\\` and `\n` stand for a quotation mark, a backslash and a new line. A mark that nothing closes is
  /// part of a word.
  private mutating func quoted(_ at: inout Int) {
    let start = at
    var text = ""
    at += 1
    while at < characters.count, characters[at] != "\"" {
      if characters[at] == "\\", at + 1 < characters.count {
        at += 1
        text.append(characters[at] == "n" ? "\n" : characters[at])
      } else {
        text.append(characters[at])
      }
      at += 1
    }
    guard at < characters.count else { return word(&at, from: start) }
    at += 1
    tokens.append(Token(text: text, isQuoted: true, column: start + 1, start: start))
  }
}

extension ArraySlice<Character> {
  fileprivate func trimmingSuffix(while isGone: (Character) -> Bool) -> ArraySlice<Character> {
    guard let last = lastIndex(where: { !isGone($0) }) else { return [] }
    return self[startIndex...last]
  }
}
