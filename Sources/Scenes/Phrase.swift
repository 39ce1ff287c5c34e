internal import Model
public import Screen
internal import Views

/// One way to say something in a scene: its words, what they mean for people, and what is made of them.
///
/// In a pattern lower case is as written; capitals stand for what differs: `WHO` somebody of the scene
/// (`PEER` not me, `FRIEND` and `DEVICE` as they were named), `GROUP` a group by its name, `REASON` for a
/// refusal, `NAME` any word, `TEXT` the rest of the line, `QUOTE` a text in quotation marks and `QUOTES` one or
/// more, `N` a number, `TIME` such as `2 s`, `SIZE` such as `80x24`, `KEYS` as in the key table, `ROLE` of a
/// theme, `STATUS` of a message, `PRESENCE`.
struct Phrase<Meaning>: Sendable {
  let words: [String]
  /// What happens, for the manual.
  let about: String
  let make: @Sendable (Match) -> Meaning

  init(_ pattern: String, _ about: String, _ make: @escaping @Sendable (Match) -> Meaning) {
    words = pattern.split(separator: " ").map(String.init)
    self.about = about
    self.make = make
  }
}

/// What stands in the places of a phrase.
struct Match {
  var texts: [String] = []
  var quotes: [String] = []
  var numbers: [Int] = []
  var times: [Int64] = []
  var keys: [Key] = []
  var size = Size(width: 0, height: 0)
  var role = Role.text
  var status = DeliveryStatus.sent
  var presence = Presence.online
  var reason = ""
  /// Of the names, in order.
  var people: [String] = []
  var group = ""

  var text: String { texts[0] }
  var who: String { people[0] }
}

/// Finds the phrase that a line is.
struct PhraseBook<Meaning>: Sendable {
  let phrases: [Phrase<Meaning>]

  /// - Parameters:
  ///   - start: the first token that counts.
  ///   - end: the first one after.
  ///   - people: who can be spoken of; I am the first.
  ///   - others: words that could have begun it, too.
  func read(
    _ line: SceneLine, _ start: Int, _ end: Int, people: People, others: [String] = []
  ) throws(SceneError) -> Meaning {
    var wrong = Wrong(index: start)
    for word in others { wrong.add(.init(description: "\"\(word)\"", words: [word]), at: start) }
    for phrase in phrases {
      var matcher = PhraseMatcher(line: line, at: start, end: end, people: people)
      if matcher.matches(phrase.words) { return phrase.make(matcher.match) }
      wrong.add(matcher.wanted, at: matcher.at)
    }
    throw wrong.error(in: line, end: end)
  }
}

/// What would have gone on furthest.
private struct Wrong {
  var index: Int
  private var wanted: [PhraseMatcher.Wanted] = []

  init(index: Int) { self.index = index }

  mutating func add(_ wish: PhraseMatcher.Wanted?, at place: Int) {
    guard let wish, place >= index else { return }
    if place > index { (index, wanted) = (place, []) }
    if !wanted.contains(wish) { wanted.append(wish) }
  }

  func error(in line: SceneLine, end: Int) -> SceneError {
    let place = line.place(of: index)
    let words = wanted.flatMap(\.words)
    guard index < end, index < line.tokens.count else {
      return .unreadable(at: place, what: "the line ends here; \(expected)")
    }
    let found = line.tokens[index].text
    if found.hasPrefix("\""), !line.tokens[index].isQuoted, expected.contains("quotation marks") {
      return .unreadable(at: place, what: "the quotation mark is not closed")
    }
    let nearest = NearestWord.of(found, among: words)
    let hint = nearest.map { "did you mean \"\($0)\"?" } ?? expected
    return .unreadable(at: place, what: "\"\(found)\" is not understood; \(hint)")
  }

  private var expected: String {
    let all = wanted.map(\.description)
    let some = all.prefix(8).joined(separator: ", ")
    return all.isEmpty
      ? "nothing more was expected" : "expected \(some)\(all.count > 8 ? ", …" : "")"
  }
}

/// Walks over a line along one phrase.
struct PhraseMatcher {
  /// What could have stood where the phrase did not go on.
  struct Wanted: Equatable {
    var description: String
    /// The words that would have done.
    var words: [String]
  }

  let line: SceneLine
  private(set) var at: Int
  let end: Int
  let people: People
  private(set) var match = Match()
  private(set) var wanted: Wanted?

  init(line: SceneLine, at start: Int, end: Int, people: People) {
    (self.line, at, self.end, self.people) = (line, start, end, people)
  }

  mutating func matches(_ words: [String]) -> Bool {
    for word in words {
      let isTaken = word.first?.isUppercase == true ? matchesPlace(word) : matchesWord(word)
      guard isTaken else {
        if wanted == nil { wanted = Self.wish(for: word, people) }
        return false
      }
    }
    if at < end { wanted = Wanted(description: "the end of the line", words: []) }
    return at == end
  }

  private var token: SceneLine.Token? { at < end ? line.tokens[at] : nil }

  private mutating func matchesWord(_ word: String) -> Bool {
    guard let token, !token.isQuoted, token.text == word else { return false }
    at += 1
    return true
  }

