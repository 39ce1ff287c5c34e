internal import Localization
internal import Model
internal import Storage
internal import XMPP

/// Whether what the server took has reached the other: servers lose what both sides have acknowledged. A device
/// that has sent a receipt for a later message and none for an earlier one does not have that; so it goes
/// again, under the same id, by which the receiver knows a repeat. By itself only to another psst, which shows
/// it once for certain.
struct DeliveryDoubts: Tracker {
  static let keyPath: any Path = \.doubts

  /// A receipt may be this much later than that of a younger message, milliseconds.
  static let grace: Int64 = 10_000
  /// A psst that is there and says nothing of the newest for this long, milliseconds, may not have it. Only
  /// where a server may have lost it: without an archive, and between two servers.
  static let silence: Int64 = 15_000
  /// So often in the life of a message.
  static let mostRepeats = 2

  private struct Doubt {
    /// The message that has arrived; `nil` where nothing is said of the newest.
    var through: Int64?
    /// It has a place, so that it is known which ones stand before it.
    var isPlaced = true
    /// Uptime in milliseconds.
    var at: Int64
  }

  private var doubts: [JID: Doubt] = [:]
  private var hasBegun = false

  var nextDeadline: Int64? { doubts.values.map(\.at).min() }

  mutating func forgetLink(_ turn: Turn) { self = DeliveryDoubts() }

  /// A receipt came: those before it should have come, too. Which those are is known when it has its place, and
  /// receipts often come before the archive has told that.
  mutating func received(
    _ message: Message, hasArchive: Bool, _ turn: Turn
  ) throws(StorageError) {
    guard doubts[message.chat]?.through == nil else { return }
    if !message.isPlaced {
      guard hasArchive else { return }
    } else if try !turn.database.messages.hasUndelivered(before: message) {
      return
    }
    doubts[message.chat] = Doubt(
      through: message.id, isPlaced: message.isPlaced, at: turn.now.uptime + Self.grace)
  }

  /// A link is there: what nobody spoke of may be lost with the link before.
  mutating func begin(hasArchive: Bool, _ turn: Turn) throws(StorageError) {
    guard !hasBegun else { return }
    hasBegun = true
    for chat in try turn.database.messages.silentChats() {
      try look(at: chat, hasArchive: hasArchive, turn)
    }
  }

  /// - Parameter settled: that this one has arrived tells nothing any more.
  private mutating func look(
    at chat: JID, hasArchive: Bool, settled: Int64? = nil, _ turn: Turn
  ) throws(StorageError) {
    if try !turn.database.chats.receiptsFrom(chat).isEmpty,
      let newest = try turn.database.messages.newestArrived(chat), newest.id != settled
    {
      try received(newest, hasArchive: hasArchive, turn)
    }
    try expect(chat, hasArchive: hasArchive, turn)
  }

  /// The chat's other side is to speak of my newest message.
  mutating func expect(
    _ chat: JID, hasArchive: Bool, _ turn: Turn
  ) throws(StorageError) {
    guard !hasArchive || chat.domain != turn.me.domain, doubts[chat] == nil,
      try !turn.database.messages.silent(chat, limit: 1).isEmpty
    else { return }
    doubts[chat] = Doubt(through: nil, at: turn.now.uptime + Self.silence)
  }

  static func wake(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    let presence = state.presence
    try state.doubts.wake(
      isOpen: state.isOpen, hasArchive: state.catchUp.hasArchive,
      devices: { presence.devices(of: $0) }, turn)
  }

  /// - Parameter devices: those of a person that say they are online.
  private mutating func wake(
    isOpen: Bool, hasArchive: Bool, devices: (JID) -> [JID], _ turn: Turn
  ) throws(StorageError) {
    for (chat, doubt) in doubts.sorted(by: { $0.key < $1.key }) where doubt.at <= turn.now.uptime {
      doubts[chat] = nil
      if !doubt.isPlaced {
        try lookAgain(at: chat, doubt, hasArchive: hasArchive, turn)
        continue
      }
      let witnesses = try turn.database.chats.receiptsFrom(chat)
      let isPsst = witnesses.first?.isPsst ?? true
      let isThere = devices(chat).contains { isPsst ? $0.isPsst : witnesses.contains($0) }
      guard isOpen, doubt.through != nil || isThere else { continue }
      let missing = try Self.missing(chat, doubt, turn)
      let isOfUse = try Self.act(on: missing, isPsst: isPsst, turn)
      // Nobody spoke, and nothing more can be done about it.
      if !isOfUse, doubt.through == nil, !missing.isEmpty { continue }
      let settled = isOfUse ? nil : doubt.through
      try look(at: chat, hasArchive: hasArchive, settled: settled, turn)
      doubts[chat]?.at += 3 * Self.silence
    }
  }

