/// One thing that happened to one of my messages.
public struct LifeEvent: Sendable, Equatable {
  /// What happened; decisions may depend on it, which those on ``LifeEvent/cause`` never do.
  public enum Kind: String, Sendable {
    case written, queued, sending, sent, delivered, read, failed, edited, refused
    /// Transmitted once more though it counts as sent, or while it is sending.
    case again
    case restored = "deleted, and brought back"
    case uploading, uploaded
    case retracted = "deleted for everyone"
    case archiveAsked = "archive asked"
    case archiveUnavailable = "archive not available"
    case notConfirmed = "not confirmed"

    public init(_ status: DeliveryStatus) {
      self =
        switch status {
        case .queued: .queued
        case .sending: .sending
        case .sent: .sent
        case .delivered: .delivered
        case .read: .read
        case .failed: .failed
        }
    }
  }

  /// By this computer's clock.
  public var at: Timestamp
  /// What happened.
  public var kind: Kind
  /// Why, in plain words, where there is something to say.
  public var cause: String?
  /// How often it had been handed to the network by then.
  public var attempt: Int

  public init(at: Timestamp, _ kind: Kind, cause: String? = nil, attempt: Int = 0) {
    self.at = at
    self.kind = kind
    self.cause = cause
    self.attempt = attempt
  }
}

/// One of my messages and its life, for the info screen.
public struct MessageLife: Sendable, Equatable {
  public var message: Message
  /// In the order it happened.
  public var events: [LifeEvent]
  /// Its corrections, in the archive's order.
  public var corrections: [Message]
  /// In a room, whom it was for, by name; empty where nobody tells there what they read.
  public var readers: [RoomReader]

  public init(
    message: Message, events: [LifeEvent], corrections: [Message] = [], readers: [RoomReader] = []
  ) {
    self.message = message
    self.events = events
    self.corrections = corrections
    self.readers = readers
  }
}
