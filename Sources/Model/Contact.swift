/// A person of the roster (RFC 6121 §2).
public struct Contact: Sendable, Equatable, Identifiable {
  public enum Subscription: String, Sendable {
    case none, to, from, both
  }

  /// The bare address.
  public var jid: JID
  /// The name given in the roster; `nil` where there is none.
  public var name: String?
  public var subscription: Subscription
  /// A request of mine to see their presence waits for their answer.
  public var isAsking: Bool

  public init(jid: JID, name: String?, subscription: Subscription, isAsking: Bool = false) {
    self.jid = jid
    self.name = name
    self.subscription = subscription
    self.isAsking = isAsking
  }

  public var id: JID { jid }

  /// What to call them: the roster's name, else the local part, else the address.
  public var displayName: String { name ?? jid.local ?? jid.description }
}

/// Whether somebody can be reached now (N1).
public enum Presence: String, Sendable {
  case online, away, offline
}
