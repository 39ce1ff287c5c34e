internal import Model
internal import Store

/// What the terms of a search mean, by the names that are on the screen.
struct SearchNarrowing {
  let snapshot: Snapshot
  let now: Timestamp
  let time: CivilTime

  init(_ context: Context) {
    (snapshot, now, time) = (context.snapshot, context.now.wall, context.time)
  }

  init(_ snapshot: Snapshot, now: Timestamp, _ time: CivilTime) {
    (self.snapshot, self.now, self.time) = (snapshot, now, time)
  }

  /// What was typed, with the terms understood; what is no day yet narrows nothing.
  func apply(to query: SearchQuery) -> SearchQuery {
    var query = query
    let terms = SearchTerms(query.text)
    (query.words, query.filter) = (terms.words, SearchFilter())
    for term in terms.all { narrow(&query.filter, by: term) }
    return query
  }

  private func narrow(_ filter: inout SearchFilter, by term: SearchTerms.Term) {
    switch term.name {
    case .from where ["me", "you"].contains(term.value.lowercased()): filter.sender = .me
    case .from:
      let people = snapshot.chats.filter { $0.kind == .direct && isCalled($0, term.value) }
      filter.sender = .others(named: term.value, chats: people.map(\.jid))
    case .in: filter.chats = snapshot.chats.filter { isCalled($0, term.value) }.map(\.jid)
    case .after: filter.start = DayWords.start(term.value, now: now, time) ?? filter.start
    case .before: filter.end = DayWords.start(term.value, now: now, time) ?? filter.end
    }
  }

  private func isCalled(_ chat: Chat, _ text: String) -> Bool {
    let text = text.lowercased()
    return Names.chat(chat.id, in: snapshot).lowercased().contains(text)
      || chat.jid.description.contains(text)
  }

  /// Why a term finds nothing, or does not count, in lines.
  func problem(of text: String) -> [String]? {
    for term in SearchTerms(text).all {
      switch term.name {
      case .after, .before:
        guard DayWords.start(term.value, now: now, time) == nil else { continue }
        return ["\(term.name.rawValue): wants a day", "2026-05-12, 12-may, yesterday"]
      case .in:
        guard !snapshot.chats.contains(where: { isCalled($0, term.value) }) else { continue }
        return ["No chat is called “\(term.value)”"]
      case .from: continue
      }
    }
    return nil
  }
}