  /// Returns whether there was anything to be done, or will be: what another device of mine wrote it sends again.
  private static func act(
    on missing: [Message], isPsst: Bool, _ turn: Turn
  ) throws(StorageError) -> Bool {
    var isOfUse = false
    for message in missing {
      if try turn.database.messages.isBehindUnsent(message.id) {
        isOfUse = true
      } else if isPsst {
        let isAgain = try sendAgain(message, because: tr("not confirmed by the other's psst"), turn)
        isOfUse = isOfUse || isAgain
      } else if Self.isConfirmedByAll(message) {
        let isTold = try tell(message, turn)
        isOfUse = isOfUse || isTold
      }
    }
    return isOfUse
  }

  /// Programs that send receipts send them for words; some send none for files, invitations and reactions, and then a
  /// missing one says nothing.
  static func isConfirmedByAll(_ message: Message) -> Bool {
    message.isText && message.amendment?.isText ?? true
  }

  /// By now the message that has arrived may have its place.
  private mutating func lookAgain(
    at chat: JID, _ doubt: Doubt, hasArchive: Bool, _ turn: Turn
  ) throws(StorageError) {
    if hasArchive, let id = doubt.through,
      let message = try turn.database.messages.message(id), !message.isPlaced
    {
      try received(message, hasArchive: hasArchive, turn)
    } else {
      try look(at: chat, hasArchive: hasArchive, turn)
    }
  }

  /// The user decides whether it goes again: another program may show it twice. Returns whether that is so.
  @discardableResult
  private static func tell(_ message: Message, _ turn: Turn) throws(StorageError) -> Bool {
    guard !message.isErased, try message.isWrittenHere(turn) else { return false }
    let name = try turn.name(inside: message.chat)
    try turn.database.messages.doubt(message.id, tr("not confirmed by \(name)"))
    try turn.life(
      message.id, .notConfirmed, cause: tr("their program has later ones, or is there and silent"))
    turn.touch(message)
    return true
  }

  /// The user wants it sent again, under the same id; it stays in doubt until the other confirms it.
  static func sendAgainByWish(
    _ message: Message, isOpen: Bool, _ turn: Turn
  ) throws(StorageError) {
    guard message.failure != nil, !message.isDeleted, let originID = message.originID,
      try message.isWrittenHere(turn)
    else { return }
    guard isOpen else {
      return turn.noticeOffline(tr("Not connected: try again when the link is back"))
    }
    try turn.life(message.id, .again, cause: tr("you asked for it"))
    try transmit(message, originID, turn)
    turn.touch(message)
    let name = try turn.name(inside: message.chat)
    turn.notice(.information, tr("Sent again, not confirmed by \(name) yet"))
  }

  private static func transmit(
    _ message: Message, _ originID: OriginID, _ turn: Turn
  ) throws(StorageError) {
    guard let content = try turn.database.messages.sentContent(of: message) else { return }
    if let invitation = content.invitation {
      return turn.command(.invite(to: message.chat, originID: originID, invitation))
    }
    if let file = content.attachment, file.address != nil {
      return turn.command(
        .sendFile(
          to: message.chat, originID: originID, file, replyTo: message.replyTo?.named))
    }
    turn.command(
      .send(
        to: message.chat, originID: originID, text: content.text, amending: message.amendment,
        replyTo: message.replyTo?.named))
  }

  private static func missing(
    _ chat: JID, _ doubt: Doubt, _ turn: Turn
  ) throws(StorageError) -> [Message] {
    guard let through = doubt.through else {
      return try turn.database.messages.silent(chat, limit: 50)
    }
    guard let message = try turn.database.messages.message(through) else { return [] }
    return try turn.database.messages.undelivered(before: message, limit: 50)
  }

  /// Transmits a message that counts as sent once more; returns whether it may be. Nobody misses what was deleted
  /// for everyone, and nothing of it is left to be sent.
  @discardableResult
  static func sendAgain(
    _ message: Message, because cause: String, _ turn: Turn
  ) throws(StorageError) -> Bool {
    guard let originID = message.originID, message.status == .sent, !message.isErased,
      try message.isWrittenHere(turn)
    else { return false }
    let count = try turn.database.messages.countRepeat(message.id)
    guard count <= mostRepeats else { return false }
    try turn.life(message.id, .again, cause: cause)
    try transmit(message, originID, turn)
    if count == mostRepeats { try tell(message, turn) }
    return true
  }
}
