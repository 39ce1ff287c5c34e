internal import Localization
internal import Model
internal import Storage

/// What the user writes, and changes of what was written, on their way into the outbox.
enum Sending {
  static func send(
    _ raw: String, to chat: JID, _ originID: OriginID, answering target: ReplyTarget? = nil,
    _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    // Whoever sends it again has not heard that it is here.
    if let known = try turn.database.messages.mine(originID) { return turn.touch(known) }
    if let reason = try refusal(of: chat, state, turn) {
      return giveBack(raw, to: chat, originID, because: reason, turn)
    }
    switch OutgoingText(raw) {
    case .empty: return
    case .refused(let reason): refuse(raw, to: chat, originID, because: reason, &state, turn)
    case .text(let text):
      if let reason = try fullness(turn) {
        return refuse(raw, to: chat, originID, because: reason, &state, turn)
      }
      try turn.ensure(chat)
      try turn.database.drafts.remove(chat)
      let named = try state.rooms[chat] == nil ? target : RoomInbox.named(target, in: chat, turn)
      try queue(text, to: chat, originID, answering: named, &state, turn)
      state.typing.sent(chat)
    }
  }

  /// Puts a file whose copy is kept in the chat; its message waits for the upload.
  static func send(
    _ file: OutgoingFile, to chat: JID, _ originID: OriginID, answering target: ReplyTarget?,
    _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    if let known = try turn.database.messages.mine(originID) { return turn.touch(known) }
    guard case .kept(let attachment) = file else {
      return refuse(
        file.attachment.words, to: chat, originID, because: tr("there is no copy of the file"),
        &state,
        turn)
    }
    if let reason = try refusal(of: chat, state, turn) {
      turn.discardCopy(originID)
      return giveBack(attachment.caption, to: chat, originID, because: reason, turn)
    }
    if let reason = try fullness(turn) {
      turn.discardCopy(originID)
      return refuse(attachment.words, to: chat, originID, because: reason, &state, turn)
    }
    try turn.ensure(chat)
    let named = try state.rooms[chat] == nil ? target : RoomInbox.named(target, in: chat, turn)
    try queue(.file(attachment), to: chat, originID, answering: named, &state, turn)
    if let row = try turn.database.messages.mine(originID)?.id {
      try turn.database.uploads.add(row)
    }
    state.typing.sent(chat)
  }

  /// Puts an invitation in the chat with whom it is for.
  static func send(
    _ invitation: Invitation, to chat: JID, _ originID: OriginID, _ state: inout EngineState,
    _ turn: Turn
  ) throws(StorageError) {
    if let reason = try fullness(turn) { return turn.notice(.error, reason) }
    guard try turn.database.messages.mine(originID) == nil else { return }
    try turn.database.chats.ensure(chat, kind: .direct)
    try queue(.invitation(invitation), to: chat, originID, answering: nil, &state, turn)
  }

  /// Why nothing more is taken; `nil` where there is room.
  static func fullness(_ turn: Turn) throws(StorageError) -> String? {
    guard try turn.database.outbox.counts().all >= Outbox.capacity else { return nil }
    return tr("\(Outbox.capacity) messages wait already: send or delete some of them first")
  }

  /// Why nothing is written there; `nil` where it may be. Whom I blocked I write nothing, and nothing to
  /// whoever has the name of somebody in a group who left.
  private static func refusal(
    of chat: JID, _ state: EngineState, _ turn: Turn
  ) throws(StorageError) -> String? {
    if state.blocking.holds(chat) {
      let name = try turn.name(of: chat)
      return tr("You blocked \(name). Unblock to write.")
    }
    if try state.isNobody(chat, turn), let name = chat.shownLocal {
      return tr("Nobody here is called \(name): psst invite \(name) makes an account for them")
    }
    return try OccupantChats.refusal(chat, state, turn)
  }

  /// The text goes back to where it was written.
  private static func giveBack(
    _ text: String, to chat: JID, _ originID: OriginID, because reason: String, _ turn: Turn
  ) {
    turn.change(.notStored(chat: chat, originID: originID, text: text, reason: reason))
  }

  /// The text stays with who wrote it.
  private static func refuse(
    _ text: String, to chat: JID, _ originID: OriginID, because reason: String,
    _ state: inout EngineState, _ turn: Turn
  ) {
    state.typing.typed(chat, isTyping: false, turn)
    turn.notice(.error, reason)
    turn.change(.notSaved(chat: chat, originID: originID, text: text, reason: reason))
  }

  /// Message and entry in, in the turn's one transaction (rule 1 of the outbox).
  static func queue(
    _ text: String, to chat: JID, _ originID: OriginID, amending amendment: Amendment? = nil,
    answering target: ReplyTarget?, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    try queue(
      .text(text), to: chat, originID, amending: amendment, answering: target, &state, turn)
  }

