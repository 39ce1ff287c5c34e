internal import Model
internal import Storage
internal import XMPP

/// One turn of the engine: the transaction that is open, the moment it happens at, and what is to be
/// done once it is committed. What changed is read back at the end, so each row is told once.
final class Turn {
  let database: Database
  /// The account's bare address.
  let me: JID
  /// This device's name at the server; `nil` while there is no link.
  var resource: String?
  let now: Moment
  /// What of my doings is told.
  let privacy: Privacy
  /// Of the texts that got a place in this turn without the archive's word.
  private var placedBytes = 0
  private(set) var effects: [CoreEffect] = []
  private var messages: [Int64] = []
  private var chats: [JID] = []
  /// The rows of messages that have just come.
  private(set) var arrived: [Int64] = []
  private var gone: [OriginID] = []
  private var touched: Set<Int64> = []
  private var touchedChats: Set<JID> = []
  /// Rows of which it is to be found out what they amend, and what amends them.
  private var unresolved: Set<Int64> = []
  /// What I am called in rooms; `nil` where I am in none.
  private var nicks: [JID: String?] = [:]

  init(database: Database, me: JID, now: Moment, privacy: Privacy) {
    self.database = database
    self.me = me
    self.now = now
    self.privacy = privacy
  }

  func command(_ command: SessionCommand) { effects.append(.command(command)) }

  func change(_ change: Change) { effects.append(.change(change)) }

  func keep(roomPasswords: [JID: String]) {
    effects.append(.keep(roomPasswords: roomPasswords))
  }

  /// - Parameter bytes: `nil`: they are of no use any more.
  func keepAvatar(_ hash: String, _ bytes: [UInt8]?) {
    effects.append(.keepAvatar(hash, bytes))
  }

  func upload(_ order: UploadOrder) { effects.append(.upload(order)) }

  func cancelUpload(_ id: OriginID) { effects.append(.cancelUpload(id)) }

  func download(_ order: DownloadOrder) { effects.append(.download(order)) }

  func cancelDownload(_ row: Int64) { effects.append(.cancelDownload(row: row)) }

  func sentCopy(_ id: OriginID) { effects.append(.sentCopy(id)) }

  func discardCopy(_ id: OriginID) { effects.append(.discardCopy(id)) }

  func keepCopies(_ ids: [OriginID]) { effects.append(.keepCopies(ids)) }

  func log(_ line: String) { effects.append(.log(line)) }

  func connect() { effects.append(.connect) }

  func disconnect() { effects.append(.disconnect) }

  func measure() { effects.append(.measure) }

  func openSpare() { effects.append(.openSpare) }

  func dropSpare() { effects.append(.dropSpare) }

  func adoptSpare() { effects.append(.adoptSpare) }

  func notice(_ kind: Notice.Kind, _ text: String, remedy: Notice.Remedy? = nil) {
    change(.notice(Notice(kind, text, remedy: remedy)))
  }

  /// It says what is so while there is no link.
  func noticeOffline(_ text: String) {
    change(.notice(Notice(.information, text, isOfOffline: true)))
  }

  /// The row changed: its newest state is told at the end of the turn, and its chat's.
  func touch(_ message: Message) { touch(message.id, in: message.chat) }

  func touch(_ id: Int64, in chat: JID) {
    unresolved.insert(id)
    tell([id], in: chat)
  }

  /// They stand elsewhere in their chats.
  func touch(_ moved: [MovedMessage]) {
    for message in moved { touch(message.id, in: message.chat) }
  }

  /// They look different for what another row is; what that amends is known.
  func tell(_ rows: [Int64], in chat: JID) {
    tell(rows)
    touch(chat: chat)
  }

  private func tell(_ rows: [Int64]) {
    for id in rows where touched.insert(id).inserted { messages.append(id) }
  }

  /// Rows of messages are new, or changed.
  var hasTouchedMessages: Bool { !messages.isEmpty }

  /// Something of the chat changed.
  func hasTouched(_ chat: JID) -> Bool { touchedChats.contains(chat) }

  /// A chat with whomever, but for a group.
  func ensure(_ chat: JID) throws(StorageError) {
    let kind: Chat.Kind = chat == me ? .notes : chat.isOccupant ? .occupant : .direct
    try database.chats.ensure(chat, kind: kind)
  }

  func touch(chat: JID) {
    if touchedChats.insert(chat).inserted { chats.append(chat) }
  }

