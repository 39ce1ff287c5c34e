internal import Model
internal import Storage
internal import XMPP

/// Carries out what the user wants, within a turn.
enum IntentHandling {
  static func apply(
    _ intent: Intent, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    switch intent {
    case .send(let chat, let text, let originID, let target):
      try Sending.send(text, to: state.chat(chat), originID, answering: target, &state, turn)
    case .sendFile(let chat, let file, let originID, let target):
      try Sending.send(file, to: state.chat(chat), originID, answering: target, &state, turn)
    case .askUploads: state.uploads.ask(isLinked: state.ready != nil, turn)
    case .saveFile(let row, let path): try state.downloads.toggle(row, path, turn)
    case .retry(let id): try retry(id, &state, turn)
    case .cancel(let id): try QueueIntents.delete([id], &state, turn)
    case .delete(let ids): try QueueIntents.delete(ids, &state, turn)
    case .undo: try QueueIntents.undo(&state, turn)
    case .sendAll: try QueueIntents.sendAll(&state, turn)
    case .sendOne(let id): try QueueIntents.sendOne(id, &state, turn)
    case .deleteChat(let chat): try QueueIntents.deleteChat(state.chat(chat), &state, turn)
    case .setPolicy(let policy): try state.policy.set(policy, turn)
    case .dismissQuestion: state.policy.answered(turn)
    case .setKeep(let keep): try state.retention.set(keep, turn)
    case .openQueue: try QueueIntents.showQueue(&state, turn)
    case .closeQueue: state.showing.queue = false
    case .openInfo(let id): try QueueIntents.showLife(of: id, &state, turn)
    case .closeInfo: state.showing.life = nil
    case .edit(let id, let text, let newID): try Sending.edit(id, text, as: newID, &state, turn)
    case .retract(let id, let newID): try Retracting.retract(id, newID, &state, turn)
    case .react(let row, let emoji, let newID):
      try Reacting.react(to: row, emoji, as: newID, &state, turn)
    case .join, .leave, .destroyRoom, .answerInvitations, .declineFolded, .invite, .rename,
      .makeGroup, .dropGroup, .describeGroup, .listGroups, .closeGroups, .findGroups,
      .moderate:
      try RoomIntents.apply(intent, &state, turn)
    case .saveDraft(let chat, let text, let target):
      try ChatIntents.save(text, target, state.chat(chat), turn)
      if !text.isEmpty { LinkDoubt.typed(&state, turn) }
    case .open(let chat): try ChatIntents.open(state.chat(chat), &state, turn)
    case .loadOlder(let chat, let order):
      try ChatIntents.older(state.chat(chat), order, &state, turn)
    case .openAt(let chat, let place): try ChatIntents.openAt(state.chat(chat), place, &state, turn)
    case .openMessage, .openSince, .fillGap, .loadNewer: try show(intent, &state, turn)
    case .search(let query): turn.change(.found(try turn.database.search.find(query)))
    case .closeSearch: break
    case .markRead(let chat, let order): try read(state.chat(chat), through: order, &state, turn)
    case .typing(let chat, let isTyping):
      if isTyping { LinkDoubt.typed(&state, turn) }
      typing(in: state.chat(chat), isTyping, &state, turn)
    case .watch(let chat): state.watch.look(at: chat?.bare, turn)
    case .focus(let isFocused): try focus(isFocused, &state, turn)
    case .hideReading(let chat, let isHidden):
      try ChatIntents.hideReading(state.chat(chat), isHidden, turn)
    case .keepAll(let chat, let keepsAll): try ChatIntents.keepAll(state.chat(chat), keepsAll, turn)
    case .subscription(let who, let action):
      try state.subscriptions.apply(action, who.bare, isLinked: state.ready != nil, turn)
    case .nameContact, .block, .unblock, .openCard, .closeCard, .setStatus, .setMyName, .label,
      .pin, .setAlerts, .mute, .markUnread, .archive,
      .setMyPicture:
      try aboutPeople(intent, &state, turn)
    case .connectNow:
      state.reconnect.connectNow(turn)
      try state.rooms.tryNow(turn)
    }
  }

