internal import Model
internal import Storage
internal import XMPP

/// What the user wants to see of a chat, and what they write in it before it is sent.
enum ChatIntents {
  /// Messages in a page of a chat.
  static let pageSize = 50

  static func save(
    _ text: String, _ target: ReplyTarget?, _ chat: JID, _ turn: Turn
  ) throws(StorageError) {
    let drafts = turn.database.drafts
    let (before, answered) = (try drafts.draft(chat), try drafts.reply(chat))
    guard before != text || answered != target?.named else { return }
    try turn.ensure(chat)
    try drafts.save(text, replyTo: target, chat: chat)
    turn.touch(chat: chat)
  }

  static func hideReading(_ chat: JID, _ isHidden: Bool, _ turn: Turn) throws(StorageError) {
    try turn.ensure(chat)
    try turn.database.chats.hideReading(chat, isHidden)
    if isHidden { try turn.database.readMarkers.setPending(nil, chat: chat) }
    turn.touch(chat: chat)
  }

  static func keepAll(_ chat: JID, _ keepsAll: Bool, _ turn: Turn) throws(StorageError) {
    try turn.ensure(chat)
    try turn.database.purges.setKeepsAll(chat, keepsAll)
    turn.touch(chat: chat)
  }

  static func open(
    _ chat: JID, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    // Somebody else has a row with the first message, or draft.
    if try turn.database.roster.contact(chat) != nil { try turn.ensure(chat) }
    turn.touch(chat: chat)
    let end = MessageOrder(anchor: .max, sequence: .max)
    let messages = try turn.database.messages.page(chat, limit: pageSize)
    let reaches = try state.archive(of: chat).canReachBack(in: chat, turn)
    let isWhole = messages.count < pageSize
    turn.change(.page(chat: chat, messages: messages, isStart: isWhole && !reaches))
    if isWhole && reaches {
      try wish(chat, before: messages.first?.order ?? end, &state, turn)
    }
  }

  static func older(
    _ chat: JID, _ order: MessageOrder, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    let messages = try turn.database.messages.page(chat, before: order, limit: pageSize)
    let reaches = try state.archive(of: chat).canReachBack(in: chat, turn)
    if messages.isEmpty && reaches { return try wish(chat, before: order, &state, turn) }
    let isStart = messages.count < pageSize && !reaches
    turn.change(.page(chat: chat, messages: messages, isStart: isStart))
  }

  private static func wish(
    _ chat: JID, before order: MessageOrder, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    try state.changeArchive(of: chat) { archive throws(StorageError) in
      try archive.wishOlder(chat, than: order, turn)
    }
  }

  /// To a day: the archive is asked first where it may have more of it.
  static func openSince(
    _ chat: JID, _ time: Timestamp, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    var isAsked = false
    try state.changeArchive(of: chat) { archive throws(StorageError) in
      isAsked = try archive.reach(chat, since: time, turn)
      if isAsked { archive.forgetWish(chat) }
    }
    guard !isAsked else { return }
    try openAt(chat, try turn.database.messages.place(chat, since: time), &state, turn)
  }

  static func fillGap(
    of chat: JID, fromBelow isFromBelow: Bool, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    try state.changeArchive(of: chat) { archive throws(StorageError) in
      try archive.fill(chat, fromBelow: isFromBelow, turn)
    }
  }

  /// Who waited for older messages waits no more: they would not follow on what is shown now.
  static func openAt(
    _ chat: JID, _ place: MessageOrder?, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    turn.touch(chat: chat)
    try state.changeArchive(of: chat) { $0.forgetWish(chat) }
    let reaches = try state.archive(of: chat).canReachBack(in: chat, turn)
    turn.change(try Reading.stretch(chat, at: place, reachesBack: reaches, turn.database))
  }
}
