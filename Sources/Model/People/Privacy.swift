/// What of one's own doings the others are told (D1–D3).
public struct Privacy: Sendable, Equatable {
  /// That a message has come to this device (XEP-0184).
  public var tellsDelivered: Bool
  /// That it was read (XEP-0333).
  public var tellsRead: Bool
  /// That one types (XEP-0085).
  public var tellsTyping: Bool

  public init(tellsDelivered: Bool = true, tellsRead: Bool = true, tellsTyping: Bool = true) {
    self.tellsDelivered = tellsDelivered
    self.tellsRead = tellsRead
    self.tellsTyping = tellsTyping
  }
}
