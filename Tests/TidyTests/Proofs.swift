import Foundation
import Harness

/// Which scenes, tests and benchmarks prove which line of the requirements: read from the sources, so that it
/// is never behind.
struct Proofs {
  /// Not delivered yet. This list may only get shorter.
  static let open: Set<String> = []

  /// Delivered, and nothing that one plays: measured, or about what no scene has (accounts, passwords, locks, files).
  static let unplayed: Set<String> = [
    "P2", "P3", "P5", "P6", "P8", "C1", "C5", "C6", "Z1", "Z2", "Z3", "Z4",
    "Z5", "Z6", "Z7", "Z8", "Z9", "G7", "G8", "G9", "I1", "I2", "I3", "I4", "I5", "I6", "I8", "I9",
    "I10",
    "I11",
    "I12",
    "M1", "M6", "F3", "F4",
  ]

  let ids: [String]

  private(set) var scenes: [String: [String]] = [:]
  /// By id: the test targets.
  private(set) var tests: [String: Set<String>] = [:]
  private(set) var benchmarks: [String: [String]] = [:]

  init() throws {
    ids = try Citations().requirements
    try readScenes()
    for file in try SourceFile.tests.get() { readTests(file) }
    for file in try SourceFile.sources.get() where file.room == "psst-bench" { readBench(file) }
  }

  private mutating func readScenes() throws {
    let folder = Repository.root + "/Sources/Scenes/Shipped"
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
      let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
      for line in text.split(separator: "\n") where line.hasPrefix("proves ") {
        for id in line.split(separator: " ").dropFirst() {
          scenes[String(id), default: []].append(name.replacing(".scene", with: ""))
        }
      }
    }
  }

  /// A test's name begins with the ids it proves.
  private mutating func readTests(_ file: SourceFile) {
    for line in file.lines where line.contains("func `") {
      guard let name = line.split(separator: "`").dropFirst().first else { continue }
      for id in name.split(separator: " ").prefix(while: { ids.contains(String($0)) }) {
        tests[String(id), default: []].insert(file.room)
      }
    }
  }

  private mutating func readBench(_ file: SourceFile) {
    for line in file.lines {
      for match in line.matches(of: /\b[A-Z]\d{1,2}\b/) where ids.contains(String(match.0)) {
        let name = file.name.replacing(".swift", with: "")
        if benchmarks[String(match.0)]?.contains(name) != true {
          benchmarks[String(match.0), default: []].append(name)
        }
      }
    }
  }

  func isProven(_ id: String) -> Bool {
    scenes[id] != nil || tests[id] != nil || benchmarks[id] != nil
  }

  /// The table in Markdown.
  var markdown: String {
    var lines = ["| Line | Scenes | Tests | Benchmarks |", "|---|---|---|---|"]
    for id in ids {
      let columns = [scenes[id] ?? [], (tests[id] ?? []).sorted(), benchmarks[id] ?? []]
        .map { $0.joined(separator: ", ") }
      let mark = Self.open.contains(id) ? " (open)" : ""
      lines.append("| \(id)\(mark) | " + columns.joined(separator: " | ") + " |")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
