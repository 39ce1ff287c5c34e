import Foundation

/// Pictures of one view, kept as text beside the tests. `PSST_UPDATE=1` writes what is seen in place of what
/// was expected.
///
/// The first line says what the pictures prove. Each part begins with a line `═══ NAME`.
public struct PictureFile {
  public static let isUpdating = ProcessInfo.processInfo.environment["PSST_UPDATE"] == "1"
  private static let mark = "═══ "

  private let path: String
  private let title: String
  private var parts: [(name: String, lines: [String])] = []

  /// - Parameters:
  ///   - path: from the repository's root; there need be no file yet.
  ///   - title: what the pictures prove, with the requirements' ids.
  public init(_ path: String, title: String) {
    self.path = Repository.root + "/" + path
    self.title = title
    let text = try? String(contentsOfFile: self.path, encoding: .utf8)
    for line in (text ?? "").split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      if line.hasPrefix(Self.mark) {
        parts.append((String(line.dropFirst(Self.mark.count)), []))
      } else if !parts.isEmpty {
        parts[parts.count - 1].lines.append(String(line))
      }
    }
  }

  /// The lines of a part; `nil` where there is none.
  public subscript(name: String) -> [String]? {
    get { parts.first { $0.name == name }?.lines }
    set {
      let index = parts.firstIndex { $0.name == name }
      switch (index, newValue) {
      case (let index?, let lines?): parts[index].lines = lines
      case (let index?, nil): parts.remove(at: index)
      case (nil, let lines?): parts.append((name, lines))
      case (nil, nil): break
      }
    }
  }

  public func write() throws {
    let lines = [title] + parts.flatMap { [Self.mark + $0.name] + $0.lines }
    try (lines.joined(separator: "\n") + "\n").write(
      toFile: path, atomically: true, encoding: .utf8)
  }

  /// The lines that differ, for a failure's message.
  public static func difference(expected: [String], seen: [String]) -> String {
    let rows = (0..<max(expected.count, seen.count)).filter { row in
      row >= expected.count || row >= seen.count || expected[row] != seen[row]
    }
    return rows.map { row in
      let (old, new) = (
        row < expected.count ? expected[row] : "", row < seen.count ? seen[row] : ""
      )
      return "row \(row)\n- \(old)\n+ \(new)"
    }.joined(separator: "\n")
  }
}
