/// A person of the roster (RFC 6121 §2).
public struct Contact: Sendable, Equatable, Identifiable {
  public enum Subscription: String, Sendable {
    case none, to, from, both
  }

  /// The bare address.
  public var jid: JID
  /// The name given in the roster, in one line; `nil` where there is none, or it is blank.
  public var name: String?
  public var subscription: Subscription
  /// A request of mine to see their presence waits for their answer.
  public var isAsking: Bool
  /// The roster's groups that they are in (RFC 6121 §2.1.2.5), as ``labels(_:)`` has them.
  public var labels: [String]

  public init(
    jid: JID, name: String?, subscription: Subscription, isAsking: Bool = false,
    labels: [String] = []
  ) {
    self.jid = jid
    self.name = name.flatMap { Nickname.bounded($0) }
    self.subscription = subscription
    self.isAsking = isAsking
    self.labels = labels
  }

  /// Most labels of one person that are kept (Z4).
  public static let mostLabels = 50

  /// Each in one line, bounded, once, by name; the order in which a roster has them says nothing.
  public static func labels(_ all: some Sequence<String>) -> [String] {
    Array(Set(all.lazy.prefix(mostLabels).compactMap { Nickname.bounded($0) })).sorted()
  }

  public var id: JID { jid }

  /// A name as far as it is kept, in characters and in bytes: no screen shows more, and whoever gives it may make it as
  /// long as he likes (Z4).
  public static let longestName = (characters: 100, bytes: 400)

  /// What is kept of a name.
  public static func bounded(_ name: String) -> String {
    name.bounded(characters: longestName.characters, bytes: longestName.bytes)
  }

  /// What to call them: the roster's name, else the local part, else the address.
  public var displayName: String { name ?? jid.shownLocal ?? jid.description }
}

/// Whether somebody can be reached now (N1).
public enum Presence: String, Sendable {
  case online, away, offline
}

/// What one device says of whoever sits there.
public struct DevicePresence: Sendable, Equatable {
  public var presence: Presence
  /// In words, beside it; as ``StatusText`` bounds it.
  public var status: String?

  public init(_ presence: Presence, status: String? = nil) {
    (self.presence, self.status) = (presence, status)
  }
}
