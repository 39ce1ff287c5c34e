internal import Files
internal import Handover
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
    _ text: String, among chats: [JID], _ wording: PlainWording, _ names: NameBook
  ) -> [PlainMode.Action] {
    guard !text.isEmpty else { return [.say("error: /search needs words")] }
    do throws(Failure) {
      queries.append(try Self.query(text, among: chats, wording, names))
    } catch {
      return [.say(wording.clean("error: \(error.text)"))]
    }
    return queries.count == 1 ? [.submit(.search(queries[0]))] : []
  }

  private static func query(
    _ text: String, among chats: [JID], _ wording: PlainWording, _ names: NameBook
  ) throws(Failure) -> SearchQuery {
    var query = SearchQuery(text, limit: limit)
    let terms = SearchTerms(text)
    query.words = terms.words
    for term in terms.all {
      let called = chats.filter { isCalled($0, term.value, names) }
      switch term.name {
      case .from where ["me", "you"].contains(term.value.lowercased()): query.filter.sender = .me
      case .from: query.filter.sender = .others(named: term.value, chats: called)
      case .in:
        guard !called.isEmpty else { throw Failure("no chat is called \(term.value)") }
        query.filter.chats = called
      case .after: query.filter.start = try day(term, wording)
      case .before: query.filter.end = try day(term, wording)
      }
    }
    return query
  }

  private static func isCalled(_ chat: JID, _ text: String, _ names: NameBook) -> Bool {
    let text = text.lowercased()
    return names.name(of: chat).lowercased().contains(text) || chat.description.contains(text)
  }

  private static func day(
    _ term: SearchTerms.Term, _ wording: PlainWording
  ) throws(Failure) -> Timestamp {
    guard let start = wording.dayStart(term.value) else {
      throw Failure("\(term.name.rawValue): needs a day, like 2026-05-12, 12-may or yesterday")
    }
    return start
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
