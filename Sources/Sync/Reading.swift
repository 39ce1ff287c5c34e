internal import Model
internal import Storage

/// What can be seen while nothing can be written (P3, P5). What cannot be read is left out: a damaged
/// page hides what is on it, and nothing else.
enum Reading {
  /// What a start tells.
  static func all(_ database: Database) -> [Change] {
    let chats = (try? database.chats.all()) ?? []
    let contacts = (try? database.roster.all()) ?? []
    let counts = (try? database.outbox.counts()) ?? OutboxCounts()
    return [.outbox(counts)] + chats.map { .chat($0) } + contacts.map { .contact($0) }
  }

  /// The newest page of a chat, or the one before a place.
  static func page(
    _ chat: JID, before order: MessageOrder? = nil, _ database: Database
  ) -> Change {
    let messages = try? database.messages.page(chat, before: order, limit: Wish.pageSize)
    return .page(
      chat: chat, messages: messages ?? [], isStart: (messages ?? []).count < Wish.pageSize)
  }

  /// What an intent comes to without writing; `nil` where it needs the disk.
  static func answer(_ intent: Intent, _ database: Database) -> [Change]? {
    switch intent {
    case .open(let chat): [page(chat.bare, database)]
    case .loadOlder(let chat, let order): [page(chat.bare, before: order, database)]
    case .openQueue: [.queue((try? database.outbox.entries()) ?? [])]
    case .closeQueue, .closeInfo, .openInfo, .dismissQuestion, .typing, .focus, .markRead,
      .saveDraft, .connectNow:
      []
    default: nil
    }
  }

  /// What is said to an intent that could not be carried out. A send gives its text back (S2).
  static func refusal(_ intent: Intent, because reason: String) -> Change {
    if case .send(let chat, let text, let originID) = intent {
      return .notSaved(chat: chat.bare, originID: originID, text: text, reason: reason)
    }
    return .notice(Notice(.error, "Could not be done: \(reason)"))
  }
}
