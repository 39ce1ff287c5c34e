public import Model
internal import XMLStream

/// A message of mine was refused: told to my other devices, which were given a copy of the message and
/// not of the error. An extension of psst's own; other programs see a message without a text.
public struct RefusalNotice: Sendable, Equatable {
  static let namespace = "urn:psst:refusal:0"

  /// The bare address that the message was for.
  public var chat: JID
  public var originID: OriginID
  /// In plain words.
  public var reason: String

  public init(chat: JID, originID: OriginID, reason: String) {
    self.chat = chat
    self.originID = originID
    self.reason = reason
  }

  var element: XMLElement {
    XMLElement(
      "refused", Self.namespace, ["with": chat.description, "id": originID.value], text: reason)
  }

  /// Reads one out of a message that the account sent itself.
  init?(of message: XMLElement) {
    guard let element = message.child("refused", Self.namespace), let id = element["id"],
      !id.isEmpty, let chat = element["with"].flatMap({ JID($0) })
    else { return nil }
    self.init(chat: chat.bare, originID: OriginID(id), reason: String(element.text.prefix(200)))
  }
}
