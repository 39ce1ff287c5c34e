internal import Localization
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
    /// Behind the known entry of this position, because the archive shows it late, and before others that it
    /// showed late.
    case late(Int64, before: [ArchiveID])
    /// In the archive, wherever.
    case found
    /// In the archive at that time, apart from what was read of it without a hole: history.
    case dated(Timestamp)

    var position: Int64? {
      switch self {
      case .unknown, .found, .dated: nil
      case .newer(let position), .older(let position), .late(let position, _): position
      }
    }

    var isHistory: Bool {
      switch self {
      case .older, .dated: true
      case .unknown, .newer, .late, .found: false
      }
    }

    /// Where a message stands that was not here.
    var order: MessageOrder {
      let anchor =
        if case .dated(let time) = self {
          MessageOrder.imported + time.milliseconds
        } else {
          position ?? MessageOrder.unplaced
        }
      return MessageOrder(anchor: anchor, sequence: 0)
    }

    var isDated: Bool { if case .dated = self { true } else { false } }
    var isLate: Bool { if case .late = self { true } else { false } }
  }

  static func receive(
    _ message: InboundMessage, at place: Place, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    switch message.kind {
    case .direct: try receiveDirect(message, at: place, &state, turn)
    case .group where message.source == .live:
      try RoomInbox.receive(message, at: place, &state, turn)
    // Its place in the account's archive says nothing of its place in the room.
    case .group: turn.log("dropped: a group's message from \(message.from)")
    case .error(let error): try refuse(message, error, at: place, &state, turn)
    }
  }

  private static func receiveDirect(
    _ message: InboundMessage, at place: Place, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    if message.source == .live {
      try state.presence.doubt(message.from, false, turn)
      try state.markers.heard(from: message.from.bare, behind: state.receipts, turn)
    }
    let isMine = message.from.bare == turn.me
    let chat = state.chat(isMine ? message.to : message.from)
    var message = message
    // Nothing but what is said goes through a group (XEP-0045 §7.5).
    if chat.isOccupant { message.payloads.removeAll { !$0.isSaid } }
    if let inviter = message.invitedBy, !isMine, !chat.isOccupant {
      return try Invitations.receive(message, by: inviter, at: place, &state, turn)
    }
    if case .declined(let who) = message.news { Invitations.declined(by: who, chat, state, turn) }
    if let amendment = message.amendment, !amendment.isText {
      try receiveAmendment(amendment, in: message, of: chat, at: place, &state, turn)
    } else if let content = message.content, !content.text.isEmpty {
      try receiveContent(content, in: message, of: chat, at: place, &state, turn)
    }
    for payload in message.payloads {
      switch payload {
      case .receipt(let id):
        try received(id, chat, by: message.from, isMine: isMine, &state, turn)
      case .displayed(let id):
        try displayed(id, chat, by: message.from, isMine: isMine, state, turn)
      case .chatState(let chatState)
      where place == .unknown && !isMine && !state.blocking.holds(message.from):
        state.typing.receive(chatState, from: message.from, turn)
      case .refusal(let notice) where isMine:
        try state.refusals.learned(notice, isLive: place == .unknown, turn)
        if place == .unknown { try state.catchUp.want(turn) }
      // What is asked of whom the text is for was answered with the text.
      case .receiptRequest, .markable, .amendment, .reply, .chatState, .refusal: break
      }
    }
  }

  /// An error that is in the archive counts as one that came live, unless that one came: after a
  /// retry the old error must not speak again.
  private static func refuse(
    _ message: InboundMessage, _ error: StanzaError, at place: Place,
    _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    guard let id = message.id, !place.isHistory else { return }
    // Of a room's refusal only the device is told that wrote; what went again since is in the room's archive.
    if place != .unknown, state.rooms[message.from.bare] != nil { return }
    if place != .unknown, let mine = try turn.database.messages.mine(OriginID(id)),
      try turn.database.messages.wasRefused(mine.id)
    {
      return
    }
    try state.outbox.refused(
      OriginID(id), from: message.from, to: message.to, error, isLinkOpen: state.isOpen, turn)
  }

  // MARK: Texts

  /// What stands in its body is for programs that do not know what it is.
  private static func receiveAmendment(
    _ amendment: Amendment, in message: InboundMessage, of chat: JID, at place: Place,
    _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    let isOfUse = try Retracting.isOfUse(
      amendment, by: message.from, in: chat, isHistory: place.isHistory, turn)
    guard isOfUse else { return }
    var message = message
    let content = Message.Content.text(amendment.substitute)
    message.content = content
    try receiveContent(content, in: message, of: chat, at: place, &state, turn)
  }

  static func receiveContent(
    _ content: Message.Content, in message: InboundMessage, of chat: JID, at place: Place,
    _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    let length = content.text.utf8.count
    guard length <= InboundMessage.longestText else {
      return turn.log("dropped: a message of \(length) bytes from \(message.from)")
    }
    let message = try Deduplication.withoutTakenID(message, chat: chat, turn)
    let hasArchive = state.catchUp.hasArchive
    if let known = try Deduplication.known(message, chat: chat, hasArchive: hasArchive, turn) {
      if place == .unknown { state.refusals.goesAgain(known) }
      try merge(message, into: known, place, &state, turn)
      try answerAgain(message, known, at: place, &state, turn)
    } else if try turn.database.tombstones.covers(
      message.archiveID, message.from.bare == turn.me ? message.identity : nil, chat: chat)
    {
      turn.log("left out: a message that was removed here")
    } else if try Retention.leavesOut(message, of: chat, at: place, turn) {
      turn.log("left out: a message that is too old to be kept here")
    } else if try Invitations.withholds(message, &state, turn) {
      turn.log("left out: an invitation of \(message.from)")
    } else {
      try insert(content, of: message, in: chat, at: place, &state, turn)
      state.reconnect.carried()
      if message.from.bare != turn.me { state.typing.wrote(message.from, turn) }
    }
    if case .late(let position, let others) = place {
      try placeAgain(others, at: position, turn)
    }
    if place == .unknown { try state.catchUp.want(turn) }
  }

  /// A copy of what is known: it can tell the archive's id, the time and the place, and of mine that
  /// the server has it, unless it was refused once (rule 5).
  private static func merge(
    _ message: InboundMessage, into known: Message, _ place: Place, _ state: inout EngineState,
    _ turn: Turn
  ) throws(StorageError) {
    let messages = turn.database.messages
    let isRefused = try isUncertain(message, known, place, by: state.refusals, turn)
    if known.isUnconfirmed, !isRefused {
      try Transition.confirm(known, as: .sent, why: tr("the archive has it"), turn)
    }
    var isGuessed = false
    if place.position != nil, known.isPlaced { isGuessed = try messages.isGuessed(known.id) }
    guard known.archiveID == nil || !known.isPlaced || isGuessed else {
      return try isRefused ? () : moveBack(known, message, place, turn)
    }
    try messages.learn(known.id, archiveID: message.archiveID, serverTime: message.stamp)
    if known.originID == nil, let id = message.identity {
      try turn.database.imports.name(known.id, id)
    }
    turn.touch(known)
    guard let position = place.position, !known.isPlaced || isGuessed, !isRefused else { return }
    for follower in try messages.place(known.id, at: position, isLate: place.isLate) {
      turn.touch(follower, in: known.chat)
    }
    if let placed = try messages.message(known.id) { try wasRead(placed, turn) }
    if case .newer = place, !known.isPlaced, !isGuessed {
      // Messages stored up to that row may be older than all that was read of the archive.
      try Unarchived.wasPassed(
        by: known, message.stamp, at: position, after: state.catchUp.newSince, turn)
    }
  }

  /// Entries that share a position stand in the order in which they were placed: those that the archive showed
  /// before one that stands before them are placed once more.
  /// - Parameter archive: the account's own, or a room's.
  static func placeAgain(
    _ others: [ArchiveID], of archive: JID? = nil, at position: Int64, _ turn: Turn
  ) throws(StorageError) {
    let messages = turn.database.messages
    for id in others {
      guard let other = try messages.message(id, in: archive), other.order.anchor == position else {
        continue
      }
      let followers = try messages.place(other.id, at: position, isLate: true)
      for row in [other.id] + followers { turn.touch(row, in: other.chat) }
    }
  }

  /// The repeat was read before the first one, as when an archive is read back.
  private static func moveBack(
    _ known: Message, _ message: InboundMessage, _ place: Place, _ turn: Turn
  ) throws(StorageError) {
    guard let position = place.position, position < known.order.anchor else { return }
    let followers = try turn.database.messages.moveBack(
      known.id, to: position, serverTime: message.stamp)
    for follower in followers { turn.touch(follower, in: known.chat) }
    turn.touch(known)
  }

  /// A copy of what was refused here proves nothing, unless another device of mine has sent it since: then the
  /// archive has it once more, behind what is known of it.
  private static func isUncertain(
    _ message: InboundMessage, _ known: Message, _ place: Place, by refusals: RefusalSharing,
    _ turn: Turn
  ) throws(StorageError) -> Bool {
    guard known.isUnconfirmed, try known.isRefused(turn) else { return false }
    guard known.status == .failed, !place.isHistory, place != .found, !refusals.isNews(of: known),
      let archiveID = message.archiveID, let before = known.archiveID
    else { return true }
    return archiveID == before || message.from.resource == turn.resource
  }

  /// A repeat of what is here: its sender does not know that it has arrived.
  private static func answerAgain(
    _ message: InboundMessage, _ known: Message, at place: Place,
    _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    guard !known.isMine, place == .unknown, message.source == .live,
      message.payloads.contains(.receiptRequest),
      turn.privacy.tellsDelivered
    else { return }
    try state.receipts.owe(known, isOpen: state.isCaughtUp, isAgain: true, turn)
  }

  private static func insert(
    _ content: Message.Content, of message: InboundMessage, in chat: JID, at place: Place,
    _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    let isMine = message.from.bare == turn.me
    try turn.ensure(chat)
    let new = Message(
      id: 0, chat: chat, sender: message.sender(in: chat), isMine: isMine,
      originID: message.identity,
      archiveID: message.archiveID, content: content, writtenAt: turn.now.wall,
      serverTime: message.stamp,
      status: isMine ? try Retention.status(of: message, in: chat, at: place, turn) : nil,
      order: place.order,
      amendment: message.amendment, replyTo: Self.answered(by: message, chat, turn))
    let stanzaID = message.id == message.identity?.value ? nil : message.id
    var row = MessageTable.New(
      new, stanzaID: stanzaID, isMarkable: message.payloads.contains(.markable))
    row.turn = state.offlineMessages.turn(of: message, turn.now)
    let stored = try turn.database.messages.insert(row)
    if place.isDated { try turn.database.messages.placeByTime(stored.id) }
    guard !isMine else {
      turn.touch(stored)
      try OccupantChats.begin(chat, state, turn)
      return try adopt(stored, turn)
    }
    try OccupantChats.came(message, in: chat, state, turn)
    try Invitations.note(stored, turn)
    turn.tell([stored.id] + (try turn.database.amendments.resolve(stored.id)), in: chat)
    // What corrects a message that is here is no new one.
    let isNew = try turn.database.amendments.target(of: stored.id) == nil
    let isDeleted = try turn.database.messages.message(stored.id)?.isDeleted ?? true
    let isSettled = stored.invitation.map { $0.answer != .open } ?? false
    guard !state.blocking.holds(message.from), !place.isHistory else { return }
    if isNew, !isDeleted, !isSettled, stored.amendment?.isText ?? true {
      try ChatSharing.came(stored, isLive: place == .unknown, turn)
      state.arrivals.came(stored, isCertain: state.knowsWhatWasRead, turn)
    }
    if message.payloads.contains(.receiptRequest), turn.privacy.tellsDelivered {
      try state.receipts.owe(stored, isOpen: state.isCaughtUp, turn)
    }
  }

  /// Only the two of a chat can have written what is answered in it (Z1).
  private static func answered(
    by message: InboundMessage, _ chat: JID, _ turn: Turn
  ) -> ReplyTarget? {
    guard var target = message.replyTo else { return nil }
    if let author = target.author, author != turn.me, author != chat { target.author = nil }
    return target
  }

  /// Written on another device of mine: what the peer has read since counts for it too. It says nothing
  /// of what was read there: it may have been written before, and sent after, another's message came.
  private static func adopt(_ message: Message, _ turn: Turn) throws(StorageError) {
    try turn.life(message.id, .sent, cause: tr("from another device of yours"))
    try wasRead(message, turn)
    guard let id = message.originID,
      let reason = try turn.database.tombstones.refusal(of: id, chat: message.chat)
    else { return }
    try Transition.fail(message, reason: reason, turn)
  }

  /// The marker of a program that sends no receipts came before it was known that the archive has the message.
  private static func wasRead(_ message: Message, _ turn: Turn) throws(StorageError) {
    guard message.isMine, message.status == .sent, message.isPlaced,
      try message.order <= turn.database.readMarkers.order(.theirs, message.chat),
      try turn.database.chats.receiptsFrom(message.chat).isEmpty
    else { return }
    try Transition.confirm(message, as: .read, turn)
  }
}
