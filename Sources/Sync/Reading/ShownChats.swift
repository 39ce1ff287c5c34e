internal import Model
internal import Storage

/// Tells what is to be known of the chats that are shown besides their messages: where something is missing that their
/// archives may have, where the first unread message stands, and that there are older ones than it seemed.
struct ShownChats: Tracker {
  static let keyPath: any Path = \.shownChats

  private struct Told {
    var hasGap = false
    /// `nil`: that was not told yet.
    var firstUnread: MessageOrder??
    /// Nothing older than what is shown was known while the archive could not be asked.
    var isStartUncertain = false
  }

  private var told: [JID: Told] = [:]

  static func settle(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    var opened: Set<JID> = []
    for case .change(let change) in turn.effects {
      switch change {
      case .page(let chat, _, let isStart), .opened(let chat, _, let isStart),
        .stretch(let chat, _, let isStart, _):
        opened.insert(chat)
        let isCertain = state.archive(of: chat).isRead
        state.shownChats.told[chat, default: Told()].isStartUncertain = isStart && !isCertain
      default: break
      }
    }
    for chat in opened.sorted() { try tellGap(of: chat, &state, turn) }
    let concerned = state.shownChats.told.filter { chat, told in
      opened.contains(chat) || turn.hasTouched(chat) || told.isStartUncertain
    }
    for (chat, told) in concerned.sorted(by: { $0.key < $1.key }) {
      try tellUnread(of: chat, isOpened: opened.contains(chat), &state, turn)
      if told.isStartUncertain { try lookBack(in: chat, &state, turn) }
    }
  }

  private static func tellGap(
    of chat: JID, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    let gap = try state.archive(of: chat).gap(of: chat, turn)
    guard gap != nil || state.shownChats.told[chat]?.hasGap == true else { return }
    state.shownChats.told[chat]?.hasGap = gap != nil
    turn.change(.gap(chat: chat, behind: gap))
  }

  private static func tellUnread(
    of chat: JID, isOpened: Bool, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    let place = try turn.database.messages.firstUnread(chat)
    guard isOpened || state.shownChats.told[chat]?.firstUnread != .some(place) else { return }
    state.shownChats.told[chat]?.firstUnread = .some(place)
    turn.change(.firstUnread(chat: chat, order: place))
  }

  /// A beginning that was reached without a link is none where the archive has more.
  private static func lookBack(
    in chat: JID, _ state: inout EngineState, _ turn: Turn
  ) throws(StorageError) {
    let archive = state.archive(of: chat)
    guard archive.isRead else { return }
    state.shownChats.told[chat]?.isStartUncertain = false
    guard try archive.canReachBack(in: chat, turn) else { return }
    turn.change(.reachesBack(chat))
  }
}

extension CatchUp {
  /// It can be asked, and was read to its end.
  fileprivate var isRead: Bool { isLinked && isCaughtUp }
}
