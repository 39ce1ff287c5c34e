/// Where a file may be put, and where it can be fetched then (XEP-0363 §4).
public struct UploadSlot: Sendable, Equatable {
  public var put: String
  public var get: String
  /// What goes with the file, by name.
  public var headers: [String: String]

  public init(put: String, get: String, headers: [String: String] = [:]) {
    self.put = put
    self.get = get
    self.headers = headers
  }
}

/// The one who takes files for an account.
public struct UploadHost: Sendable, Equatable {
  public var address: JID
  /// Bytes of the largest file; `nil` where it does not say.
  public var limit: Int64?

  public init(address: JID, limit: Int64? = nil) {
    self.address = address
    self.limit = limit
  }
}

/// A file that is to be put where a slot says. The bytes are those of the copy that is kept under the id.
public struct UploadOrder: Sendable, Equatable {
  public var id: OriginID
  public var slot: UploadSlot
  public var size: Int64
  public var mediaType: String

  public init(id: OriginID, slot: UploadSlot, size: Int64, mediaType: String) {
    self.id = id
    self.slot = slot
    self.size = size
    self.mediaType = mediaType
  }
}

/// How an upload ended.
public struct UploadNews: Sendable, Equatable {
  /// What became of the file.
  public enum Ending: Sendable, Equatable {
    /// All of it is there. The hash is as ``Attachment/hash``.
    case done(hash: String?)
    /// It may go better later. In plain words why it did not.
    case broken(String)
    /// Trying again is of no use.
    case refused(String)
  }

  /// The message's.
  public var id: OriginID
  /// What became of its file.
  public var ending: Ending

  /// The message's id, and what became of its file.
  public init(_ id: OriginID, _ ending: Ending) {
    self.id = id
    self.ending = ending
  }
}

/// How far a file has come.
public struct FileProgress: Sendable, Equatable {
  /// Bytes.
  public var done: Int64
  public var total: Int64
  /// Bytes in a second, lately.
  public var rate: Int64

  /// Numbers of servers are among them: each is bounded (``Attachment/mostBytes``).
  public init(done: Int64, total: Int64, rate: Int64) {
    func bounded(_ bytes: Int64) -> Int64 { min(max(0, bytes), Attachment.mostBytes) }
    self.done = bounded(done)
    self.total = bounded(total)
    self.rate = bounded(rate)
  }

  /// Seconds; `nil` where nobody can tell.
  public var left: Int64? { rate > 0 ? (max(0, total - done) + rate - 1) / rate : nil }

  /// Of a hundred.
  public var percent: Int { total > 0 ? Int(min(100, done * 100 / total)) : 0 }
}