  private static func queue(
    _ content: Message.Content, to chat: JID, _ originID: OriginID,
    amending amendment: Amendment? = nil, answering target: ReplyTarget?,
    _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    let message = Message(
      id: 0, chat: chat, sender: turn.me, isMine: true, originID: originID, content: content,
      writtenAt: turn.now.wall, status: .queued,
      order: MessageOrder(anchor: MessageOrder.unsent, sequence: 0), amendment: amendment,
      replyTo: target?.named)
    if amendment == nil { try ChatSharing.wrote(in: chat, &state, turn) }
    try OccupantChats.begin(chat, state, turn)
    let stored = try turn.database.messages.insert(.init(message))
    try turn.database.outbox.append(stored, at: turn.now)
    try turn.life(stored.id, .written, cause: tr("on disk"))
    try explainWaiting(stored, &state, turn)
    turn.touch(stored)
  }

  /// Why it does not go out at once.
  private static func explainWaiting(
    _ message: Message, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    guard !state.isOpen else { return }
    let cause = state.ready == nil ? tr("offline") : tr("the server's archive is asked first")
    try turn.life(message.id, .queued, cause: cause)
  }

  // MARK: Editing

  /// What cannot have left is changed where it waits; a correction follows what may have.
  static func edit(
    _ id: OriginID, _ raw: String, as newID: OriginID, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    switch OutgoingText(raw) {
    case .empty: turn.notice(.error, tr("An empty message cannot be sent; delete it instead"))
    case .refused(let reason): turn.notice(.error, reason)
    case .text(let text):
      guard let message = try turn.database.messages.mine(id) else {
        return turn.notice(.error, tr("The message is not here any more"))
      }
      guard message.amendment?.isText ?? true else { return }
      // A correction itself says that nobody types any more, as each message does.
      if try change(id, text, turn) {
        return state.typing.typed(message.chat, isTyping: false, turn)
      }
      try correct(message, text, as: newID, &state, turn)
    }
  }

  /// Returns whether it could still be changed itself.
  private static func change(
    _ id: OriginID, _ text: String, _ turn: Turn
  ) throws(StorageError) -> Bool {
    guard let record = try turn.database.outbox.record(id), !record.entry.mayHaveLeft,
      try turn.database.messages.message(record.message)?.isText ?? false
    else { return false }
    try turn.database.messages.setText(record.message, text)
    try turn.life(record.message, .edited)
    turn.touch(record.message, in: record.entry.chat)
    return true
  }

  private static func correct(
    _ said: Message, _ text: String, as newID: OriginID, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    var message = said
    if let row = try turn.database.amendments.target(of: said.id),
      let target = try turn.database.messages.message(row)
    {
      message = target
    }
    guard !message.isDeleted else { return turn.notice(.error, tr("The message was deleted")) }
    guard message.isText else {
      let isFile = message.attachment != nil
      return turn.notice(
        .error,
        isFile
          ? tr("A file cannot be edited: delete it, and send another")
          : tr("psst cannot show this message, and so not edit it"))
    }
    guard text != message.text, try turn.database.messages.mine(newID) == nil else { return }
    if let waiting = try turn.database.amendments.unsent(of: message.id, onlyCorrections: true)
      .last,
      try change(waiting, text, turn)
    {
      return
    }
    guard let target = try correctable(message, state, turn) else {
      return turn.notice(.error, tr("This message has no name by which it could be corrected"))
    }
    if let reason = try fullness(turn) { return turn.notice(.error, reason) }
    try turn.life(message.id, .edited)
    state.typing.sent(message.chat)
    try queue(
      text, to: message.chat, newID, amending: .correction(of: target),
      answering: message.replyTo, &state, turn)
  }

  /// The `id` of the stanza itself, also where a group has another for it (XEP-0308 §4).
  private static func correctable(
    _ message: Message, _ state: EngineState, _ turn: Turn
  ) throws(StorageError) -> String? {
    if state.rooms[message.chat] != nil, let id = message.originID?.value { return id }
    return try turn.database.messages.receiptID(message.id)
  }

  /// A message that has not arrived says itself, when it is tried again, what its waiting corrections say.
  static func withdrawCorrections(of failed: Message, _ turn: Turn) throws(StorageError) {
    var text: String?
    for id in try turn.database.amendments.unsent(of: failed.id, onlyCorrections: true) {
      guard let record = try turn.database.outbox.record(id), !record.entry.mayHaveLeft,
        let correction = try turn.database.messages.message(record.message)
      else { continue }
      text = correction.text
      _ = try turn.database.outbox.remove(record)
      turn.left(id)
    }
    if let text { try turn.database.messages.setText(failed.id, text) }
  }
}
