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
    onlyUnread: Bool, _ wording: PlainWording, _ names: NameBook
  ) -> [PlainMode.Action] {
    let wanted = all.values.filter { !onlyUnread || $0.unread > 0 }
    guard !wanted.isEmpty else {
      return [
        .say(onlyUnread ? tr("nothing is unread") : tr("there is no chat yet: /to begins one"))
      ]
    }
    let sorted = wanted.sorted { Self.place($0) < Self.place($1) }
    let left = sorted.count - Self.limit
    let note = left > 0 ? [tr("\(left) older chats are left out: /to NAME opens one")] : []
    let shown = sorted.suffix(Self.limit).map { wording.listed($0, as: names.name(of: $0.jid)) }
    return (note + shown).map { .say($0) }
  }

  /// All of them, in no order.
  func named(by names: NameBook) -> [SearchTerms.NamedChat] {
    all.values.map {
      SearchTerms.NamedChat($0.jid, name: names.name(of: $0.jid), isDirect: $0.kind == .direct)
    }
  }

  func hasUnread(_ chat: JID) -> Bool { all[chat].map { $0.unread > 0 } ?? false }

  private static func place(_ chat: Chat) -> (Int64, JID) {
    (chat.last?.shownTime.milliseconds ?? .min, chat.jid)
  }
}
