internal import Localization
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

  /// What was typed, with the terms understood.
  func apply(to query: SearchQuery) -> SearchQuery {
    var query = query
    let terms = SearchTerms(query.text)
    (query.words, query.filter) = (terms.words, understood(terms).filter)
    return query
  }

  private func understood(
    _ terms: SearchTerms
  ) -> (filter: SearchFilter, problem: SearchTerms.Problem?) {
    guard !terms.all.isEmpty else { return (SearchFilter(), nil) }
    let chats = snapshot.chats.map {
      SearchTerms.NamedChat(
        $0.jid, name: Names.chat($0.id, in: snapshot), isDirect: $0.kind == .direct)
    }
    return terms.filter(among: chats) { DayWords.start($0, now: now, time) }
  }

  /// Why a term finds nothing, or does not count, in lines.
  func problem(of text: String) -> [String]? {
    switch understood(SearchTerms(text)).problem {
    case .noDay(let name):
      [tr("\(name.rawValue): wants a day"), tr("2026-05-12, 12-may, yesterday")]
    case .noChat(let name): [tr("No chat is called “\(name)”")]
    case nil: nil
    }
  }
}
