internal import Handover
internal import Localization
internal import Model

/// Searches in plain mode, answered one after the other.
struct PlainSearch {
  /// So many are told, the newest.
  static let limit = 20

  private var queries: [SearchQuery] = []

  var isEmpty: Bool { queries.isEmpty }

  /// - Parameters:
  ///   - text: words and terms, as ``SearchTerms`` has them.
  ///   - chats: those that there are.
  mutating func ask(
    _ text: String, among chats: [SearchTerms.NamedChat], _ wording: PlainWording
  ) -> [PlainMode.Action] {
    guard !text.isEmpty else { return [.say(tr("error: /search needs words"))] }
    let terms = SearchTerms(text)
    let (filter, problem) = terms.filter(among: chats, day: wording.dayStart)
    if let problem { return [.say(wording.clean(tr("error: \(wording.words(problem))")))] }
    var query = SearchQuery(text, limit: Self.limit)
    (query.words, query.filter) = (terms.words, filter)
    queries.append(query)
    return queries.count == 1 ? [.submit(.search(query))] : []
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
    if results.hasNoWord {
      return tr("error: words, numbers and emoji are found, other signs are not")
    }
    let (count, text) = (results.hits.count, results.query.text)
    let found =
      results.isWhole
      ? tr(
        count, "found \(count) message with \"\(text)\"",
        "found \(count) messages with \"\(text)\"")
      : tr(
        count, "found \(count) message, and older ones with \"\(text)\"",
        "found \(count) messages, and older ones with \"\(text)\"")
    let isIndexing = results.isIndexing ? tr("; the oldest are not searched yet") : ""
    return wording.clean(found + isIndexing)
  }
}
