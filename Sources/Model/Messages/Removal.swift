/// That a moderator deleted what somebody said in a room (XEP-0425), in the room's words.
public struct Removal: Sendable, Equatable {
  /// The moderator's name there; `nil` where the room does not say it.
  public var by: String?
  /// May be empty.
  public var reason: String

  public init(by moderator: String? = nil, reason: String = "") {
    by = moderator
    self.reason = reason
  }
}
