internal import Model
internal import XMLStream

/// XEP-0444: what somebody says of a message in emoji, all of it each time. It has no text: programs that do not
/// know it show nothing.
enum XEP0444Reactions: Extension {
  static let namespace = "urn:xmpp:reactions:0"
  static let features = [namespace]

  /// A text that is not there for older programs alone (XEP-0428) counts more: nothing that was written vanishes.
  static func read(_ stanza: XMLElement, into message: inout InboundMessage) {
    guard let reactions = stanza.child("reactions", namespace), let id = reactions["id"], id.isID,
      message.amendment == nil
    else { return }
    if let text = message.text {
      guard XEP0428Fallback.isWhole(text, for: namespace, in: stanza) else { return }
      message.content = nil
    }
    let signs = reactions.children.filter { $0.is("reaction", namespace) }.map(\.text)
    message.payloads.append(.amendment(.reactions(Emoji.all(in: signs.map(trimmed)), to: id)))
  }

  private static func trimmed(_ text: String) -> Substring {
    guard text.utf8.count <= longest else { return "" }
    let end = text.lastIndex { !$0.isWhitespace }.map { text.index(after: $0) } ?? text.startIndex
    return text[..<end].drop { $0.isWhitespace }
  }

  /// Bytes in which an emoji stands, and white space around it.
  private static let longest = 200

  static func element(for payload: Payload) -> XMLElement? {
    guard case .amendment(.reactions(let emoji, let id)) = payload else { return nil }
    return XMLElement(
      "reactions", namespace, ["id": id],
      emoji.map { XMLElement("reaction", namespace, text: $0.text) })
  }

  static func companions(of payload: Payload) -> [XMLElement] {
    if case .amendment(.reactions) = payload { [XEP0334Hints.store] } else { [] }
  }
}
