internal import Localization
internal import Model
internal import Storage
internal import XMPP

/// Takes in what is said in rooms: live, or out of a room's archive, which orders it.
enum RoomInbox {
  static func receive(
    _ message: InboundMessage, at place: Inbox.Place, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    let jid = message.from.bare
    guard message.source != .carbon, let room = state.rooms[jid] else {
      return turn.log("dropped: a group's message from \(message.from)")
    }
    var message = message
    if message.source == .live, room.history.isAwaited {
      message.stamp = message.roomStamp ?? message.stamp
    }
    if message.source == .live { try hear(message, of: jid, &state, turn) }
    if case .removal(let removal, let id) = message.news {
      guard message.from == jid else { return turn.log("dropped: a deletion by \(message.from)") }
      return try note(removal, of: id, in: jid, message, turn)
    }
    guard message.from.resource != nil else { return }
    if message.news == .removed, let id = message.archiveID {
      try note(Removal(), of: id, in: jid, message, turn)
    }
    let isMine = try room.isMine(message, turn)
    if message.source == .live, !isMine { hearTyping(message, &state, turn) }
    for case .displayed(let id) in message.payloads {
      try RoomReceipts.displayed(id, by: message, isMine: isMine, &state, turn)
    }
    if !isMine, !place.isHistory, try room.isOfFormer(message, turn) {
      message.payloads.removeAll { if case .amendment = $0 { true } else { false } }
    }
    guard let content = try content(of: message, turn) else { return }
    let author = isMine ? nil : room.author(of: message)
    var known = try known(message, by: author, isMine: isMine, room, turn)
    if known == nil { known = try echoed(message, isMine: isMine, room, &state, turn) }
    if let known {
      try take(message, as: known, at: place, room, &state, turn)
    } else if try turn.database.tombstones.covers(
      message.archiveID, isMine ? message.identity : nil, chat: jid)
    {
      turn.log("left out: a message that was removed here")
    } else if try Retention.leavesOut(message, of: jid, at: place, turn) {
      turn.log("left out: a message that is too old to be kept here")
    } else {
      try insert(content, of: message, by: author, isMine: isMine, at: place, &state, turn)
      if place != .unknown { try state.rooms.foundInArchive(of: jid, turn) }
      state.reconnect.carried()
    }
    if case .late(let position, let others) = place {
      try Inbox.placeAgain(others, of: jid, at: position, turn)
    }
    guard place == .unknown else { return }
    try state.rooms.change(jid) { room throws(StorageError) in try room.catchUp.want(turn) }
  }

  /// What it is where the room changes ids or tells pieces.
  private static func echoed(
    _ message: InboundMessage, isMine: Bool, _ room: LiveRoom, _ state: inout EngineState,
    _ turn: Turn
  ) throws(StorageError) -> Message? {
    let isAlone = state.presence.devices(of: turn.me).allSatisfy { $0 == state.ready?.jid }
    let known = try RoomEchoes.original(
      of: message, isMine: isMine, in: room, turn, isAlone: isAlone)
    if known == nil, !isAlone,
      let id = try RoomEchoes.doubt(message, isMine: isMine, in: room, turn)
    {
      try state.rooms.change(room.jid) { $0.told(id) }
    }
    return known
  }

  /// The room tells of what is here.
  private static func take(
    _ message: InboundMessage, as known: Message, at place: Inbox.Place, _ room: LiveRoom,
    _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    let jid = room.jid
    if known.isUnconfirmed, message.source == .live, message.identity == known.originID {
      try state.rooms.change(jid) { room throws(StorageError) in try room.keptID(turn) }
    }
    try merge(message, into: known, place, room, turn)
    try state.rooms.change(jid) { $0.history.came(known, as: message) }
    if known.isMine, let id = known.originID { try state.rooms.change(jid) { $0.told(id) } }
    if known.isUnconfirmed, known.amendment == nil {
      try RoomReceipts.said(known.id, in: jid, &state, turn)
    }
  }

