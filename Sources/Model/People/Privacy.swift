/// What of one's own doings the others are told (D1–D3).
public struct Privacy: Sendable, Equatable {
  /// That a message has come to this device (XEP-0184).
  public var tellsDelivered: Bool
  /// That it was read (XEP-0333).
  public var tellsRead: Bool
  /// That one types (XEP-0085).
  public var tellsTyping: Bool
  /// Files of contacts of at most so many bytes are fetched by themselves: whoever has them there learns when; 0: none.
  public var fetchesUpTo: Int64

  public init(
    tellsDelivered: Bool = true, tellsRead: Bool = true, tellsTyping: Bool = true,
    fetchesUpTo: Int64 = 0
  ) {
    self.tellsDelivered = tellsDelivered
    self.tellsRead = tellsRead
    self.tellsTyping = tellsTyping
    self.fetchesUpTo = fetchesUpTo
  }
}
