import Foundation
import Harness

/// One Swift file: its text, and the same text with comments and string literals blanked.
struct SourceFile {
  /// From the top of the repository.
  let path: String
  let text: String
  /// As long as `text`, line by line; what is not code is blank.
  let code: String

  init(path: String, text: String) {
    self.path = path
    self.text = text
    code = Blanking(text).result
  }

  /// The second folder of its path: a room, or a test target.
  var room: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }
  var name: String { path.split(separator: "/").last.map(String.init) ?? "" }
  var isTest: Bool { path.hasPrefix("Tests/") }
  var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
  var codeLines: [Substring] { code.split(separator: "\n", omittingEmptySubsequences: false) }
  var lineCount: Int { lines.count - (text.hasSuffix("\n") ? 1 : 0) }

  /// `path:line: what`, for each line of code the expression matches in.
  func findings(_ what: String, where isBad: (Substring) throws -> Bool) rethrows -> [String] {
    try codeLines.enumerated().filter { try isBad($0.element) }.map {
      "\(path):\($0.offset + 1): \(what)"
    }
  }

  /// All Swift files below a folder of the repository.
  static func all(in folder: String) throws -> [SourceFile] {
    let top = Repository.root + "/" + folder
    let paths = try FileManager.default.subpathsOfDirectory(atPath: top).sorted()
    return try paths.filter { $0.hasSuffix(".swift") }.map { path in
      let text = try String(contentsOfFile: top + "/" + path, encoding: .utf8)
      return SourceFile(path: folder + "/" + path, text: text)
    }
  }
}
