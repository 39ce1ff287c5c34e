/// What was deleted by words and lines, to be put back. Deletions one after the other are one.
struct KillRing: Equatable {
  private static let capacity = 20

  private var kills: [[Character]] = []
  /// The text as the last deletion left it, and where.
  private var left: (characters: [Character], cursor: Int)?
  /// The text as the last putting back left it, where in it, and which was put.
  private var put: (characters: [Character], range: Range<Int>, index: Int)?

  mutating func add(
    _ killed: [Character], endingAt end: Int, of before: [Character], leaving after: [Character]
  ) {
    if let left, left.cursor == end, left.characters == before, let last = kills.popLast() {
      kills.append(killed + last)
    } else {
      kills.append(killed)
    }
    kills.removeFirst(max(0, kills.count - Self.capacity))
    left = (after, end - killed.count)
    put = nil
  }

  /// What to put at the cursor, and what of the text it replaces; `nil` where nothing was deleted yet.
  func next(
    at cursor: Int, in characters: [Character]
  ) -> (killed: [Character], replaced: Range<Int>)? {
    guard let newest = kills.last else { return nil }
    guard let put, put.characters == characters, put.range.upperBound == cursor else {
      return (newest, cursor..<cursor)
    }
    return (kills[index(after: put.index)], put.range)
  }

  /// What ``next(at:in:)`` gave stands there now.
  mutating func wasPut(_ range: Range<Int>, in characters: [Character]) {
    let isAgain = put.map { $0.range.lowerBound == range.lowerBound } ?? false
    let place = isAgain ? put.map { index(after: $0.index) } : nil
    put = (characters, range, place ?? kills.count - 1)
    left = nil
  }

  /// The one that was deleted before it; after the oldest the newest again.
  private func index(after index: Int) -> Int { index > 0 ? index - 1 : kills.count - 1 }

  static func == (left: Self, right: Self) -> Bool { left.kills == right.kills }
}
