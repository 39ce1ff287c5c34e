internal import Model
internal import Storage
internal import XMPP

/// Carries out what the user wants, within a turn.
enum Wish {
  /// Messages in a page of a chat.
  static let pageSize = 50

  static func apply(
    _ intent: Intent, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    switch intent {
    case .send(let chat, let text, let originID, let target):
      try Sending.send(text, to: chat.bare, originID, answering: target, &state, turn)
    case .retry(let id):
      if let message = try turn.database.messages.mine(id), message.status == .sent {
        try DeliveryDoubts.sendAgainByWish(message, isOpen: state.isOpen, turn)
      } else {
        try Outbox.retry(id, turn)
      }
    case .cancel(let id): try QueueWish.delete([id], &state, turn)
    case .delete(let ids): try QueueWish.delete(ids, &state, turn)
    case .undo: try QueueWish.undo(&state, turn)
    case .sendAll: try QueueWish.sendAll(&state, turn)
    case .sendOne(let id): try QueueWish.sendOne(id, &state, turn)
    case .deleteChat(let chat): try QueueWish.deleteChat(chat.bare, &state, turn)
    case .setPolicy(let policy): try state.policy.set(policy, turn)
    case .dismissQuestion: state.policy.answered(turn)
    case .openQueue: try QueueWish.showQueue(&state, turn)
    case .closeQueue: state.showing.queue = false
    case .openInfo(let id): try QueueWish.showLife(of: id, &state, turn)
    case .closeInfo: state.showing.life = nil
    case .edit(let id, let text, let newID): try Sending.edit(id, text, newID, &state, turn)
    case .retract(let id, let newID): try Retracting.retract(id, newID, &state, turn)
    case .saveDraft(let chat, let text, let target): try save(text, target, chat.bare, turn)
    case .open(let chat): try open(chat.bare, &state, turn)
    case .loadOlder(let chat, let order): try older(chat.bare, order, &state, turn)
    case .openAt(let chat, let place): try openAt(chat.bare, place, &state, turn)
    case .openMessage(let chat, let row):
      guard let message = try turn.database.messages.message(row) else { return }
      try openAt(chat.bare, message.order, &state, turn)
    case .openSince(let chat, let time):
      let place = try turn.database.messages.place(chat.bare, since: time)
      try openAt(chat.bare, place, &state, turn)
    case .loadNewer(let chat, let order):
      turn.change(try Reading.newer(chat.bare, after: order, turn.database))
    case .search(let query): turn.change(.found(try turn.database.search.find(query)))
    case .closeSearch: break
    case .markRead(let chat, let order):
      try state.markers.read(
        chat.bare, through: order, isLinked: state.ready != nil, behind: state.receipts, turn)
      try state.sharing.flush(turn)
    case .typing(let chat, let isTyping):
      guard state.ready != nil, chat.bare != turn.me, turn.privacy.tellsTyping else { return }
      state.typing.typed(chat.bare, isTyping: isTyping, turn)
    case .watch(let chat): state.watch.look(at: chat?.bare, turn)
    case .focus(let isFocused): try focus(isFocused, &state, turn)
    case .mute(let chat, let isMuted):
      try turn.database.chats.mute(chat.bare, isMuted)
      turn.touch(chat: chat.bare)
    case .hideReading(let chat, let isHidden):
      try turn.database.chats.hideReading(chat.bare, isHidden)
      if isHidden { try turn.database.readMarkers.setPending(nil, chat: chat.bare) }
      turn.touch(chat: chat.bare)
    case .acquaint(let who, let wish):
      try state.acquaintances.wish(wish, who.bare, isLinked: state.ready != nil, turn)
    case .connectNow: state.reconnect.connectNow(turn)
    }
  }

  // MARK: The outbox

  /// The entry when it cannot have left.
  static func untouched(
    _ id: OriginID, _ turn: Turn
  ) throws(StorageError) -> OutboxTable.Record? {
    guard let record = try turn.database.outbox.record(id) else {
      turn.notice(.error, "The message has been sent already")
      return nil
    }
    guard record.entry.mayHaveLeft else { return record }
    turn.change(.notice(OutboxEntry.mayHaveLeftNotice))
    return nil
  }

  // MARK: Chats

  private static func save(
    _ text: String, _ target: ReplyTarget?, _ chat: JID, _ turn: Turn
  ) throws(StorageError) {
    let drafts = turn.database.drafts
    let (before, answered) = (try drafts.draft(chat), try drafts.reply(chat))
    guard before != text || answered != target?.named else { return }
    try turn.database.chats.ensure(chat, kind: chat == turn.me ? .notes : .direct)
    try drafts.save(text, replyTo: target, chat: chat)
    turn.touch(chat: chat)
  }

  private static func open(
    _ chat: JID, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    try turn.database.chats.ensure(chat, kind: chat == turn.me ? .notes : .direct)
    turn.touch(chat: chat)
    let end = MessageOrder(anchor: .max, sequence: .max)
    let messages = try turn.database.messages.page(chat, limit: pageSize)
    let reaches = try state.catchUp.canReachBack(turn)
    let isWhole = messages.count < pageSize
    turn.change(.page(chat: chat, messages: messages, isStart: isWhole && !reaches))
    if isWhole && reaches {
      try state.catchUp.wish(chat, before: messages.first?.order ?? end, turn)
    }
  }

  private static func older(
    _ chat: JID, _ order: MessageOrder, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    let messages = try turn.database.messages.page(chat, before: order, limit: pageSize)
    let reaches = try state.catchUp.canReachBack(turn)
    if messages.isEmpty && reaches { return try state.catchUp.wish(chat, before: order, turn) }
    let isStart = messages.count < pageSize && !reaches
    turn.change(.page(chat: chat, messages: messages, isStart: isStart))
  }

  /// Who waited for older messages waits no more: they would not follow on what is shown now.
  private static func openAt(
    _ chat: JID, _ place: MessageOrder?, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    try turn.database.chats.ensure(chat, kind: chat == turn.me ? .notes : .direct)
    turn.touch(chat: chat)
    state.catchUp.forgetWish(chat)
    let reaches = try state.catchUp.canReachBack(turn)
    turn.change(try Reading.stretch(chat, at: place, reachesBack: reaches, turn.database))
  }

  // MARK: Myself

  private static func focus(
    _ isFocused: Bool, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    guard state.isFocused != isFocused else { return }
    state.isFocused = isFocused
    if state.ready != nil { try state.tellPresence(turn) }
  }
}
