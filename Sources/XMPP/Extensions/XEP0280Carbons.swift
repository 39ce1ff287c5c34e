internal import Model
internal import XMLStream

/// XEP-0280: copies of what the account's other devices send and receive.
enum XEP0280Carbons: Extension {
  static let namespace = "urn:xmpp:carbons:2"

  static var request: Request {
    var request = Request(.set, XMLElement("enable", namespace)) { answer, _ in
      switch answer {
      case .result: []
      case .error(let error):
        [.dropped(reason: "no copies from other devices: \(error.condition)")]
      case .timeout: [.dropped(reason: "no answer about copies from other devices in time")]
      }
    }
    request.isRepeatable = true
    return request
  }

  /// What a message is with regard to copies.
  enum Reading: Equatable {
    case notACarbon
    /// The message another device sent or received.
    case copy(XMLElement)
    case forged(String)
  }

  /// Unwraps a copy. Only the account itself may send one, only of messages it took part in (XEP-0280 §11).
  static func read(_ message: XMLElement, account: JID) -> Reading {
    guard let wrapper = message.children.first(where: { $0.namespace == namespace }),
      wrapper.name == "sent" || wrapper.name == "received"
    else { return .notACarbon }
    guard message["from"].flatMap({ JID($0) }) == account else {
      return .forged("a copy of a message from somebody else's address")
    }
    guard
      let inner = wrapper.child("forwarded", Namespace.forward)?
        .child("message", Namespace.client)
    else { return .forged("a copy of nothing") }
    let side = wrapper.name == "sent" ? "from" : "to"
    guard inner[side].flatMap({ JID($0) })?.bare == account else {
      return .forged("a copy of other people's message")
    }
    return .copy(inner)
  }
}
