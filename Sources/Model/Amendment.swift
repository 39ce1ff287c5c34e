/// What a message does to an earlier one of the same author.
public enum Amendment: Sendable, Equatable {
  /// It says the same in other words (XEP-0308). The id is the stanza's, as its author named it.
  case correction(of: String)
  /// It was never said (XEP-0424): deleted for everyone.
  case retraction(of: String)

  /// The id of the message that it is about.
  public var target: String {
    switch self {
    case .correction(let id), .retraction(let id): id
    }
  }

  /// It says nothing itself: there is nothing in it to be shown.
  public var isRetraction: Bool {
    switch self {
    case .correction: false
    case .retraction: true
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

  /// That a message was deleted for everyone.
  public struct Retraction: Sendable, Equatable {
    public var at: Timestamp
    /// What deletes it, while it is mine and the server does not have it.
    public var pending: Pending?
    /// Its texts are gone from this computer.
    public var isErased: Bool

    public init(at: Timestamp, pending: Pending? = nil, isErased: Bool = false) {
      self.at = at
      self.pending = pending
      self.isErased = isErased
    }
  }

  /// What it said is gone from this computer.
  public var isErased: Bool { retraction?.isErased ?? false }

  /// What it said is not to be shown any more; one whose deletion was refused is, so long as it is there.
  public var isDeleted: Bool {
    guard let retraction else { return false }
    return retraction.isErased || retraction.pending?.status != .failed
  }

  /// A correction or retraction of mine on its way.
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
