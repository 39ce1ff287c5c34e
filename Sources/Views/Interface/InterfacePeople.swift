internal import Localization
internal import Model
internal import Screen
internal import Store

/// What is to be between me and the other of the open chat.
extension Interface {
  /// The question that stands above the composer; `nil` where there is none.
  func subscriptionRow(_ snapshot: Snapshot) -> SubscriptionRow? {
    navigation.openChat.flatMap {
      SubscriptionRow($0, in: snapshot, dismissed: navigation.dismissed)
    }
  }

  /// A person's card, or who is in a group.
  static func about(_ chat: ChatID, _ snapshot: Snapshot) -> any Layer {
    let isOfGroup = chat.address.isOccupant || snapshot.chat(chat)?.kind == .room
    return isOfGroup ? MemberList(of: chat.bare) : PersonView(of: chat)
  }

  mutating func acceptRequest(_ snapshot: Snapshot, _ now: Moment) -> [Action] {
    guard let row = subscriptionRow(snapshot) else {
      return tell(.information, tr("Nobody asks for anything here."), now)
    }
    let action: SubscriptionAction = row.kind == .request ? .grant : .ask
    return [.intent(.subscription(row.chat.address, action), of: row.chat.account)]
  }

  mutating func declineRequest(_ snapshot: Snapshot, _ now: Moment) -> [Action] {
    guard let row = subscriptionRow(snapshot) else {
      return tell(.information, tr("Nobody asks for anything here."), now)
    }
    guard row.kind == .request else {
      navigation.dismissed.insert(row.chat)
      return []
    }
    return [.intent(.subscription(row.chat.address, .refuse), of: row.chat.account)]
  }

  /// Asks before; taking it back needs no question.
  mutating func block(_ snapshot: Snapshot, _ now: Moment) -> [Action] {
    guard let open = navigation.openChat, Switcher.canBlock(open, snapshot) else {
      return tell(.information, tr("Only a person can be blocked: open the chat with them."), now)
    }
    if let entry = snapshot[open.account].blocked.entry(of: open.address) {
      return [.intent(.unblock(entry), of: open.account)]
    }
    return show(AskedQuestion(.block(open)))
  }
}
