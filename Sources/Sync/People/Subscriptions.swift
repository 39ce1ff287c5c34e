internal import Localization
internal import Model
internal import Storage
internal import XMPP

/// Who asks to see when I am online, and what I answer (RFC 6121 §3). The requests are stored: a stream
/// that is resumed does not tell them again.
struct Subscriptions: Tracker {
  static let keyPath: any Path = \.subscriptions

  /// Requests that are kept, the newest (Z4): who asks in crowds shuts nobody else out, and the server tells
  /// the others again at the next sign-in.
  static let capacity = 100
  private static let key = "requests"

  private var requests: [JID] = []
  /// Who came since the last ``settle(_:_:)``, and is still among the kept.
  private var fresh: [JID] = []

  mutating func start(_ turn: Turn) throws(StorageError) {
    let stored = try turn.database.settings.value(Self.key) ?? ""
    requests = stored.split(separator: "\n").compactMap { JID(stored: String($0)) }
    if !requests.isEmpty { turn.change(.requests(requests)) }
  }

  /// A new stream: what waits for an answer is told again.
  mutating func begin(_ turn: Turn) throws(StorageError) { try set([], turn) }

  private mutating func set(_ new: [JID], _ turn: Turn) throws(StorageError) {
    guard new != requests else { return }
    requests = new
    fresh.removeAll { !new.contains($0) }
    try store(turn)
  }

  static func settle(_ state: inout EngineState, _ turn: Turn) throws(StorageError) {
    try state.subscriptions.tellFresh(turn)
  }

  /// A crowd that came at once is stored once, and told in one line.
  private mutating func tellFresh(_ turn: Turn) throws(StorageError) {
    guard let last = fresh.last else { return }
    let count = fresh.count
    fresh = []
    try store(turn)
    turn.notice(
      .information,
      count == 1
        ? tr("\(last) asks to see when you are online")
        : tr("\(count) people ask to see when you are online"), remedy: .answer)
  }

  private func store(_ turn: Turn) throws(StorageError) {
    let text = requests.map(\.description).joined(separator: "\n")
    try turn.database.settings.set(Self.key, text.isEmpty ? nil : text)
    turn.change(.requests(requests))
  }

  mutating func forget(_ who: JID, _ turn: Turn) throws(StorageError) {
    try set(requests.filter { $0 != who }, turn)
  }

  // MARK: Theirs

  /// Who sees me asks for nothing: another device of mine has answered.
  mutating func note(_ contact: Contact, _ turn: Turn) throws(StorageError) {
    guard contact.subscription == .from || contact.subscription == .both else { return }
    try forget(contact.jid, turn)
  }

  mutating func receive(
    _ kind: InboundPresence.Kind, from who: JID, _ turn: Turn
  ) throws(StorageError) {
    let contact = try turn.database.roster.contact(who)
    let name = try turn.name(of: who)
    switch kind {
    case .subscribe: try asked(who, contact, turn)
    case .unsubscribe: try forget(who, turn)
    case .subscribed where contact?.isAsking == true:
      turn.notice(.information, tr("\(name) lets you see when they are online"))
    case .unsubscribed where contact?.isAsking == true || contact?.isSeen == true:
      turn.notice(.information, tr("\(name) does not let you see when they are online"))
    default: turn.log("dropped: \(kind.rawValue) from \(who), who was not asked")
    }
  }

  /// Whom I asked myself may see me.
  private mutating func asked(
    _ who: JID, _ contact: Contact?, _ turn: Turn
  ) throws(StorageError) {
    if contact?.isAsking == true || contact?.isSeen == true {
      return turn.command(.presence(to: who, .subscribed))
    }
    // It was answered already, without a link.
    if let answer = try turn.database.contactOrders.action(who),
      answer == .grant || answer == .refuse
    {
      return try apply(answer, who, isLinked: true, turn)
    }
    guard !requests.contains(who) else { return }
    if requests.count == Self.capacity {
      let oldest = requests.removeFirst()
      fresh.removeAll { $0 == oldest }
      turn.log("dropped: the request of \(oldest), the oldest of \(Self.capacity)")
    }
    requests.append(who)
    fresh.append(who)
  }

  // MARK: Mine

  /// Without a link the order waits for one.
  mutating func apply(
    _ action: SubscriptionAction, _ who: JID, isLinked: Bool, _ turn: Turn
  ) throws(StorageError) {
    if action != .ask { try forget(who, turn) }
    guard isLinked else {
      try turn.database.contactOrders.set(action, who)
      return turn.notice(.information, tr("This is done when you are online"))
    }
    try turn.database.contactOrders.set(nil, who)
    try carryOut(action, who, turn)
  }

  private func carryOut(
    _ action: SubscriptionAction, _ who: JID, _ turn: Turn
  ) throws(StorageError) {
    let contact = try turn.database.roster.contact(who)
    switch action {
    case .ask: turn.command(.presence(to: who, .subscribe))
    case .grant:
      turn.command(.presence(to: who, .subscribed))
      if contact?.isAsking != true, contact?.isSeen != true {
        turn.command(.presence(to: who, .subscribe))
      }
    case .refuse: turn.command(.presence(to: who, .unsubscribed))
    case .withdraw:
      turn.command(.presence(to: who, .unsubscribe))
      turn.command(.presence(to: who, .unsubscribed))
    }
  }

  /// The roster is known: what was wished without a link is done, in its order.
  mutating func flush(_ turn: Turn) throws(StorageError) {
    for (who, action) in try turn.database.contactOrders.all() {
      try apply(action, who, isLinked: true, turn)
    }
  }
}

extension Contact {
  /// I see when they are online.
  var isSeen: Bool { subscription == .to || subscription == .both }
}
