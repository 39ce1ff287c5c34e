public import Model

/// What has happened, and is told once; how things stand is the ``Snapshot``.
public enum StoreEvent: Sendable, Equatable {
  /// A message from somebody else came (A1); of a long one its beginning.
  case arrived(Message)
  /// Messages say nothing any more.
  case deleted(Set<MessageID>)
  case notice(Notice)
  /// A group that the user wanted is made.
  case groupMade(NewGroup, of: AccountID)
}

/// The events since they were taken last; of each kind the last, and no more than they are told of or counted.
struct PendingEvents {
  private var all: [StoreEvent] = []

  /// More than one reads in the place where they are shown.
  private static let mostNotices = 20
  /// More than come between two frames: they are counted.
  private static let mostArrivals = 1_000

  mutating func take() -> [StoreEvent] {
    trim()
    defer { all = [] }
    return all
  }

  mutating func note(_ change: Change, of account: AccountID) {
    switch change {
    case .arrived(let message): append(.arrived(message))
    case .notice(let notice): append(.notice(notice))
    case .groupMade(let group): append(.groupMade(group, of: account))
    case .notStored(_, _, _, let reason): append(.notice(Notice(.error, reason)))
    case .message(let message) where message.isDeleted: delete(message.messageID)
    default: break
    }
  }

  private mutating func append(_ event: StoreEvent) {
    all.append(event)
    if all.count > 2 * Self.mostArrivals { trim() }
  }

  private mutating func trim() {
    guard all.count > Self.mostNotices else { return }
    var (notices, arrivals) = (Self.mostNotices, Self.mostArrivals)
    let kept = all.reversed().filter {
      switch $0 {
      case .notice:
        notices -= 1
        return notices >= 0
      case .arrived:
        arrivals -= 1
        return arrivals >= 0
      case .deleted, .groupMade: return true
      }
    }
    all = kept.reversed()
  }

  /// Thousands may be deleted at once: they are one event.
  private mutating func delete(_ id: MessageID) {
    all.removeAll { $0.arrived?.messageID == id }
    guard case .deleted(var ids)? = all.first else {
      return all.insert(.deleted([id]), at: 0)
    }
    all[0] = .deleted([])
    ids.insert(id)
    all[0] = .deleted(ids)
  }
}

extension StoreEvent {
  /// The message that came.
  public var arrived: Message? { if case .arrived(let message) = self { message } else { nil } }
}