  /// Another part of a chat.
  private static func show(
    _ intent: Intent, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    switch intent {
    case .openMessage(let chat, let row):
      guard let message = try turn.database.messages.message(row) else { return }
      try ChatIntents.openAt(state.chat(chat), message.order, &state, turn)
    case .openSince(let chat, let time):
      try ChatIntents.openSince(state.chat(chat), time, &state, turn)
    case .fillGap(let chat, let isFromBelow):
      try ChatIntents.fillGap(of: state.chat(chat), fromBelow: isFromBelow, &state, turn)
    case .loadNewer(let chat, let order):
      turn.change(try Reading.newer(state.chat(chat), after: order, turn.database))
    default: break
    }
  }

  private static func aboutPeople(
    _ intent: Intent, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    switch intent {
    case .nameContact(let who, let name):
      try ContactNaming.call(who.bare, name, &state, turn)
    case .setAlerts(let chat, let alerts):
      try ChatSharing.setAlerts(state.chat(chat), alerts, &state, turn)
    case .mute(let chat, let end): try ChatSharing.mute(state.chat(chat), until: end, &state, turn)
    case .markUnread(let chat, let isUnread):
      try ChatSharing.markUnread(state.chat(chat), isUnread, &state, turn)
    case .archive(let chat, let isArchived):
      try ChatSharing.archive(state.chat(chat), isArchived, &state, turn)
    case .pin(let chat, let isPinned): try ChatSharing.pin(state.chat(chat), isPinned, &state, turn)
    case .label(let who, let labels):
      try ContactNaming.label(who.bare, labels, &state, turn)
    case .block(let who, let report):
      try Blocking.wish(true, who, report: report, &state, turn)
    case .openCard(let who): state.cards.show(who.bare)
    case .closeCard: state.cards.show(nil)
    case .setMyPicture(let bytes): try state.avatars.show(bytes, turn)
    case .setMyName(let name): try state.nicknames.call(me: name, turn)
    case .setStatus(let text): try OwnStatus.set(text, &state, turn)
    case .unblock(let who): try Blocking.wish(false, who, &state, turn)
    default: break
    }
  }

  private static func read(
    _ chat: JID, through order: MessageOrder, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    if state.rooms[chat] != nil {
      try RoomMarkers.read(chat, through: order, &state, turn)
    } else {
      try state.markers.read(
        chat, through: order, isLinked: state.ready != nil, behind: state.receipts, turn)
    }
    try state.sharing.flush(turn)
  }

  private static func retry(
    _ id: OriginID, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    guard let message = try turn.database.messages.mine(id) else { return }
    switch message.status {
    case .sent: try DeliveryDoubts.sendAgainByWish(message, isOpen: state.isOpen, turn)
    case .queued: try Outbox.tryNow(message, &state, turn)
    default: try Outbox.retry(id, turn)
    }
  }

  private static func typing(
    in chat: JID, _ isTyping: Bool, _ state: inout EngineState, _ turn: Turn
  ) {
    guard state.ready != nil, chat != turn.me, turn.privacy.tellsTyping,
      !state.blocking.holds(chat)
    else { return }
    let room = state.rooms[chat]
    if let room, !room.isOpen || room.occupantCount > LiveRoom.mostTold { return }
    state.typing.typed(chat, isTyping: isTyping, inRoom: room != nil, turn)
  }

  private static func focus(
    _ isFocused: Bool, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    guard state.isFocused != isFocused else { return }
    state.isFocused = isFocused
    state.activity.focus(isFocused, turn)
    state.watch.focus(isFocused, turn)
    if state.ready != nil { try state.tellPresence(turn) }
  }
}
