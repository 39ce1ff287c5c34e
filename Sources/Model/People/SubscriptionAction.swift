/// What one does about who sees whom (RFC 6121 §3).
public enum SubscriptionAction: String, Sendable {
  /// Ask to see when they are online.
  case ask
  /// Let them see when I am online, and ask them the same.
  case grant
  /// Do not let them see it.
  case refuse
  /// Neither sees the other any more.
  case withdraw
}
