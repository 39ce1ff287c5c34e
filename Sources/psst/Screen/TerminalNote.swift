internal import Curses
internal import Files
internal import Localization

/// Told once for each terminal that this computer has no description of: what psst takes it for.
struct TerminalNote: Sendable {
  /// In a file with a line for each terminal that it was told of; so many at most.
  private static let mostLines = 100

  /// One line for the user.
  let text: String
  private let line: String
  private let path: String

  /// `nil` where the terminal is known.
  init?(_ type: TerminalType, _ paths: Paths) {
    guard let unknown = type.unknown else { return nil }
    line = unknown
    path = paths.toldTerminals
    text =
      unknown.isEmpty
      ? tr("TERM is not set: psst takes this terminal for \(type.name).")
      : tr("Unknown terminal \(unknown): psst takes it for \(type.name).")
  }

  /// It was not told before; also where that cannot be known. Waits for the disk.
  func isNew() -> Bool { !lines.contains(line) }

  /// Keeps that it was told, where the disk lets it.
  func keep() {
    let all = (lines + [line]).suffix(Self.mostLines)
    try? PrivateFile.makeFolder(PrivateFile.parent(of: path))
    try? PrivateFile.write(Array((all.joined(separator: "\n") + "\n").utf8), to: path)
  }

  /// Without the empty one after the last line feed; one that stands for an empty `TERM` is before it.
  private var lines: [String] {
    guard let bytes = try? PrivateFile.read(path), !bytes.isEmpty else { return [] }
    let all = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    return all.dropLast().map(String.init)
  }
}
