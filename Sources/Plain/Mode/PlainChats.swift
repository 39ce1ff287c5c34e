internal import Handover
internal import Localization
internal import Model

/// The chats, listed in words.
struct PlainChats {
  /// So many are listed, the newest.
  static let limit = 30

  private var all: [JID: Chat] = [:]

  mutating func apply(_ change: Change) {
    switch change {
    case .chat(let chat): all[chat.jid] = chat
    case .chatRemoved(let jid): all[jid] = nil
    default: break
    }
  }

  /// A line each, the newest last, as messages stand.
  func lines(
    _ part: Part, _ wording: PlainWording, _ names: NameBook
  ) -> [PlainMode.Action] {
    let wanted = all.values.filter(part.has)
    let archived = part == .listed ? all.values.count { $0.isArchived } : 0
    let more = archived > 0 ? [tr("\(archived) archived: /archived lists them")] : []
    guard !wanted.isEmpty || !more.isEmpty else { return [.say(part.wordsForNone)] }
    let sorted = wanted.sorted { Self.place($0) < Self.place($1) }
    let left = sorted.count - Self.limit
    let note = left > 0 ? [tr("\(left) older chats are left out: /to NAME opens one")] : []
    let shown = sorted.suffix(Self.limit).map { wording.listed($0, as: names.name(of: $0.jid)) }
    return (more + note + shown).map { .say($0) }
  }

  /// Which of them are listed.
  enum Part: Equatable {
    case listed, unread, archived

    fileprivate func has(_ chat: Chat) -> Bool {
      switch self {
      case .listed: !chat.isArchived
      case .unread: chat.unreadCount > 0
      case .archived: chat.isArchived
      }
    }

    fileprivate var wordsForNone: String {
      switch self {
      case .listed: tr("there is no chat yet: /to begins one")
      case .unread: tr("nothing is unread")
      case .archived: tr("nothing is archived")
      }
    }
  }

  /// All of them, in no order.
  func named(by names: NameBook) -> [SearchTerms.NamedChat] {
    all.values.map {
      SearchTerms.NamedChat($0.jid, name: names.name(of: $0.jid), isDirect: $0.kind == .direct)
    }
  }

  func hasUnread(_ chat: JID) -> Bool { all[chat].map { $0.unread > 0 } ?? false }

  func isMarkedUnread(_ chat: JID) -> Bool { all[chat]?.isMarkedUnread ?? false }

  private static func place(_ chat: Chat) -> (Int64, JID) {
    (chat.last?.shownTime.milliseconds ?? .min, chat.jid)
  }
}
