internal import Model
internal import Storage
internal import XMPP

/// Takes messages in: live, copied from my other devices, or out of the archive.
enum Inbox {
  enum Place: Equatable {
    /// Not known yet: it is shown at once, and the archive is asked.
    case unknown
    /// A position in the archive, found while catching up.
    case newer(Int64)
    /// A position in the archive, found while reading back: history, answered with nothing.
    case older(Int64)

    var position: Int64? {
      switch self {
      case .unknown: nil
      case .newer(let position), .older(let position): position
      }
    }

    var isHistory: Bool { if case .older = self { true } else { false } }
  }

  /// The longest text that is stored, in bytes (Z4).
  static let longestText = 262_144

  static func receive(
    _ message: InboundMessage, at place: Place, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    let isMine = message.from.bare == turn.me
    let chat = isMine ? message.to.bare : message.from.bare
    if message.isError { return try refuse(message, place, &state, turn) }
    if let body = message.body, !body.isEmpty {
      try take(message, body, chat, place, &state, turn)
    }
    if let id = message.receiptFor {
      try received(id, chat, by: message.from, isMine: isMine, turn)
    }
    if let id = message.displayedFor { try displayed(id, chat, isMine: isMine, turn) }
    if let chatState = message.chatState, place == .unknown, !isMine {
      state.typing.receive(chatState, from: message.from, turn)
    }
  }

  /// An error that is in the archive counts as one that came live, unless that one came: after a
  /// retry the old error must not speak again.
  private static func refuse(
    _ message: InboundMessage, _ place: Place, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    guard let id = message.id, let error = message.error, !place.isHistory else { return }
    if place != .unknown, let mine = try turn.database.messages.mine(OriginID(id)),
      try turn.database.lives.has(["refused", "failed"], message: mine.id)
    {
      return
    }
    try state.outbox.refused(
      OriginID(id), from: message.from, error, isLinkOpen: state.isOpen, turn)
  }

  // MARK: Texts

  private static func take(
    _ message: InboundMessage, _ body: String, _ chat: JID, _ place: Place,
    _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    guard body.utf8.count <= longestText else {
      return turn.log("dropped: a message of \(body.utf8.count) bytes from \(message.from)")
    }
    if let known = try Deduplication.known(message, chat: chat, turn) {
      try merge(message, into: known, place, turn)
    } else {
      try insert(message, body, chat, place, &state, turn)
      state.reconnect.carried()
      if message.from.bare != turn.me { state.typing.wrote(message.from, turn) }
    }
    if place == .unknown { try state.catchUp.want(turn) }
  }

  /// A copy of what is known: it can tell the archive's id, the time and the place, and of mine that
  /// the server has it, unless it was refused once (rule 5).
  private static func merge(
    _ message: InboundMessage, into known: Message, _ place: Place, _ turn: Turn
  ) throws(StorageError) {
    let messages = turn.database.messages
    let entry = try known.originID.map { id throws(StorageError) in
      try turn.database.outbox.record(id)
    }
    let isRefused = known.isMine && entry??.isRefused == true
    if known.isUnconfirmed && !isRefused {
      try Transition.confirm(known, as: .sent, why: "the archive has it", turn)
    }
    guard known.archiveID == nil || !known.isPlaced else { return }
    try messages.learn(known.id, archiveID: message.archiveID, serverTime: message.stamp)
    turn.touch(known)
    guard let position = place.position, !known.isPlaced, !isRefused else { return }
    for follower in try messages.place(known.id, at: position) {
      turn.touch(follower, in: known.chat)
    }
  }

  private static func insert(
    _ message: InboundMessage, _ body: String, _ chat: JID, _ place: Place,
    _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    let isMine = message.from.bare == turn.me
    try turn.database.chats.ensure(chat, kind: chat == turn.me ? .notes : .direct)
    let order = MessageOrder(anchor: place.position ?? MessageOrder.unplaced, sequence: 0)
    let new = Message(
      id: 0, chat: chat, sender: message.from.bare, isMine: isMine, originID: message.identity,
      archiveID: message.archiveID, text: body, writtenAt: turn.now.wall,
      serverTime: message.stamp, status: isMine ? .sent : nil, order: order)
    let stanzaID = message.id == message.identity?.value ? nil : message.id
    let stored = try turn.database.messages.insert(
      .init(new, stanzaID: stanzaID, isMarkable: message.isMarkable))
    turn.touch(stored)
    guard !isMine else { return try adopt(stored, turn) }
    if !place.isHistory {
      state.arrivals.came(stored, isCertain: state.knowsWhatWasRead, turn)
    }
    if message.wantsReceipt, turn.privacy.tellsDelivered, !place.isHistory {
      try state.receipts.owe(stored, isOpen: state.isOpen, turn)
    }
  }

  /// Written on another device of mine: what the peer has read since counts for it too. It says nothing
  /// of what was read there: it may have been written before, and sent after, another's message came.
  private static func adopt(_ message: Message, _ turn: Turn) throws(StorageError) {
    try turn.life(message.id, "sent", cause: "from another device of yours")
    let theirs = try turn.database.readMarkers.order(.theirs, message.chat)
    if message.isPlaced, message.order <= theirs {
      try Transition.confirm(message, as: .read, turn)
    }
  }

  // MARK: Receipts and markers

  /// Counts only from the peer of the chat, which is where the message is looked for (Z1).
  private static func received(
    _ id: String, _ chat: JID, by device: JID, isMine: Bool, _ turn: Turn
  ) throws(StorageError) {
    guard !isMine, let message = try answerable(id, chat, turn) else { return }
    try Transition.confirm(message, as: .delivered, why: device.shortName, turn)
  }

  private static func displayed(
    _ id: String, _ chat: JID, isMine: Bool, _ turn: Turn
  ) throws(StorageError) {
    if isMine { return try displayedElsewhere(id, chat, turn) }
    guard let message = try answerable(id, chat, turn) else { return }
    try Transition.confirm(message, as: .read, turn)
    guard let seen = try turn.database.messages.message(message.id) else { return }
    try turn.database.readMarkers.advance(.theirs, to: seen)
    for earlier in try turn.database.messages.unreadThere(chat, through: seen.order) {
      try Transition.confirm(earlier, as: .read, turn)
    }
  }

  /// Another device of mine showed it.
  private static func displayedElsewhere(
    _ id: String, _ chat: JID, _ turn: Turn
  ) throws(StorageError) {
    guard let message = try turn.database.messages.named(id, chat: chat, isMine: false) else {
      return
    }
    try turn.database.readMarkers.advance(.mine, to: message)
    turn.touch(chat: chat)
  }

  /// One of mine that has left this computer: nobody can have what was never handed over.
  private static func answerable(
    _ id: String, _ chat: JID, _ turn: Turn
  ) throws(StorageError) -> Message? {
    guard chat != turn.me,
      let message = try turn.database.messages.named(id, chat: chat, isMine: true)
    else { return nil }
    guard message.isUnconfirmed, let originID = message.originID else { return message }
    let attempts = try turn.database.outbox.record(originID)?.entry.attempts ?? 0
    if attempts == 0 { turn.log("dropped: an answer for \(id), which was never sent") }
    return attempts == 0 ? nil : message
  }
}

extension JID {
  /// `bo/phone`
  fileprivate var shortName: String {
    (local ?? domain) + (resource.map { "/\($0)" } ?? "")
  }
}
