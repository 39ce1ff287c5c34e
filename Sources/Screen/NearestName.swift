/// Finds the name somebody meant who wrote another.
public enum NearestName {
  /// The candidate with the fewest letters to change; `nil` when all are too far off to be meant.
  public static func find(_ name: String, among candidates: some Sequence<String>) -> String? {
    let written = Array(name.lowercased().prefix(64))
    let ranked = candidates.map { (name: $0, distance: distance(written, Array($0.lowercased()))) }
    let best = ranked.min { ($0.distance, $0.name) < ($1.distance, $1.name) }
    guard let best, best.distance <= max(2, best.name.count / 2) else { return nil }
    return best.name
  }

  /// Levenshtein's distance: letters inserted, removed or replaced.
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var row = Array(0...right.count)
    for (i, a) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, b) in right.enumerated() {
        let above = row[j + 1]
        row[j + 1] = a == b ? diagonal : 1 + min(diagonal, above, row[j])
        diagonal = above
      }
    }
    return row[right.count]
  }
}
