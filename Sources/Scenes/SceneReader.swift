internal import Model
internal import Screen

extension Scene {
  /// Reads a scene's text.
  /// - Parameters:
  ///   - name: what errors call it.
  ///   - find: the text of a scene that is included, by its name; `nil` where there is none.
  public static func parse(
    _ text: String, name: String, finding find: (String) -> String?
  ) throws(SceneError) -> Scene {
    var reader = SceneReader(scene: Scene(name: name))
    try reader.read(text, name, depth: 0, find)
    guard !reader.scene.steps.isEmpty else {
      let place = SceneError.Place(file: name, line: 1, column: 1)
      throw .unreadable(at: place, what: "nothing happens in this scene")
    }
    return reader.scene
  }
}

/// Reads line by line, headers first.
private struct SceneReader {
  /// Includes within includes.
  private static let deepest = 8
  /// Steps and included lines together.
  private static let mostSteps = 20_000
  private static let longest = 1_000_000

  var scene: Scene
  /// Words that can stand only once, and do.
  private var names: Set<String> = []

  init(scene: Scene) { self.scene = scene }

  mutating func read(
    _ text: String, _ file: String, depth: Int, _ find: (String) -> String?
  ) throws(SceneError) {
    guard text.utf8.count <= Self.longest else {
      let place = SceneError.Place(file: file, line: 1, column: 1)
      throw .unreadable(at: place, what: "over \(Self.longest) bytes are too many for a scene")
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, text) in lines.enumerated() {
      guard let line = SceneLine(text, file: file, line: number + 1) else { continue }
      if line.tokens[0].text == "include", line.tokens.count == 2 {
        try include(line, depth, find)
      } else {
        try read(line)
      }
      guard scene.steps.count <= Self.mostSteps else {
        throw .unreadable(at: line.place, what: "over \(Self.mostSteps) steps are too many")
      }
    }
  }

  private mutating func include(
    _ line: SceneLine, _ depth: Int, _ find: (String) -> String?
  ) throws(SceneError) {
    let name = line.tokens[1].text
    guard depth < Self.deepest else {
      throw .unreadable(at: line.place(of: 1), what: "scenes that include each other end nowhere")
    }
    guard let text = find(name) else {
      let nearest = NearestWord.of(name, among: ShippedScenes.names)
      let hint = nearest.map { "; did you mean \"\($0)\"?" } ?? ""
      throw .unreadable(at: line.place(of: 1), what: "there is no scene \"\(name)\"\(hint)")
    }
    // As if its lines stood here.
    try read(text, name, depth: depth + 1, find)
  }

  private mutating func read(_ line: SceneLine) throws(SceneError) {
    let first = line.tokens[0].text
    if Self.headers.contains(first), !isStep(line) { return try readHeader(line) }
    scene.steps.append(
      Step(place: line.place(of: 0), line: line.text, kind: try step(line, first)))
  }

  /// `me` and `crowd` begin steps, too.
  private func isStep(_ line: SceneLine) -> Bool {
    ["me", "crowd"].contains(line.tokens[0].text) && line.tokens.count > 2
  }

  private static let headers = Set(PlayBook.header.phrases.map { $0.words[0] })

  private mutating func readHeader(_ line: SceneLine) throws(SceneError) {
    let word = line.tokens[0].text
    guard scene.steps.isEmpty else {
      throw .unreadable(
        at: line.place(of: 0), what: "\"\(word)\" can only stand before the first step")
    }
    let change = try PlayBook.header.read(line, 0, line.tokens.count, people: people)
    change(&scene)
    if word == "me", !names.insert(word).inserted {
      throw .unreadable(at: line.place(of: 0), what: "who I am is said already")
    }
    try check(line)
  }

  /// What the words alone do not tell.
  private func check(_ line: SceneLine) throws(SceneError) {
    if let problem = Self.problem(of: scene, line) {
      throw .unreadable(at: line.place(of: 1), what: problem)
    }
  }

  private static func problem(of scene: Scene, _ line: SceneLine) -> String? {
    let value = line.tokens[1].text
    switch line.tokens[0].text {
    case "account" where !scene.colleagues.isEmpty:
      return "colleagues come after the account that they are of"
    case "colleague" where scene.account == nil:
      return "whose colleague is said first: account NAME"
    case "me", "friend", "device", "group", "account", "colleague":
      let isName = JID("\(value)@a.example")?.local == value && !value.contains(" ")
      if !isName || value.contains("/") { return "\"\(value)\" cannot be a name in an address" }
      if line.tokens[0].text == "group" {
        let isRepeated = scene.groups.filter { $0 == value }.count > 1
        return isRepeated ? "\(value) is there already" : nil
      }
      if line.tokens[0].text == "account" { return nil }
      if value == "me", line.tokens[0].text != "me" { return "\"me\" is who sits at the screen" }
      if scene.people.filter({ $0 == value }).count > 1 { return "\(value) is there already" }
      return nil
    case "theme" where !Theme.shippedNames.contains(value):
      return unknown("theme", value, Theme.shippedNames)
    case "policy" where SendPolicy(rawValue: value) == nil:
      return unknown("policy", value, SendPolicy.allCases.map(\.rawValue))
    default: return nil
    }
  }

  private static func unknown(_ kind: String, _ value: String, _ known: [String]) -> String {
    let nearest = NearestWord.of(value, among: known)
    let hint =
      nearest.map { "did you mean \"\($0)\"?" } ?? "there are \(known.joined(separator: ", "))"
    return "there is no \(kind) \"\(value)\"; \(hint)"
  }

  private var people: People {
    People(
      me: scene.me.name, friends: scene.friends.map(\.name), devices: scene.devices,
      colleagues: scene.colleagues.map(\.name), groups: scene.groups)
  }

  private func step(_ line: SceneLine, _ first: String) throws(SceneError) -> Step.Kind {
    guard first == "expect" || first == "until" else {
      let others = ["expect", "until", "include"] + Self.headers.sorted()
      return try PlayBook.steps.read(
        line, 0, line.tokens.count, people: people,
        others: scene.steps.isEmpty ? others : Array(others.prefix(3)))
    }
    let isTrue = line.tokens.count < 2 || line.tokens[1].text != "not" || line.tokens[1].isQuoted
    let start = isTrue ? 1 : 2
    let (end, bound) = try self.bound(line, first)
    let expectation = try PlayBook.expectations.read(line, start, end, people: people)
    guard first == "until" else { return .expect(expectation, isTrue: isTrue) }
    return .until(expectation, isTrue: isTrue, within: bound)
  }

  /// `within 5 s` at the end of an `until`; 10 s without it.
  private func bound(_ line: SceneLine, _ first: String) throws(SceneError) -> (Int, Int64) {
    let place = line.tokens.lastIndex { $0.text == "within" && !$0.isQuoted }
    guard first == "until", let place else { return (line.tokens.count, 10_000) }
    let time = try Self.times.read(line, place, line.tokens.count, people: People())
    return (place, time)
  }

  private static let times = PhraseBook<Int64>(phrases: [
    Phrase("within TIME", "how long it may take") { $0.times[0] }
  ])
}
