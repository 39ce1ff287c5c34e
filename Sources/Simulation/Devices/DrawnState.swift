internal import Model

/// What stands on a device's screen: all that was published, and whether each change of it was allowed.
struct DrawnState {
  struct ChatRows {
    var rows: [Int64: Message] = [:]
    /// The row of each message, by its sender and its id.
    var places: [String: Int64] = [:]
    var unread: Int?
  }

  /// By bare address.
  private(set) var chats: [String: ChatRows] = [:]
  private(set) var isOnline = false
  private(set) var counts = OutboxCounts()
  /// Those that it was told of since the program started, by bare address.
  private(set) var rooms: [String: Room] = [:]
  /// The ids of these people's messages name nothing: bare addresses.
  var strangers: Set<String> = []
  /// Whether what counted as sent may wait again.
  var mayReturn: (Message) -> Bool = { _ in true }
  /// The program was started again since; what was not drawn before it ended may be skipped.
  private var restarted: Set<Int64> = []

  /// - Returns: what was wrong with it, and about which message.
  mutating func apply(_ change: Change) -> [Wrong] {
    switch change {
    case .connection(let state): isOnline = state.isOnline
    case .outbox(let counts): self.counts = counts
    case .message(let message): return draw(message)
    case .chat(let chat): return draw(chat)
    case .room(let room): rooms[room.jid.description] = room
    case .occupants(let room, let changes): rooms[room.description]?.occupants.apply(changes)
    case .roomLeft(let room): rooms[room.description] = nil
    default: break
    }
    return []
  }

  typealias Wrong = (kind: Violation.Kind, text: String, message: String?)

  mutating func programEnded() {
    isOnline = false
    rooms = [:]
    for rows in chats.values { restarted.formUnion(rows.rows.keys) }
    for chat in chats.keys { chats[chat]?.unread = nil }
  }

  /// Takes the row away and says which message it was.
  mutating func remove(_ id: Int64, from chat: String) -> Message? {
    guard let message = chats[chat]?.rows.removeValue(forKey: id) else { return nil }
    let key = key(message)
    chats[chat]?.places[key] = nil
    return message
  }

  /// Takes away what `isGone`, and says which messages that were.
  mutating func removeAll(where isGone: (Message) -> Bool) -> [Message] {
    let gone = chats.keys.sorted().flatMap { all(in: $0).filter(isGone) }
    for message in gone { _ = remove(message.id, from: message.chat.description) }
    return gone
  }

  /// The chat is gone with all that is in it.
  mutating func forget(_ chat: String) { chats[chat] = nil }

  /// Mine, in the order of the screen, newest last.
  func mine(in statuses: Set<DeliveryStatus>) -> [Message] {
    chats.keys.sorted().flatMap { chats[$0]!.rows.values }
      .filter { $0.isMine && statuses.contains($0.status ?? .sent) }
      .sorted { $0.id < $1.id }
  }

  func newest(in chat: String) -> Message? {
    chats[chat]?.rows.values.max { $0.order < $1.order }
  }

  /// All of a chat, newest last.
  func all(in chat: String) -> [Message] {
    chats[chat]?.rows.values.sorted { $0.order < $1.order } ?? []
  }

  private func key(_ message: Message) -> String {
    let sender = message.sender.description
    guard !strangers.contains(sender) else { return "\(sender) row \(message.id)" }
    return "\(message.sender) \(message.rowKey ?? "row \(message.id)")"
  }

  private mutating func draw(_ message: Message) -> [Wrong] {
    let chat = message.chat.description
    let key = key(message)
    let before = chats[chat]?.rows[message.id]
    var wrongs: [Wrong] = []
    if let place = chats[chat]?.places[key], place != message.id {
      if restarted.remove(place) != nil {
        // Deleted just before the program ended, so that nobody heard of it: it is on no screen now.
        chats[chat]?.rows[place] = nil
      } else {
        wrongs.append((.repeated, "two rows for \(key)", message.originID?.value))
      }
    }
    if let before, let wrong = wrongMove(from: before, to: message) { wrongs.append(wrong) }
    restarted.remove(message.id)
    chats[chat, default: ChatRows()].rows[message.id] = message
    chats[chat]?.places[key] = message.id
    return wrongs
  }

  private func wrongMove(from before: Message, to message: Message) -> Wrong? {
    guard let old = before.status, let new = message.status, old != new else { return nil }
    if restarted.contains(message.id) {
      if StatusReach.reachable(from: old).contains(new) { return nil }
    } else if DeliveryStatus.Cause.allCases.contains(where: { old.canBecome(new, because: $0) }) {
      return nil
    } else if old == .sent, new == .sending || new == .queued, mayReturn(message) {
      // It came back after the acknowledgement, or never arrived, and is tried again (O10): it has failed
      // in between.
      return nil
    }
    return (.fell, "\(old) became \(new): \(key(message))", message.originID?.value)
  }

  private mutating func draw(_ chat: Chat) -> [Wrong] {
    chats[chat.jid.description, default: ChatRows()].unread = chat.unread
    return []
  }
}

/// What a status can come to in several steps.
enum StatusReach {
  private static let table: [DeliveryStatus: Set<DeliveryStatus>] = Dictionary(
    uniqueKeysWithValues: DeliveryStatus.allCases.map { ($0, compute(from: $0)) })

  static func reachable(from status: DeliveryStatus) -> Set<DeliveryStatus> {
    table[status] ?? []
  }

  private static func compute(from start: DeliveryStatus) -> Set<DeliveryStatus> {
    var reached: Set<DeliveryStatus> = [start]
    var grows = true
    while grows {
      let next = DeliveryStatus.allCases.filter { status in
        reached.contains { from in
          DeliveryStatus.Cause.allCases.contains { from.canBecome(status, because: $0) }
        }
      }
      grows = !reached.isSuperset(of: next)
      reached.formUnion(next)
    }
    return reached
  }
}

extension Message {
  /// What one row has, and no other: its sender's id. What came back can be edited (O6) though an archive gave it to
  /// its reader, who then has two texts under one id and cannot know which of them may be left out.
  var rowKey: String? {
    originID.map { isMine ? $0.value : "\($0.value) \(sentText)" }
  }
}