  private mutating func matchesPlace(_ kind: String) -> Bool {
    guard let token else { return false }
    switch kind {
    case "TEXT":
      match.texts.append(line.rest(from: at))
      at = end
      return true
    case "QUOTE", "QUOTES": return matchesQuotes(all: kind == "QUOTES")
    case "KEYS": return matchesKeys()
    case "TIME": return matchesTime()
    case _ where token.isQuoted: return false
    case "WHO", "PEER", "FRIEND", "DEVICE":
      let name = token.text == "me" ? people.me : token.text
      guard people.named(by: kind).contains(name) else { return false }
      match.people.append(name)
    case "GROUP":
      guard people.groups.contains(token.text) else { return false }
      match.group = token.text
    case "NAME": match.texts.append(token.text)
    default: guard matchesValue(kind, token.text) else { return false }
    }
    at += 1
    return true
  }

  private mutating func matchesValue(_ kind: String, _ text: String) -> Bool {
    switch kind {
    case "N": matchesNumber(text)
    case "REASON": put(Reason.all.first { $0 == text }, in: \.reason)
    case "SIZE": put(Size(word: text), in: \.size)
    case "ROLE": put(Role(rawValue: text), in: \.role)
    case "STATUS": put(DeliveryStatus(rawValue: text), in: \.status)
    case "PRESENCE": put(Presence(rawValue: text), in: \.presence)
    default: preconditionFailure("\(kind) is no place of a phrase")
    }
  }

  /// No sign; so many of anything are enough for a scene.
  private mutating func matchesNumber(_ text: String) -> Bool {
    guard let number = Int(text), (0...20_000).contains(number) else { return false }
    match.numbers.append(number)
    return true
  }

  private mutating func put<Value>(
    _ value: Value?, in place: WritableKeyPath<Match, Value>
  ) -> Bool {
    guard let value else { return false }
    match[keyPath: place] = value
    return true
  }

  private mutating func matchesQuotes(all: Bool) -> Bool {
    let start = at
    while let token, token.isQuoted, all || at == start {
      match.quotes.append(token.text)
      at += 1
    }
    return at > start
  }

  private mutating func matchesKeys() -> Bool {
    while let token {
      guard !token.isQuoted, let key = Key(label: token.text) else { return false }
      match.keys.append(key)
      at += 1
    }
    return !match.keys.isEmpty
  }

  /// `2 s` or `2s`.
  private mutating func matchesTime() -> Bool {
    guard let token, !token.isQuoted else { return false }
    let digits = token.text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int64(digits), number <= 1_000_000 else { return false }
    var unit = token.text.dropFirst(digits.count)
    var length = 1
    if unit.isEmpty, at + 1 < end {
      unit = line.tokens[at + 1].text[...]
      length = 2
    }
    guard let factor = Self.units.first(where: { $0.0 == unit })?.1 else {
      if token.text.count == digits.count { at += 1 }
      wanted = Wanted(description: "ms, s, min, h or days", words: Self.units.map(\.0))
      return false
    }
    match.times.append(number * factor)
    at += length
    return true
  }

  /// In milliseconds.
  private static let units: [(String, Int64)] = [
    ("ms", 1), ("s", 1_000), ("min", 60_000), ("h", 3_600_000), ("days", 86_400_000),
    ("day", 86_400_000),
  ]

  private static func wish(for word: String, _ people: People) -> Wanted {
    switch word {
    case "WHO", "PEER", "FRIEND", "DEVICE": wish(for: people.named(by: word), kind: word)
    case "GROUP": wish(for: people.groups, kind: word)
    case "NAME": Wanted(description: "a name", words: [])
    case "TEXT": Wanted(description: "a text", words: [])
    case "QUOTE", "QUOTES": Wanted(description: "a text in quotation marks", words: [])
    case "N": Wanted(description: "a number", words: [])
    case "TIME": Wanted(description: "a time such as 2 s", words: [])
    case "SIZE": Wanted(description: "a size such as 80x24", words: [])
    case "KEYS": Wanted(description: "keys such as Ctrl-K", words: Key.names)
    case "ROLE":
      Wanted(description: "a role of the theme", words: Role.allCases.map(\.rawValue))
    case "REASON": Wanted(description: "a reason such as forbidden", words: Reason.all)
    case "STATUS":
      Wanted(description: "a status", words: DeliveryStatus.allCases.map(\.rawValue))
    case "PRESENCE": Wanted(description: "a presence", words: ["online", "away", "offline"])
    default: Wanted(description: "\"\(word)\"", words: [word])
    }
  }
}

extension PhraseMatcher {
  fileprivate static func wish(for names: [String], kind: String) -> Wanted {
    guard names.isEmpty else {
      return Wanted(description: "one of \(names.joined(separator: ", "))", words: names)
    }
    let missing =
      switch kind {
      case "DEVICE": "a device of mine, of whom"
      case "GROUP": "a group, of which"
      default: "a friend, of whom"
      }
    return Wanted(description: "\(missing) the scene names none", words: [])
  }
}

/// Who can be spoken of.
struct People {
  var me = ""
  var friends: [String] = []
  var devices: [String] = []
  var colleagues: [String] = []
  var groups: [String] = []

  /// Whom a place of a phrase can name.
  func named(by kind: String) -> [String] {
    switch kind {
    case "WHO": [me] + friends + devices + colleagues
    case "FRIEND": friends
    case "DEVICE": devices
    default: friends + devices + colleagues
    }
  }
}

extension Size {
  /// `80x24`; at least 1x1.
  public init?(word: String) {
    let parts = word.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
      (1...500).contains(width), (1...200).contains(height)
    else { return nil }
    self.init(width: width, height: height)
  }
}
