/// A promise that was not kept.
public struct Violation: Sendable, Equatable, CustomStringConvertible {
  public enum Kind: String, Sendable, CaseIterable {
    // The total-queue check.
    /// Confirmed or drawn, and not there.
    case lost
    /// There more than once.
    case repeated
    /// A chat's messages left, or stand, in another order than they must.
    case reordered
    /// There, and nobody wrote it.
    case unexpected
    // The invariants.
    /// What was drawn went without the user's wish.
    case vanished
    /// A status moved as `DeliveryStatus` does not allow.
    case fell
    /// Shown as sent, and the server never had it.
    case falselySent
    /// Shown as failed, and nobody refused it.
    case falselyFailed
    /// Counted as read by somebody who did not show that, or by more than there are.
    case falselyRead
    /// Sent again and again.
    case endless
    /// The archive is asked again and again.
    case wasteful
    /// Waits though nothing is broken any more.
    case undrained
    /// The screen shows something else than the disk has.
    case stale
    /// Devices do not agree, or not with the archive.
    case diverged
    /// What was deleted for everyone is still there.
    case undeleted
    /// Somebody is shown in a room who is not there, or not shown who is.
    case absent
    /// The unread count is wrong.
    case unread
    /// What the program sent is not XMPP as the standards have it.
    case protocolBroken
  }

  /// Which promise was broken.
  public var kind: Kind
  /// Virtual milliseconds.
  public var time: Int64
  public var text: String
  /// The message it is about, where it is about one.
  public var message: String?

  public var description: String { "\(kind.rawValue) at \(time) ms: \(text)" }
}
