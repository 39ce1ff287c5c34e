/// One thing that happened to one of my messages.
public struct LifeEvent: Sendable, Equatable {
  public var at: Timestamp
  /// What, in plain words: `written`, `queued`, `sending`, `sent`, …
  public var what: String
  /// Why, in plain words, where there is something to say.
  public var cause: String?
  /// How often it had been handed to the network by then.
  public var attempt: Int

  public init(at: Timestamp, what: String, cause: String? = nil, attempt: Int = 0) {
    self.at = at
    self.what = what
    self.cause = cause
    self.attempt = attempt
  }
}

/// One of my messages and its life, for the info screen.
public struct MessageLife: Sendable, Equatable {
  public var message: Message
  /// In the order it happened.
  public var events: [LifeEvent]

  public init(message: Message, events: [LifeEvent]) {
    self.message = message
    self.events = events
  }
}