  /// Whether one more may get its place without the archive's word: all that changes in a turn is told together, so
  /// that it has a bound (Z4). What may not waits for another turn.
  func mayPlace(_ message: Message) -> Bool {
    guard placedBytes < Self.mostPlaced else { return false }
    placedBytes += message.text.utf8.count
    return true
  }

  /// Bytes of text.
  static let mostPlaced = 4 << 20

  /// Another's message has just come.
  func arrived(_ message: Message) { arrived.append(message.id) }

  /// A line in the life of one of my messages.
  func life(
    _ message: Int64, _ kind: LifeEvent.Kind, cause: String? = nil, attempt: Int = 0
  ) throws(StorageError) {
    let event = LifeEvent(at: now.wall, kind, cause: cause, attempt: attempt)
    try database.lives.append(event, to: message)
  }

  /// It is in the outbox no more.
  func left(_ originID: OriginID) { gone.append(originID) }

  /// Reads back what changed, still inside the transaction.
  func finish(countsBefore: OutboxCounts, showing: Showing) throws(StorageError) -> OutboxCounts {
    try resolveAmendments()
    try resolveReplies()
    for id in messages {
      guard let message = try database.messages.message(id) else { continue }
      change(try isShown(message) ? .message(message) : .messageRemoved(chat: message.chat, id: id))
      try tell(message, showing)
      try noteMention(message)
    }
    if showing.queue { for id in gone { change(.queueEntryRemoved(id)) } }
    for jid in chats {
      try database.chats.refreshSummary(jid)
      if let chat = try database.chats.chat(jid) { change(.chat(chat)) }
    }
    for id in arrived {
      guard let message = try database.messages.message(id), !message.isDeleted else { continue }
      change(.arrived(message.beginning))
    }
    let counts = try database.outbox.counts()
    if counts != countsBefore { change(.outbox(counts)) }
    return counts
  }

  /// What corrects another, and what is corrected, whatever came first.
  private func resolveAmendments() throws(StorageError) {
    for id in unresolved.sorted() { try tell(database.amendments.resolve(id)) }
    unresolved = []
  }

  /// What answers a message shows it as it is now.
  private func resolveReplies() throws(StorageError) {
    for id in messages { try tell(database.replies.resolve(id)) }
  }

  /// What a message of a group says now may name me, or not any more; its chat counts that.
  private func noteMention(_ message: Message) throws(StorageError) {
    guard !message.isMine, message.amendment?.isText ?? true, message.sender.bare == message.chat,
      message.sender.resource != nil, let nick = try nick(in: message.chat)
    else { return }
    try database.messages.setMention(message.id, message.isFor(me, as: nick))
  }

  /// Looked up once in a turn.
  private func nick(in room: JID) throws(StorageError) -> String? {
    if let known = nicks[room] { return known }
    let nick = try database.rooms.nick(room)
    nicks[room] = .some(nick)
    return nick
  }

  /// Messages of mine among what changed that are deleted for everyone, or are to be.
  func deletedOfMine() throws(StorageError) -> [Message] {
    var isConcerned = false
    for id in messages where !isConcerned { isConcerned = try database.amendments.isOfDeletion(id) }
    guard isConcerned else { return [] }
    try resolveAmendments()
    var deleted: [Message] = []
    for id in messages {
      guard let message = try database.messages.message(id) else { continue }
      if message.isMine, message.isDeleted { deleted.append(message) }
    }
    return deleted
  }

  private func isShown(_ message: Message) throws(StorageError) -> Bool {
    guard let amendment = message.amendment else { return true }
    guard amendment.isText else { return false }
    return try !database.amendments.isFolded(message.id)
  }

  /// What is on the screen of a message of mine besides its row in the chat.
  private func tell(_ message: Message, _ showing: Showing) throws(StorageError) {
    guard message.isMine, let originID = message.originID else { return }
    if showing.queue {
      let entry = try database.outbox.record(originID)?.entry
      change(entry.map { .queueEntry($0) } ?? .queueEntryRemoved(originID))
    }
    if showing.life == originID {
      let events = try database.lives.events(of: message.id)
      let corrections = try database.amendments.corrections(of: message.id)
      let readers = try database.roomReaders.readers(of: message.id)
      change(
        .life(
          MessageLife(
            message: message, events: events, corrections: corrections, readers: readers)))
    }
  }
}
