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

  private init?(_ element: XMLElement) {
    guard let id = element["id"], !id.isEmpty, let chat = element["with"].flatMap({ JID($0) })
    else { return nil }
    self.init(chat: chat.bare, originID: OriginID(id), reason: String(element.text.prefix(200)))
  }
}

extension RefusalNotice: Extension {
  /// Counts only in what the account sent itself (Z1).
  static func read(_ stanza: XMLElement, into message: inout InboundMessage) {
    guard message.from.bare == message.to.bare,
      let notice = stanza.child("refused", namespace).flatMap({ RefusalNotice($0) })
    else { return }
    message.payloads.append(.refusal(notice))
  }

  static func element(for payload: Payload) -> XMLElement? {
    guard case .refusal(let notice) = payload else { return nil }
    return XMLElement(
      "refused", namespace, ["with": notice.chat.description, "id": notice.originID.value],
      text: notice.reason)
  }
}
