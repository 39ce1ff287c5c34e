internal import Localization
public import Model
public import Storage

/// What can be seen while nothing can be written (P3, P5). What cannot be read is left out: a damaged
/// page hides what is on it, and nothing else.
public enum Reading {
  /// What a start tells.
  static func all(_ database: Database) -> [Change] {
    let chats = (try? database.chats.all()) ?? []
    let contacts = (try? database.roster.all()) ?? []
    let counts = (try? database.outbox.counts()) ?? OutboxCounts()
    return [.outbox(counts)] + chats.map { .chat($0) }
      + contacts.map { .contact($0) }
  }

  /// The newest page of a chat, or the one before a place.
  static func page(
    _ chat: JID, before order: MessageOrder? = nil, _ database: Database
  ) -> Change {
    let messages = try? database.messages.page(chat, before: order, limit: ChatIntents.pageSize)
    return .page(
      chat: chat, messages: messages ?? [], isStart: (messages ?? []).count < ChatIntents.pageSize)
  }

  private static func unread(_ chat: JID, _ database: Database) -> Change {
    .firstUnread(chat: chat, order: (try? database.messages.firstUnread(chat)) ?? nil)
  }

  /// A page around a place of a chat, or its newest one.
  static func stretch(
    _ chat: JID, at place: MessageOrder?, reachesBack: Bool = false, _ database: Database
  ) throws(StorageError) -> Change {
    let size = place == nil ? ChatIntents.pageSize : ChatIntents.pageSize / 2
    let older = try database.messages.page(chat, before: place, limit: size)
    let newer = try place.map { place throws(StorageError) in
      try database.messages.page(chat, from: place, limit: size)
    }
    return .stretch(
      chat: chat, messages: older + (newer ?? []), isStart: older.count < size && !reachesBack,
      isEnd: (newer?.count ?? 0) < size)
  }

  /// The page after a place.
  static func newer(
    _ chat: JID, after order: MessageOrder, _ database: Database
  ) throws(StorageError) -> Change {
    let next = MessageOrder(anchor: order.anchor, sequence: order.sequence + 1)
    let messages = try database.messages.page(chat, from: next, limit: ChatIntents.pageSize)
    return .newer(
      chat: chat, messages: messages, after: order, isEnd: messages.count < ChatIntents.pageSize)
  }

  /// What cannot be read is not found.
  static func found(_ query: SearchQuery, _ database: Database?) -> Change {
    .found((try? database?.search.find(query)) ?? SearchResults(query: query))
  }

  /// What an intent comes to without writing; `nil` where it needs the disk.
  public static func answer(_ intent: Intent, _ database: Database) -> [Change]? {
    switch intent {
    case .open(let chat):
      [page(here(chat, database), database), unread(here(chat, database), database)]
    case .loadOlder(let chat, let order): [page(here(chat, database), before: order, database)]
    case .openAt(let chat, let place):
      [
        (try? stretch(here(chat, database), at: place, database))
          ?? .stretch(chat: here(chat, database), messages: [], isStart: true, isEnd: true),
        unread(here(chat, database), database),
      ]
    case .openMessage(let chat, let row):
      answer(
        .openAt(chat: chat, place: (try? database.messages.message(row))?.order), database)
    case .openSince(let chat, let time):
      answer(
        .openAt(chat: chat, place: try? database.messages.place(here(chat, database), since: time)),
        database)
    case .loadNewer(let chat, let order):
      [
        (try? newer(here(chat, database), after: order, database))
          ?? .newer(chat: here(chat, database), messages: [], after: order, isEnd: true)
      ]
    case .search(let query): [found(query, database)]
    case .openQueue: [.queue((try? database.outbox.entries()) ?? [])]
    case .fillGap, .openCard, .closeCard, .askUploads, .closeQueue, .closeInfo, .closeSearch,
      .openInfo,
      .dismissQuestion, .typing,
      .focus,
      .markRead, .watch,
      .saveDraft, .connectNow:
      []
    default: nil
    }
  }

  private static func here(_ address: JID, _ database: Database) -> JID {
    (try? database.chats.chat(for: address)) ?? address.bare
  }

  /// What is said to an intent that could not be carried out. A send gives its text back (S2).
  static func refusal(_ intent: Intent, because reason: String) -> Change {
    if case .send(let chat, let text, let originID, _) = intent {
      return .notSaved(chat: chat, originID: originID, text: text, reason: reason)
    }
    if case .sendFile(let chat, let file, let originID, _) = intent {
      return .notSaved(
        chat: chat, originID: originID, text: file.attachment.words, reason: reason)
    }
    return .notice(Notice(.error, tr("Could not be done: \(reason)")))
  }
}
