internal import Localization

/// A message of mine that the server has not confirmed: it leaves the outbox only when the server
/// confirmed it or the user removed it.
public struct OutboxEntry: Sendable, Equatable, Identifiable {
  /// The place in the queue; FIFO per chat follows it.
  public var sequence: Int64
  public var chat: JID
  public var originID: OriginID
  public var text: String
  /// queued, sending or failed.
  public var state: DeliveryStatus
  /// How often it was handed to the network.
  public var attempts: Int
  /// How many of those are known to have been refused.
  public var refusals: Int
  /// In plain words what went wrong last; `nil` where nothing did.
  public var lastError: String?
  public var queuedAt: Timestamp
  /// What it does to an earlier message.
  public var amendment: Amendment?
  /// What it answers.
  public var replyTo: ReplyTarget?
  /// Whose outbox it is in.
  public var account = AccountID.first

  public init(
    sequence: Int64, chat: JID, originID: OriginID, text: String, state: DeliveryStatus,
    attempts: Int, refusals: Int = 0, lastError: String?, queuedAt: Timestamp,
    amendment: Amendment? = nil, replyTo: ReplyTarget? = nil
  ) {
    self.sequence = sequence
    self.chat = chat
    self.originID = originID
    self.text = text
    self.state = state
    self.attempts = attempts
    self.refusals = refusals
    self.lastError = lastError
    self.queuedAt = queuedAt
    self.amendment = amendment
    self.replyTo = replyTo
  }

  public var id: OriginID { originID }
  /// The chat it is for.
  public var chatID: ChatID { ChatID(chat, of: account) }

  /// What it says, or what it is about, and what it does where it is no message of its own.
  public var described: String {
    amendment?.described(text) ?? (replyTo == nil ? text : tr("reply: \(text)"))
  }

  /// It may be with the server already: what is changed or deleted here would stay as it was there.
  public var mayHaveLeft: Bool { state == .sending || state == .queued && attempts > refusals }
  public static var mayHaveLeftNotice: Notice {
    Notice(.error, tr("The message may have left already"))
  }
}

/// How many messages of mine are not confirmed yet (O13).
public struct OutboxCounts: Sendable, Equatable {
  public var queued: Int
  public var sending: Int
  public var failed: Int
  /// Of `queued`: those that wait for the user's word, because the policy asks (O4).
  public var held: Int

  public init(queued: Int = 0, sending: Int = 0, failed: Int = 0, held: Int = 0) {
    self.queued = queued
    self.sending = sending
    self.failed = failed
    self.held = held
  }

  /// Waiting = queued + sending; failed is counted apart.
  public var waiting: Int { queued + sending }
  /// All entries.
  public var all: Int { waiting + failed }
}
