/// How many people of a room have read one of my messages there (D4).
public struct ReadCount: Sendable, Equatable {
  /// Of the message.
  public var originID: OriginID
  /// Those who have shown that they read it.
  public var readers: Int
  /// Those it was for: who belonged to the room when it was sent, and whoever else has read it.
  public var all: Int

  public init(originID: OriginID, readers: Int, all: Int) {
    self.originID = originID
    self.readers = readers
    self.all = all
  }
}

/// Somebody of a room whom one of my messages there was for. When they read it is nobody's business (D5).
public struct RoomReader: Sendable, Equatable {
  /// What they were called when they were seen last.
  public var nick: String
  /// Their own bare address, where the room has told it.
  public var address: JID?
  public var hasRead: Bool

  public init(nick: String, address: JID? = nil, hasRead: Bool) {
    self.nick = nick
    self.address = address
    self.hasRead = hasRead
  }
}
