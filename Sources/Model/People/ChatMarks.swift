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

  public init(chat: JID, isPinned: Bool = false, alerts: Chat.Alerts? = nil) {
    (self.chat, self.isPinned, self.alerts) = (chat, isPinned, alerts)
  }
}
