/// Why messages of mine to one chat are not on their way although there is a link (O15a).
public struct Delay: Sendable, Equatable {
  public enum Cause: Sendable, Equatable {
    /// Something went wrong, in plain words; psst tries again by itself.
    case trouble(String)
    /// In plain words what the user has to do first.
    case user(String)
    /// psst enters the group first.
    case joining
    /// An older message of the chat goes first.
    case older
    /// A file of the chat is being uploaded.
    case upload
  }

  /// `nil` where only the policy holds something of the chat.
  public var cause: Cause?
  /// The uptime in milliseconds (``Moment/uptime``) of the next try; `nil` where none is planned.
  public var until: Int64?
  /// Something of the chat waits for the user's OK (O4).
  public var isHeld: Bool

  public init(_ cause: Cause?, until: Int64? = nil, isHeld: Bool = false) {
    (self.cause, self.until, self.isHeld) = (cause, until, isHeld)
  }
}
