/// What happened, as short lines, for the reader of a failing seed. Written only when asked for.
struct Story {
  private(set) var lines: [String] = []
  let isKept: Bool

  init(isKept: Bool) { self.isKept = isKept }

  mutating func tell(_ time: Int64, _ line: @autoclosure () -> String) {
    guard isKept else { return }
    lines.append("\(Self.stamp(time)) \(line())")
  }

  /// The lines that matter: those with one of the words, and the newest.
  static func shortened(_ lines: [String], about words: [String], newest: Int) -> [String] {
    let start = max(0, lines.count - newest)
    return lines.enumerated().filter { index, line in
      index >= start || line.contains(" ! ") || words.contains { line.contains($0) }
    }.map(\.element)
  }

  private static func stamp(_ time: Int64) -> String {
    let fraction = String(time % 1000 + 1000).dropFirst()
    return "\(time / 1000).\(fraction)"
  }
}
