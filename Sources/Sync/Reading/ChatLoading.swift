internal import Model
internal import Storage

/// Tells the chats and the people that the disk has: what a screen shows at once, the rest in parts, so
/// that the first frame waits for a page of them and not for 10,000 (P2).
struct ChatLoading: Tracker {
  static let keyPath: any Path = \.loading

  /// More chats than any screen has rows.
  static let firstPage = 100
  static let part = 500

  private enum Rest {
    case none
    case chats(after: Int64)
    case contacts(after: JID?)
  }

  private var rest = Rest.none
  /// When the next part is due: at once, but after what came meanwhile.
  private(set) var nextDeadline: Int64?

  mutating func start(_ turn: Turn) throws(StorageError) {
    let newest = try turn.database.chats.listed(limit: Self.firstPage)
    let archived = try turn.database.chats.archived(limit: Self.firstPage)
    let pinned = try turn.database.chats.pinned(limit: Self.firstPage).filter { !$0.isArchived }
    let first = pinned + newest.filter { !$0.isPinned } + archived
    for chat in first { turn.change(.chat(chat)) }
    open(first, turn)
    if newest.count < Self.firstPage, archived.count < Self.firstPage {
      try tellContacts(after: nil, turn)
    } else {
      rest = .chats(after: .min)
    }
    plan(turn)
  }

  /// The chat one begins with comes with its messages, so that the first frame has them. One that cannot be
  /// read is opened as any other.
  private func open(_ chats: [Chat], _ turn: Turn) {
    guard let chat = chats.min(by: Chat.standsBefore), chat.last != nil,
      let page = try? turn.database.messages.page(chat.jid, limit: ChatIntents.pageSize)
    else { return }
    // There is no link yet on which the archive could be asked for more.
    turn.change(.opened(chat: chat.jid, messages: page, isStart: page.count < ChatIntents.pageSize))
  }

  /// The next part.
  static func wake(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    try state.loading.wake(turn)
  }

  private mutating func wake(_ turn: Turn) throws(StorageError) {
    switch rest {
    case .none: return
    case .chats(let last): try tellChats(after: last, turn)
    case .contacts(let last): try tellContacts(after: last, turn)
    }
    plan(turn)
  }

  private mutating func plan(_ turn: Turn) {
    if case .none = rest { nextDeadline = nil } else { nextDeadline = turn.now.uptime }
  }

  private mutating func tellChats(after last: Int64, _ turn: Turn) throws(StorageError) {
    let part = try turn.database.chats.part(after: last, limit: Self.part)
    for (_, chat) in part { turn.change(.chat(chat)) }
    if let end = part.last, part.count == Self.part {
      rest = .chats(after: end.row)
    } else {
      rest = .contacts(after: nil)
    }
  }

  private mutating func tellContacts(after last: JID?, _ turn: Turn) throws(StorageError) {
    let part = try turn.database.roster.all(after: last, limit: Self.part)
    for contact in part { turn.change(.contact(contact)) }
    let isEnd = part.count < Self.part
    rest = isEnd ? .none : .contacts(after: part.last?.jid)
  }
}
