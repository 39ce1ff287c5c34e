/// What a message does to an earlier one of the same author.
public enum Amendment: Sendable, Equatable {
  /// It says the same in other words (XEP-0308). The id is the stanza's, as its author named it.
  case correction(of: String)

  /// The id of the message that it is about.
  public var target: String {
    switch self {
    case .correction(let id): id
    }
  }
}

extension Message {
  /// That a message was corrected.
  public struct Edit: Sendable, Equatable {
    /// How often.
    public var count: Int
    /// When last.
    public var at: Timestamp
    /// The newest correction, while it is mine and the server does not have it.
    public var pending: Pending?

    public init(count: Int, at: Timestamp, pending: Pending? = nil) {
      self.count = count
      self.at = at
      self.pending = pending
    }
  }

  /// A correction of mine on its way.
  public struct Pending: Sendable, Equatable {
    public var originID: OriginID
    /// queued, sending or failed.
    public var status: DeliveryStatus
    /// As ``Message/failure``.
    public var failure: String?

    public init(originID: OriginID, status: DeliveryStatus, failure: String?) {
      self.originID = originID
      self.status = status
      self.failure = failure
    }
  }
}
