public import Model

/// A search as it is shown.
public struct OpenSearch: Sendable, Equatable {
  /// What was asked last.
  public var wanted: SearchQuery
  /// The newest answer, for `wanted` or a question before it; `nil` before the first.
  public var results: SearchResults?

  public init(_ wanted: SearchQuery, results: SearchResults? = nil) {
    self.wanted = wanted
    self.results = results
  }

  /// The answer is not here yet.
  public var isLoading: Bool { results?.query != wanted }

  /// It says nothing any more.
  mutating func remove(_ message: Message) {
    results?.hits.removeAll { $0.message.id == message.id }
  }

  /// Answers to older questions come too late.
  mutating func apply(_ results: SearchResults) {
    if results.query == wanted { self.results = results }
  }
}
