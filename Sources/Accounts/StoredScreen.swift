internal import Model
internal import Storage

/// What was told of the disk, so that only what changed there is told again.
struct StoredScreen {
  private var chats: [JID: Chat] = [:]
  private var contacts: [JID: Contact] = [:]
  private var presences: [JID: Presence] = [:]
  private var counts = OutboxCounts()
  private var openChat: JID?
  /// The newest of the open chat.
  private var messages: [Int64: Message] = [:]
  /// Where its first unread message stands; `nil`: that was not told yet.
  private var firstUnread: MessageOrder??

  /// A chat is shown now, with these.
  mutating func open(_ chat: JID, _ page: [Message]) {
    (openChat, firstUnread) = (chat, nil)
    messages = Dictionary(uniqueKeysWithValues: page.map { ($0.id, $0) })
  }

  /// - Parameter limit: how many of the open chat's newest messages are looked at.
  mutating func update(from database: Database, watching limit: Int) throws -> [Change] {
    var changes = try newChats(database)
    for contact in try database.roster.all() where contacts[contact.jid] != contact {
      contacts[contact.jid] = contact
      changes.append(.contact(contact))
    }
    changes += try newPresences(database)
    changes += try newMessages(database, limit)
    let now = try database.outbox.counts()
    if now != counts { changes.append(.outbox(now)) }
    counts = now
    return changes
  }

  /// Who is not there any more is offline.
  private mutating func newPresences(_ database: Database) throws -> [Change] {
    let all = try database.presences.all()
    let gone = presences.keys.filter { all[$0] == nil }
    let changed = all.filter { presences[$0.key] != $0.value }
    presences = all
    return gone.sorted().map { .presence($0, .offline) }
      + changed.sorted { $0.key < $1.key }.map { .presence($0.key, $0.value) }
  }

  private mutating func newChats(_ database: Database) throws -> [Change] {
    let all = try database.chats.all()
    let changed = all.filter { chats[$0.jid] != $0 }
    let gone = Set(chats.keys).subtracting(all.map(\.jid))
    chats = Dictionary(uniqueKeysWithValues: all.map { ($0.jid, $0) })
    return gone.sorted().map { .chatRemoved($0) } + changed.map { .chat($0) }
  }

  private mutating func newMessages(_ database: Database, _ limit: Int) throws -> [Change] {
    guard let openChat else { return [] }
    let page = try database.messages.page(openChat, limit: limit)
    let now = Dictionary(uniqueKeysWithValues: page.map { ($0.id, $0) })
    // Only what is new or was told: older ones come as pages.
    let newest = messages.values.map(\.id).max() ?? 0
    let changed = page.filter { message in
      let told = messages[message.id]
      return told != message && (told != nil || message.id > newest)
    }
    let gone = messages.values.filter { now[$0.id] == nil && page.count < limit }
    messages = now
    return gone.map { .messageRemoved(chat: openChat, id: $0.id) } + changed.map { .message($0) }
      + (try newlyUnread(in: openChat, database))
  }

  private mutating func newlyUnread(in chat: JID, _ database: Database) throws -> [Change] {
    let place = try database.messages.firstUnread(chat)
    guard firstUnread != .some(place) else { return [] }
    firstUnread = .some(place)
    return [.firstUnread(chat: chat, order: place)]
  }
}
