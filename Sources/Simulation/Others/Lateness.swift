/// How late an entry appears in an archive, in the place that it always had: a cluster writes what a node
/// left behind, or two nodes' clocks differ.
struct Lateness: Sendable {
  /// So many newer entries are seen before it, at most.
  static let mostPlaces = 8
  /// Milliseconds, at most.
  static let longest: Int64 = 15_000

  var places: Int
  var time: Int64

  /// For one entry in seven.
  static func drawn(_ random: inout SeededRandom) -> Lateness? {
    guard random.chance(15) else { return nil }
    return Lateness(places: 1 + random.below(mostPlaces), time: random.within(1...longest))
  }
}
