/// How well a query finds a name: its letters in order, the better the more they stand together and
/// at the beginnings of words.
struct FuzzyMatch: Comparable {
  enum Kind: Int { case exact, prefix, word, scattered }

  var kind: Kind
  /// Letters skipped between the first and the last that matched.
  var gaps: Int

  /// `nil` where the letters do not all occur in order. Both are compared without case.
  init?(_ query: String, in name: String) {
    let query = Array(query.lowercased())
    let name = Array(name.lowercased())
    guard let start = Self.wordStart(query, in: name) else {
      guard let gaps = Self.scattered(query, in: name) else { return nil }
      (kind, self.gaps) = (.scattered, gaps)
      return
    }
    gaps = 0
    kind = start > 0 ? .word : query.count == name.count ? .exact : .prefix
  }

  static func < (left: FuzzyMatch, right: FuzzyMatch) -> Bool {
    (left.kind.rawValue, left.gaps) < (right.kind.rawValue, right.gaps)
  }

  private static func wordStart(_ query: [Character], in name: [Character]) -> Int? {
    guard query.count <= name.count else { return nil }
    return (0...(name.count - query.count)).first { start in
      (start == 0 || !name[start - 1].isLetter) && name[start...].starts(with: query)
    }
  }

  private static func scattered(_ query: [Character], in name: [Character]) -> Int? {
    var next = 0
    var first: Int?
    for (place, letter) in name.enumerated() where next < query.count && letter == query[next] {
      first = first ?? place
      next += 1
      if next == query.count { return place - (first ?? 0) + 1 - query.count }
    }
    return query.isEmpty ? 0 : nil
  }
}
