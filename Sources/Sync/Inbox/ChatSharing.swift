internal import Model
internal import Storage
internal import XMPP

/// What I decided of chats (pinned, alerts, marked as unread, archived), told to my other devices and learned from them,
/// in a private node of the
/// account. It is owed in the database until the server has taken it; one word is under way at a time. What is owed here
/// goes over what the others said: the last word counts, and it arrives last.
struct ChatSharing: Tracker {
  static let keyPath: any Path = \.chatSharing

  private var underWay: (id: String, owed: ChatMarkTable.Owed)?
  /// All that the archive had is stored.
  private var mayAsk = false
  /// What the other devices decided was asked for on this link.
  private var hasAsked = false
  private var hasLearned = false
  private var node = NodeKnowledge.unknown
  /// The server has no place for it.
  private var isRefused = false
  private var number = 0

  mutating func forgetLink(_ turn: Turn) { self = ChatSharing() }

  mutating func caughtUp() { mayAsk = true }

  /// After what waited in the outbox, which is in more of a hurry.
  static func settle(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    guard state.chatSharing.mayAsk, !state.chatSharing.hasAsked else { return }
    state.chatSharing.hasAsked = true
    turn.command(.fetchChatMarks)
  }

  // MARK: Mine

  static func pin(
    _ chat: JID, _ isPinned: Bool, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    try change(chat, &state, turn) { $0.isPinned = isPinned }
  }

  static func setAlerts(
    _ chat: JID, _ alerts: Chat.Alerts, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    try change(chat, &state, turn) { ($0.alerts, $0.mutedUntil) = (alerts, nil) }
  }

  /// What was muted until the user's word is so until then.
  static func mute(
    _ chat: JID, until end: Timestamp, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    try change(chat, &state, turn) {
      if $0.alerts == .nothing { $0.alerts = nil }
      $0.mutedUntil = end
    }
  }

  static func markUnread(
    _ chat: JID, _ isUnread: Bool, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    try change(chat, &state, turn) { $0.isUnread = isUnread }
  }

  /// A chat that is deleted is not one to come back to.
  static func forget(
    _ chat: JID, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    try change(chat, &state, turn) { ($0.isUnread, $0.archivedThrough) = (false, nil) }
  }

  static func archive(
    _ chat: JID, _ isArchived: Bool, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    let through = isArchived ? Timestamp(milliseconds: 0) : nil
    try change(chat, &state, turn) { $0.archivedThrough = through }
  }

  /// What I write in an archived chat brings it back, here and on my other devices.
  static func wrote(
    in chat: JID, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    guard try turn.database.chatMarks.marks(of: chat)?.archivedThrough != nil else { return }
    try archive(chat, false, &state, turn)
  }

  /// A message brings its chat back, unless that is muted. My other devices see that for themselves, when it comes there.
  static func came(_ message: Message, isLive: Bool, _ turn: Turn) throws(StorageError) {
    let table = turn.database.chatMarks
    guard var marks = try table.marks(of: message.chat), let through = marks.archivedThrough,
      isLive || (message.serverTime ?? message.writtenAt) > through,
      try turn.database.chats.alerts(message.chat, at: turn.now.wall) != .nothing
    else { return }
    marks.archivedThrough = nil
    try table.set(marks, isOwed: try table.isOwed(message.chat))
  }

  private static func change(
    _ chat: JID, _ state: inout EngineState, _ turn: Turn, _ body: (inout ChatMarks) -> Void
  ) throws(StorageError) {
    let known = try turn.database.chatMarks.marks(of: chat) ?? ChatMarks(chat: chat)
    var marks = known
    body(&marks)
    // What has come in it by now brings it back nowhere.
    if marks.archivedThrough != nil {
      marks.archivedThrough =
        try turn.database.chats.newestIncoming(chat) ?? Timestamp(milliseconds: 0)
    }
    guard marks != known else { return }
    try turn.ensure(chat)
    try turn.database.chatMarks.set(marks, isOwed: true)
    turn.touch(chat: chat)
    try state.chatSharing.flush(turn)
  }

  private mutating func flush(_ turn: Turn) throws(StorageError) {
    guard hasLearned, !isRefused, underWay == nil,
      let owed = try turn.database.chatMarks.owed()
    else { return }
    number += 1
    let id = "chat-\(number)"
    underWay = (id, owed)
    turn.command(.shareChatMarks(id: id, owed.marks, in: node))
  }

  mutating func shared(
    _ id: String, _ error: StanzaError?, _ turn: Turn
  ) throws(StorageError) {
    guard let told = underWay, told.id == id else { return }
    underWay = nil
    if let error, node.isWorthMaking(after: error) {
      node = .missing
      return try flush(turn)
    }
    if let error {
      isRefused = true
      return turn.log("my other devices do not learn what is pinned: \(error.condition)")
    }
    if node == .missing { node = .made }
    try turn.database.chatMarks.settle(told.owed)
    try flush(turn)
  }

  // MARK: Theirs

  mutating func learned(_ all: [ChatMarks], _ turn: Turn) throws(StorageError) {
    for marks in all { try learn(marks, turn) }
    if hasAsked { hasLearned = true }
    try flush(turn)
  }

  /// What came after it was archived has brought it back.
  private static func asOfNow(_ told: ChatMarks, _ turn: Turn) throws(StorageError) -> ChatMarks {
    let isMuted = told.alerts == .nothing || told.mutedUntil.map { turn.now.wall < $0 } == true
    guard let through = told.archivedThrough, !isMuted,
      let newest = try turn.database.chats.newestIncoming(told.chat), newest > through
    else { return told }
    var marks = told
    marks.archivedThrough = nil
    return marks
  }

  /// What is owed here is younger, and goes over it.
  private func learn(_ told: ChatMarks, _ turn: Turn) throws(StorageError) {
    let table = turn.database.chatMarks
    let known = try table.marks(of: told.chat)
    guard known != told, try !table.isOwed(told.chat) else { return }
    let marks = try Self.asOfNow(told, turn)
    guard known != marks else { return }
    if known == nil {
      guard try table.count() < ChatMarks.capacity else {
        return turn.log("dropped: what is pinned elsewhere, one too many")
      }
      // Who has no chat yet stands in the list for being a contact.
      if marks.isPinned, try turn.database.roster.contact(marks.chat) != nil {
        try turn.database.chats.ensure(marks.chat, kind: .direct)
      }
    }
    try table.set(marks, isOwed: false)
    turn.touch(chat: marks.chat)
  }
}
