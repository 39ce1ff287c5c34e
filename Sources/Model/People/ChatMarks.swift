/// What I decided of a chat, and all my devices are to have.
public struct ChatMarks: Sendable, Equatable {
  /// So many chats it is kept of (Z4).
  public static let capacity = 10_000

  /// The bare address of the chat.
  public var chat: JID
  /// It stands above the others.
  public var isPinned: Bool
  /// What of it is told; `nil`: as of others of its kind.
  public var alerts: Chat.Alerts?
  /// Until then nothing of it is told.
  public var mutedUntil: Timestamp?
  /// I want to come back to it, whatever I have read there.
  public var isUnread: Bool
  /// It is in the archive of chats until something comes that is newer, by the server's time; `nil`: it is not.
  public var archivedThrough: Timestamp?

  public init(
    chat: JID, isPinned: Bool = false, alerts: Chat.Alerts? = nil, mutedUntil: Timestamp? = nil,
    isUnread: Bool = false, archivedThrough: Timestamp? = nil
  ) {
    (self.chat, self.isPinned, self.alerts) = (chat, isPinned, alerts)
    (self.mutedUntil, self.isUnread) = (mutedUntil, isUnread)
    self.archivedThrough = archivedThrough
  }
}
