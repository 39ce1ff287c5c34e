internal import XMLStream

/// XEP-0334: what the archives should do with a message.
enum XEP0334Hints: Extension {
  static let namespace = "urn:xmpp:hints"
  /// Keep it although it has no text: receipts and markers must reach who is offline now.
  static let store = XMLElement("store", namespace)
  /// Do not keep it: typing is of no use later.
  static let noStore = XMLElement("no-store", namespace)
}
