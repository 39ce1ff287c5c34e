internal import Model
internal import Storage
internal import XMPP

/// Asks the archive about one's own unconfirmed messages alone, chat by chat and from the newest backwards,
/// where reading all that is new takes long: what is typed need not wait for what others wrote (Z8, O9).
struct UnconfirmedInquiry {
  /// Most pages of one chat; then the end of the catch-up is awaited as usual.
  static let mostPages = 20

  private(set) var chats: [JID] = []
  private(set) var pages = 0
  private(set) var question: String?
  /// Nothing unconfirmed is in doubt: messages may go out.
  private(set) var isSettled = false
  private(set) var isBegun = false

  /// The chats that have unconfirmed messages which were handed over on an earlier link.
  mutating func begin(_ turn: Turn) throws(StorageError) {
    isBegun = true
    chats = try turn.database.outbox.chatsInDoubt()
    isSettled = chats.isEmpty
  }

  /// The next question to ask; `nil` where one is under way, or none is needed.
  mutating func next(limit: Int) -> (page: ArchiveQuery.Page, with: JID)? {
    guard isBegun, !isSettled, question == nil, pages == 0, let chat = chats.first else {
      return nil
    }
    return (.before(nil), chat)
  }

  mutating func asked(_ id: String) {
    question = id
    pages += 1
  }

  func isAnswered(by query: String) -> Bool { question == query }

  /// Takes an answer. Returns the page to ask for next in the same chat, where this one did not reach what
  /// had been read for certain before.
  mutating func receive(
    _ page: ArchivePage, _ turn: Turn
  ) throws(StorageError) -> (page: ArchiveQuery.Page, with: JID)? {
    question = nil
    guard let chat = chats.first else { return nil }
    var isConclusive = page.isComplete
    for entry in page.entries where !isConclusive {
      isConclusive = try turn.database.messages.isPlacedForCertain(entry.id)
    }
    if !isConclusive, let first = page.entries.first, pages < Self.mostPages {
      return (.before(first.id), chat)
    }
    guard isConclusive else {
      chats = []
      return nil
    }
    chats.removeFirst()
    pages = 0
    isSettled = chats.isEmpty
    return nil
  }

  /// The archive does not say: the end of the catch-up is awaited as usual.
  mutating func failed() {
    question = nil
    chats = []
  }
}
