internal import XMLStream

/// XEP-0333: up to which message the other has seen.
enum XEP0333Markers: Extension {
  static let namespace = "urn:xmpp:chat-markers:0"
  static let features = [namespace]
  static let markable = XMLElement("markable", namespace)

  static func displayed(_ id: String) -> XMLElement {
    XMLElement("displayed", namespace, ["id": id])
  }

  static func isMarkable(_ message: XMLElement) -> Bool {
    message.child("markable", namespace) != nil
  }

  /// `acknowledged` says more than `displayed` (older versions of the specification).
  static func displayedID(of message: XMLElement) -> String? {
    let marker = message.child("displayed", namespace) ?? message.child("acknowledged", namespace)
    return marker?["id"]
  }

  /// The older `received` marker says what a receipt says.
  static func receivedID(of message: XMLElement) -> String? {
    message.child("received", namespace)?["id"]
  }
}
