/// A message as it stands in front of the answer to it: `> ` before each of its lines, which other programs
/// show as a quotation (XEP-0393 §6.1.3, block quotations) and which reads as one without them.
public struct Quote: Equatable, Sendable {
  /// More of a long message is not repeated: the other has it.
  public static let mostLines = 4
  public static let mostCharacters = 280

  /// The lines that are quoted, without marks.
  public let plain: String

  /// Its lines with their marks, each with its end.
  public var text: String { Self.marked(plain) }

  /// Chooses what is quoted of a message.
  public init(_ message: String) {
    plain = Self.shortened(Self.ownLines(of: message)).joined(separator: "\n")
  }

  /// Puts the mark before each line.
  public static func marked(_ plain: String) -> String {
    plain.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { $0.isEmpty ? ">\n" : "> \($0)\n" }.joined()
  }

  /// Takes the marks away again, one of each line.
  public static func unmarked(_ text: String) -> String {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
      line in
      guard line.hasPrefix(">") else { return line }
      return line.hasPrefix("> ") ? line.dropFirst(2) : line.dropFirst()
    }
    return trimmed(lines).joined(separator: "\n")
  }

  /// What the message quoted itself is left out, as long as something is left.
  private static func ownLines(of message: String) -> [String] {
    let lines = message.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let own = trimmed(lines.filter { !$0.hasPrefix(">") })
    return (own.isEmpty ? trimmed(lines) : own).map(String.init)
  }

  /// Without the empty lines around them.
  private static func trimmed(_ lines: [Substring]) -> [Substring] {
    func isEmpty(_ line: Substring) -> Bool { line.allSatisfy(\.isWhitespace) }
    guard let first = lines.firstIndex(where: { !isEmpty($0) }),
      let last = lines.lastIndex(where: { !isEmpty($0) })
    else { return [] }
    return Array(lines[first...last])
  }

  /// Cut between words where there are any near the end.
  private static func shortened(_ lines: [String]) -> [String] {
    var room = mostCharacters
    var kept: [String] = []
    for line in lines {
      guard kept.count < mostLines, room > 0 else { return withEllipsis(kept) }
      guard line.count <= room else { return withEllipsis(kept + [String(line.prefix(room))]) }
      kept.append(line)
      room -= line.count
    }
    return kept
  }

  private static func withEllipsis(_ lines: [String]) -> [String] {
    guard var last = lines.last else { return [] }
    if let space = last.lastIndex(where: \.isWhitespace),
      last.distance(from: space, to: last.endIndex) <= 20,
      last.count > 40
    {
      last = String(last[..<space])
    }
    return lines.dropLast() + [last + " […]"]
  }
}
