internal import Localization

/// How far one of my messages has come (S4).
public enum DeliveryStatus: String, Sendable, CaseIterable {
  /// On disk, waiting for the link or for its turn.
  case queued
  /// Handed to the network, no answer yet.
  case sending
  /// The server confirmed that it has the message.
  case sent
  /// A device of the recipient has it (XEP-0184).
  case delivered
  /// The recipient had it on screen (XEP-0333).
  case read
  /// Refused, or given up on; the text is kept until it is sent or deleted (S12).
  case failed

  /// Why a status is to change; decides which falls in rank are allowed.
  public enum Cause: String, Sendable, CaseIterable {
    /// The message came further: handed over, acknowledged, received, displayed.
    case progress
    /// The user asked for another attempt.
    case retry
    /// The link went away before the server answered.
    case linkLost
    /// An error for this very message: from the server, or from giving up.
    case refusal
    /// An error for this very message that takes minutes to heal: it waits for its next try.
    case postponed
  }

  /// For people, within a sentence.
  public var word: String {
    switch self {
    case .queued: tr("queued")
    case .sending: tr("sending")
    case .sent: tr("sent")
    case .delivered: tr("delivered")
    case .read: tr("read")
    case .failed: tr("failed")
    }
  }

  /// queued −1; sending 0, failed 0; sent 1; delivered 2; read 3.
  public var rank: Int {
    switch self {
    case .queued: -1
    case .sending, .failed: 0
    case .sent: 1
    case .delivered: 2
    case .read: 3
    }
  }

  /// The server confirmed that it has the message.
  public var isWithServer: Bool { rank >= Self.sent.rank }

  /// The one function that decides every transition (S4): may this status become `next` for `cause`?
  ///
  /// Never falls in rank, except by the user's retry of a failed message, by losing the link before
  /// the server confirmed, by an error that takes its time to heal, and by a refusal that arrives after `sent` (never after delivered or read).
  public func canBecome(_ next: DeliveryStatus, because cause: Cause) -> Bool {
    switch cause {
    case .progress: next != .failed && next.rank > rank
    case .retry: self == .failed && (next == .queued || next == .sending)
    case .linkLost, .postponed: self == .sending && next == .queued
    case .refusal: next == .failed && (self == .queued || self == .sending || self == .sent)
    }
  }
}