  /// What it says of the room itself, and that I am there.
  private static func hear(
    _ message: InboundMessage, of jid: JID, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    if let topic = message.topic {
      try note(topic, of: jid, &state, turn)
      try state.rooms.change(jid) { room throws(StorageError) in try room.heardTopic(turn) }
      state.moderation.topicChanged(in: jid)
    }
    try state.rooms.change(jid) { $0.heard(turn) }
    if message.news == .configured { try state.rooms.change(jid) { $0.askWhatItIs(turn) } }
  }

  /// A text says that its writer stopped, whatever it says besides.
  private static func hearTyping(
    _ message: InboundMessage, _ state: inout EngineState, _ turn: Turn
  ) {
    if message.text?.isEmpty == false {
      return state.typing.wrote(message.from, inRoom: true, turn)
    }
    for case .chatState(let chatState) in message.payloads {
      state.typing.receive(chatState, from: message.from, inRoom: true, turn)
    }
  }

  private static func note(
    _ topic: String, of room: JID, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    try state.rooms.change(room) { room throws(StorageError) in
      guard room.stored.topic != topic else { return }
      room.stored.topic = topic
      room.isChanged = true
      try turn.database.rooms.save(room.stored)
    }
  }

  /// A moderator deleted something (XEP-0425), which may be here or still come.
  private static func note(
    _ removal: Removal, of id: ArchiveID, in room: JID, _ message: InboundMessage, _ turn: Turn
  ) throws(StorageError) {
    try turn.database.removals.note(removal, of: id, in: room, at: message.stamp ?? turn.now.wall)
    if let known = try turn.database.messages.message(id, in: room) { turn.touch(known) }
  }

  /// What is to be stored of it; `nil` where it says nothing, or too much.
  private static func content(
    of message: InboundMessage, _ turn: Turn
  ) throws(StorageError) -> Message.Content? {
    if message.news == .removed { return .text("") }
    if let amendment = message.amendment, !amendment.isText {
      return .text(amendment.substitute)
    }
    guard let content = message.content, !content.text.isEmpty else { return nil }
    let length = content.text.utf8.count
    guard length <= InboundMessage.longestText else {
      turn.log("dropped: a message of \(length) bytes from \(message.from)")
      return nil
    }
    return content
  }

  /// What is here of it: by the room's id for it, else by its author's, which proves something only where nobody
  /// can guess it.
  private static func known(
    _ message: InboundMessage, by author: String?, isMine: Bool, _ live: LiveRoom, _ turn: Turn
  ) throws(StorageError) -> Message? {
    let (messages, room) = (turn.database.messages, message.from.bare)
    if let id = message.archiveID, let known = try messages.message(id, in: room) { return known }
    let sender = isMine ? turn.me : message.from
    let candidates =
      try message.identity.map { id throws(StorageError) in
        try messages.messages(id, chat: room, sender: sender, occupantID: author)
      } ?? []
    if isMine, let waiting = candidates.first(where: \.isUnconfirmed) { return waiting }
    if live.lacksArchive, message.source == .live, message.identity?.isUnguessable != true {
      return live.history.copy(of: message, by: sender)
    }
    guard let id = message.identity else { return nil }
    let saysText = message.news != .removed && message.amendment?.isText ?? true
    let text = saysText ? message.text ?? "" : nil
    let equal = candidates.filter { $0.isErased || text == nil || $0.sentText == text }
    let known =
      id.isUnguessable || isMine
      ? equal.first : equal.first { $0.archiveID == nil || message.archiveID == nil }
    if let known { return known }
    return try Deduplication.imported(message, in: room, by: sender, turn)
  }

