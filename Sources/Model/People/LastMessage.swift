/// What the list of chats shows of a chat's newest message, and no more: 10,000 chats are in memory (I6).
public struct LastMessage: Sendable, Equatable {
  /// As ``Message/id``.
  public let id: Int64
  /// As ``Message/originID``, of mine alone.
  public let originID: OriginID?
  public let shownTime: Timestamp
  /// As ``Message/status``; `nil` for others'.
  public let status: DeliveryStatus?
  /// Of a correction and of a deletion that are on their way.
  public let correction, deletion: DeliveryStatus?
  public let isSaving: Bool
  public let isDeleted: Bool
  /// There is a ``Message/failure``.
  public let hasFailure: Bool
  /// The nickname of whom a group has it from; `nil` elsewhere, and for mine.
  public let nick: String?
  /// The beginning of what it says, in one line; empty where that was deleted.
  public let preview: String

  public init(_ message: Message) {
    id = message.id
    originID = message.isMine ? message.originID : nil
    shownTime = message.shownTime
    status = message.isMine ? message.status : nil
    correction = message.edit?.pending?.status
    deletion = message.retraction?.pending?.status
    isSaving = message.isSaving
    isDeleted = message.isDeleted
    hasFailure = message.failure != nil
    let isOfGroup = !message.isMine && message.sender.bare == message.chat
    nick = isOfGroup ? message.sender.resource : nil
    preview = Self.line(message.isDeleted ? "" : message.text)
  }

  /// Much of a text is not looked at: it may be as long as a book, and a list may have 10,000 chats.
  private static func line(_ text: String) -> String {
    let head = text.utf8.prefix(previewLength)
    if head.allSatisfy({ (0x20..<0x7F).contains($0) }) { return String(Substring(head)) }
    return text.unicodeScalars.prefix(4 * previewLength).split { $0.properties.isWhitespace }
      .map(String.init).joined(separator: " ").prefix(previewLength).description
  }

  /// Characters: no list of chats is wider.
  private static let previewLength = 40
}
