internal import Handover
internal import Model

/// Searches in plain mode, answered one after the other.
struct PlainSearch {
  /// So many are told, the newest.
  static let limit = 20

  private var queries: [SearchQuery] = []

  var isEmpty: Bool { queries.isEmpty }

  mutating func ask(_ text: String) -> [PlainMode.Action] {
    guard !text.isEmpty else { return [.say("error: /search needs words")] }
    queries.append(SearchQuery(text, limit: Self.limit))
    return queries.count == 1 ? [.submit(.search(queries[0]))] : []
  }

  mutating func apply(
    _ results: SearchResults, _ wording: PlainWording, _ names: NameBook
  ) -> [PlainMode.Action] {
    guard results.query == queries.first else { return [] }
    queries.removeFirst()
    let lines = results.hits.reversed().map { hit in
      wording.found(
        hit.message, in: names.name(of: hit.message.chat),
        sender: names.name(of: hit.message.sender))
    }
    let next = queries.first.map { [PlainMode.Action.submit(.search($0))] } ?? []
    return (lines + [Self.summary(results, wording)]).map { .say($0) } + next
  }

  private static func summary(_ results: SearchResults, _ wording: PlainWording) -> String {
    let count = wording.messages(results.hits.count)
    let isAll = results.isWhole ? "" : ", and older ones"
    let isIndexing = results.isIndexing ? "; the oldest are not searched yet" : ""
    return wording.clean("found \(count)\(isAll) with \"\(results.query.text)\"\(isIndexing)")
  }
}
