internal import XMLStream

/// XEP-0184: the recipient's device has the message.
enum XEP0184Receipts: Extension {
  static let namespace = "urn:xmpp:receipts"
  static let features = [namespace]
  static let request = XMLElement("request", namespace)

  static func received(_ id: String) -> XMLElement {
    XMLElement("received", namespace, ["id": id])
  }

  static func isRequested(by message: XMLElement) -> Bool {
    message.child("request", namespace) != nil
  }

  static func receivedID(of message: XMLElement) -> String? {
    message.child("received", namespace)?["id"]
  }
}