  /// The room's copy of what is here: of mine it is the word that the room has it.
  private static func merge(
    _ message: InboundMessage, into known: Message, _ place: Inbox.Place, _ room: LiveRoom,
    _ turn: Turn
  ) throws(StorageError) {
    let messages = turn.database.messages
    if known.isUnconfirmed {
      try Transition.confirm(known, as: .sent, why: tr("the group has it"), turn)
    }
    // Without an id the time alone will say that what is told later is the same.
    let time = known.isUnconfirmed && room.changesIDs ? turn.now.wall : nil
    try messages.learn(
      known.id, archiveID: message.archiveID ?? (known.isMine ? room.ownID(of: message) : nil),
      serverTime: message.stamp ?? time)
    if known.originID == nil, let id = message.identity {
      try turn.database.imports.name(known.id, id)
    }
    turn.touch(known)
    guard let now = try messages.message(known.id) else { return }
    let isNew = now.order.anchor == MessageOrder.unplaced
    if place == .unknown, room.orders(message), isNew || room.history.isBehindNew(message) {
      try LiveRoom.placeByArrival(now, turn)
    }
    guard let position = place.position else { return }
    let isGuessed = try messages.isGuessed(known.id)
    if !now.isPlaced || isGuessed {
      for follower in try messages.place(known.id, at: position, isLate: place.isLate) {
        turn.touch(follower, in: known.chat)
      }
    } else if position < now.order.anchor {
      let followers = try messages.moveBack(known.id, to: position, serverTime: message.stamp)
      for follower in followers { turn.touch(follower, in: known.chat) }
    }
  }

  private static func insert(
    _ content: Message.Content, of message: InboundMessage, by author: String?, isMine: Bool,
    at place: Inbox.Place, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    let room = message.from.bare
    let new = Message(
      id: 0, chat: room, sender: isMine ? turn.me : message.from, isMine: isMine,
      originID: message.identity, archiveID: message.archiveID, content: content,
      writtenAt: turn.now.wall, serverTime: message.stamp,
      status: isMine ? try Retention.status(of: message, in: room, at: place, turn) : nil,
      order: place.order,
      amendment: message.amendment, replyTo: message.replyTo.map(withoutAuthor))
    let stored = try turn.database.messages.insert(
      .init(
        new, stanzaID: message.archiveID?.value,
        isMarkable: message.payloads.contains(.markable), occupantID: author))
    if place.isDated { try turn.database.messages.placeByTime(stored.id) }
    turn.touch(stored)
    turn.tell(try turn.database.amendments.resolve(stored.id), in: room)
    if place == .unknown, state.rooms[room]?.orders(message) == true {
      try LiveRoom.placeByArrival(stored, turn)
      try state.rooms.change(room) { $0.history.came(new: message) }
    }
    if isMine {
      if stored.amendment == nil, !place.isHistory {
        try RoomReceipts.said(stored.id, in: room, &state, turn)
      }
      return try turn.life(stored.id, .sent, cause: tr("from another device of yours"))
    }
    if stored.amendment == nil, !place.isHistory {
      try ChatSharing.came(stored, isLive: place == .unknown, turn)
    }
    guard place == .unknown, try isTold(stored, state.rooms[room], turn) else { return }
    state.arrivals.came(stored, isCertain: state.knowsWhatWasRead, turn)
  }

  // MARK: What it is about

  /// Who is called what in a room says nothing of who wrote what: the answered message's own row does.
  private static func withoutAuthor(_ target: ReplyTarget) -> ReplyTarget {
    ReplyTarget(id: target.id, author: nil, quote: target.quote)
  }

  /// As others in the room know it: by the room's id for it and by what its author was called there (XEP-0461 §3.1), and
  /// not by anybody's own address.
  static func named(
    _ target: ReplyTarget?, in room: JID, _ turn: Turn
  ) throws(StorageError) -> ReplyTarget? {
    guard let target else { return nil }
    let id = try target.stored.map { stored throws(StorageError) in
      try turn.database.messages.receiptID(stored.row) ?? target.id
    }
    let author = target.stored.map(\.sender).flatMap { $0.bare == room ? $0 : nil }
    return ReplyTarget(id: id ?? target.id, author: author, quote: target.quote)
  }

  /// Whether it is one that the user wants to be told of (A1).
  private static func isTold(
    _ message: Message, _ room: LiveRoom?, _ turn: Turn
  ) throws(StorageError) -> Bool {
    guard let room, message.amendment == nil else { return false }
    switch try turn.database.chats.alerts(room.jid, at: turn.now.wall) {
    case .all: return true
    case .nothing: return false
    case .mentions:
      // With what it answers, as that is stored.
      let stored = try turn.database.messages.message(message.id)
      return stored?.isFor(turn.me, as: room.stored.nick) ?? false
    }
  }
}
