import Foundation
import Harness

/// One Swift file: its text, and the same text with comments and string literals blanked.
struct SourceFile {
  /// From the top of the repository.
  let path: String
  let text: String
  /// As long as `text`, line by line; what is not code is blank.
  let code: String
  let lines: [Substring]
  let codeLines: [Substring]

  init(path: String, text: String) {
    self.path = path
    self.text = text
    code = Blanking(text).result
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    codeLines = code.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The second folder of its path: a room, or a test target.
  var room: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }
  var name: String { path.split(separator: "/").last.map(String.init) ?? "" }
  var isTest: Bool { path.hasPrefix("Tests/") }
  var lineCount: Int { lines.count - (text.hasSuffix("\n") ? 1 : 0) }

  /// `path:line: what`, for each bad line of code. Only lines with one of the words are looked at, since
  /// expressions are slow.
  func findings(
    _ what: String, on words: [String], where isBad: (Substring) throws -> Bool
  ) rethrows -> [String] {
    guard code.mentions(words) else { return [] }
    return try codeLines.enumerated().filter {
      try $0.element.mentions(words) && isBad($0.element)
    }.map { "\(path):\($0.offset + 1): \(what)" }
  }

  /// All Swift files of the repository, read once.
  static let sources = Result { try all(in: "Sources") }
  static let tests = Result { try all(in: "Tests") }

  /// All Swift files below a folder of the repository.
  private static func all(in folder: String) throws -> [SourceFile] {
    let top = Repository.root + "/" + folder
    let paths = try FileManager.default.subpathsOfDirectory(atPath: top).sorted()
    return try paths.filter { $0.hasSuffix(".swift") }.map { path in
      let text = try String(contentsOfFile: top + "/" + path, encoding: .utf8)
      return SourceFile(path: folder + "/" + path, text: text)
    }
  }
}

extension StringProtocol {
  /// Whether one of the words stands in it, anywhere.
  func mentions(_ words: [String]) -> Bool {
    var text = Substring(self)
    return text.withUTF8 { bytes in
      words.contains { word in
        var word = word
        return word.withUTF8 { bytes.holds($0) }
      }
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// memchr(3) and memcmp(3) are quick in a debug build as well.
  fileprivate func holds(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = baseAddress, let first = word.baseAddress, count > 0 else { return false }
    let end = start + count
    var at = start
    while end - at >= word.count, let found = memchr(at, Int32(first.pointee), end - at) {
      at = start + (UnsafeRawPointer(found) - UnsafeRawPointer(start))
      if end - at >= word.count, memcmp(at, first, word.count) == 0 { return true }
      at += 1
    }
    return false
  }
}
