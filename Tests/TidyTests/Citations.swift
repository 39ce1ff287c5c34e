import Foundation
import Harness

/// The lines of the manual that sources and tests cite: requirements, rules of the outbox, facts about the network.
struct Citations {
  /// In the order of the page.
  let requirements: [String]
  let rules: Set<String>
  let facts: Set<String>

  init() throws {
    requirements = try Self.page("Requirements").compactMap {
      $0.firstMatch(of: /^\| ([A-Z]\d{1,2}) \|/).map { String($0.1) }
    }
    rules = try Self.numbers("Outbox")
    facts = try Self.numbers("Protocol")
  }

  static func page(_ name: String) throws -> [Substring] {
    let path = "\(Repository.root)/Sources/psst/psst.docc/\(name).md"
    return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
  }

  /// Of `3. …`, and of `- 5a. …` below it.
  private static func numbers(_ name: String) throws -> Set<String> {
    Set(
      try page(name).compactMap {
        $0.firstMatch(of: /^(?: *- )?(\d{1,2}[a-z]?)\.[ ]/).map { String($0.1) }
      })
  }

  /// What a file cites that the manual does not have: `path:line: what`.
  func missing(in file: SourceFile) -> [String] {
    zip(file.lines, file.codeLines).enumerated().flatMap { number, line -> [String] in
      // What is blank in the code is a comment or a text; a test's name says at its beginning what it proves.
      guard line.0 != line.1 || line.0.contains("func `") else { return [] }
      return cited(in: line.0).map { "\(file.path):\(number + 1): \($0) is not in the manual" }
    }
  }

  private func cited(in line: Substring) -> [String] {
    var unknown: [String] = []
    // Expressions are slow.
    guard line.mentions(["rule ", "fact ", "(", "func `"]) else { return [] }
    for match in line.matches(of: /\b(rule|fact) (\d{1,2}[a-z]?)\b/) {
      let known = match.1 == "rule" ? rules : facts
      if !known.contains(String(match.2)) { unknown.append("\(match.1) \(match.2)") }
    }
    for match in line.matches(of: /\(((?:[A-Z]\d{1,2}(?:, | and |–)?)+)\)/) {
      unknown += ids(match.1)
    }
    if let name = line.firstMatch(of: /func `((?:[A-Z]\d{1,2}[ ])+)/) { unknown += ids(name.1) }
    return unknown
  }

  private func ids(_ text: Substring) -> [String] {
    text.matches(of: /[A-Z]\d{1,2}/).map { String($0.0) }.filter { !requirements.contains($0) }
  }
}
