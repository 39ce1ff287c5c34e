public import Model

/// A search as it is shown.
public struct OpenSearch: Sendable, Equatable {
  /// What was asked last.
  public var wanted: SearchQuery
  /// The newest answer, for `wanted` or a question before it; `nil` before the first.
  public var results: SearchResults?
  /// The accounts that were asked.
  let asked: [AccountID]
  /// What those have answered to `wanted`.
  private var answers: [AccountID: SearchResults] = [:]

  /// - Parameter before: the search that it takes the place of; its hits stay until there are others.
  public init(
    _ wanted: SearchQuery, of asked: [AccountID] = [.first], before: OpenSearch? = nil
  ) {
    self.wanted = wanted
    self.asked = asked
    results = before?.results
  }

  /// As it is once all have answered.
  public init(_ wanted: SearchQuery, results: SearchResults?) {
    self.init(wanted)
    self.results = results
  }

  /// An answer is not here yet.
  public var isLoading: Bool { results?.query != wanted }

  /// It says nothing any more.
  mutating func remove(_ message: Message) {
    results?.hits.removeAll { $0.message.messageID == message.messageID }
  }

  /// Answers to older questions come too late. Those of several accounts are shown together.
  mutating func apply(_ answer: SearchResults, of account: AccountID) {
    guard answer.query == wanted, asked.contains(account) else { return }
    guard asked.count > 1 else { return results = answer }
    answers[account] = answer
    guard answers.count == asked.count else { return }
    results = asked.compactMap { answers[$0] }.reduce(SearchResults(query: wanted), Self.merged)
  }

  /// Each is in its order; beyond what one of them has left out it is not known who comes next.
  private static func merged(_ left: SearchResults, _ right: SearchResults) -> SearchResults {
    var (hits, rest) = ([SearchHit](), right.hits[...])
    for hit in left.hits {
      while let other = rest.first, other.message.shownTime > hit.message.shownTime {
        hits.append(rest.removeFirst())
      }
      hits.append(hit)
    }
    hits += rest
    let isWhole = left.isWhole && right.isWhole && hits.count <= left.query.limit
    var merged = left
    merged.hits = Array(hits.prefix(left.query.limit))
    merged.isWhole = isWhole
    merged.isIndexing = left.isIndexing || right.isIndexing
    merged.isServerDeeper = left.isServerDeeper || right.isServerDeeper
    merged.hasNoWord = left.hasNoWord || right.hasNoWord
    return merged
  }
}
