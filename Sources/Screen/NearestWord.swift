internal import Localization

/// Finds what was probably meant by a mistyped word.
public enum NearestWord {
  /// Letters of a word that are looked at.
  private static let longest = 64

  /// The known word with the fewest edits, when they are few enough to be a slip; `nil` otherwise.
  public static func of(_ word: String, among known: [String]) -> String? {
    let word = String(word.prefix(longest))
    let bound = max(1, word.count / 3 + 1)
    let ranked = known.map { (distance: distance(word.lowercased(), $0.lowercased()), word: $0) }
    let best = ranked.min { ($0.distance, $0.word) < ($1.distance, $1.word) }
    guard let best, best.distance <= bound else { return nil }
    return best.word
  }

  /// `; did you mean "…"?` for an error's end, or nothing.
  public static func suggestion(for word: String, among known: [String]) -> String {
    of(word, among: known).map { tr("; did you mean \($0)?") } ?? ""
  }

  /// Insertions, removals, replacements and swaps of neighbours (Damerau–Levenshtein, restricted).
  static func distance(_ left: String, _ right: String) -> Int {
    let left = Array(left)
    let right = Array(right)
    var older: [Int] = []
    var previous = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let cost = left[row] == right[column] ? 0 : 1
        var best = min(previous[column] + cost, previous[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, older[column - 1] + 1)
        }
        current.append(best)
      }
      older = previous
      previous = current
    }
    return previous[right.count]
  }
}
