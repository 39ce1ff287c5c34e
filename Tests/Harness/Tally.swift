/// What became of the messages that one person wrote to another: counted and printed alike wherever it is
/// counted.
public struct Tally: CustomStringConvertible, Sendable {
  /// Where, and what was done to them.
  public let place: String
  /// The texts in the order they were written; each is another.
  public let said: [String]
  /// The texts in the order in which the other has them.
  public let shown: [String]
  /// Those of which the writer was told that they did not arrive.
  public let refused: Set<String>
  /// Those of which the writer was told that nobody confirms them: whether they go again is for him.
  public let doubted: Set<String>
  /// How often each left the writer's computer; 0 where nobody looked.
  public let transmissions: [Int]

  public init(
    _ place: String, said: [String], shown: [String], refused: Set<String> = [],
    doubted: Set<String> = [], transmissions: [Int] = []
  ) {
    (self.place, self.said, self.shown) = (place, said, shown)
    (self.refused, self.doubted) = (refused, doubted)
    self.transmissions = transmissions.sorted()
  }

  /// Neither shown nor told of.
  public var lost: [String] {
    let known = refused.union(doubted).union(shown)
    return said.filter { !known.contains($0) }
  }

  public var repeated: [String] {
    var seen: Set<String> = []
    return shown.filter { !seen.insert($0).inserted }
  }

  /// The writer was told that they did not arrive, and they did.
  public var falselyRefused: [String] { shown.filter(refused.contains) }

  /// Those that stand below one that was written after them.
  public var reordered: [String] {
    let places = Dictionary(uniqueKeysWithValues: said.enumerated().map { ($1, $0) })
    var last = -1
    return shown.filter { text in
      guard let place = places[text] else { return false }
      defer { last = max(last, place) }
      return place < last
    }
  }

  /// What nobody wrote.
  public var foreign: [String] {
    let known = Set(said)
    return shown.filter { !known.contains($0) }
  }

  /// Nothing is lost, twice, invented, or there though it is said to have failed. In which order is another
  /// matter where a server took what it then lost: the reader's archive has that where it came again.
  public var isWhole: Bool {
    lost.isEmpty && repeated.isEmpty && foreign.isEmpty && falselyRefused.isEmpty
  }

  /// It is whole, and in the order of its writing.
  public var isClean: Bool { isWhole && reordered.isEmpty }

  public var total: Int { transmissions.reduce(0, +) }
  public var worst: Int { transmissions.last ?? 0 }
  public var median: Int { transmissions.isEmpty ? 0 : transmissions[transmissions.count / 2] }

  /// How often they left, in words.
  public var effort: String { "transmissions \(total), of one p50 \(median), worst \(worst)" }

  public var description: String {
    let sent = transmissions.isEmpty ? "" : "; \(effort)"
    var told = refused.isEmpty ? "" : ", \(refused.count) failed in words"
    let unconfirmed = doubted.subtracting(shown).count
    if unconfirmed > 0 { told += ", \(unconfirmed) said to be unconfirmed" }
    return "\(place): \(said.count) written, \(shown.count) shown\(told); lost \(lost.count), "
      + "repeated \(repeated.count), reordered \(reordered.count)\(sent)"
  }

  /// The line, and which messages it is about.
  public var report: String {
    let kinds = [
      ("lost", lost), ("repeated", repeated), ("reordered", reordered), ("foreign", foreign),
      ("failed in words though shown", falselyRefused),
    ]
    let found = kinds.filter { !$0.1.isEmpty }.map { "\n\($0.0): \($0.1.joined(separator: " "))" }
    return description + found.joined()
  }
}
