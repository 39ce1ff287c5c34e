/// XEP-0393: what is marked in a text. Only the views read it; here is what is told of it.
///
/// `<unstyled/>` (§7), a sender's wish that a message be drawn as it is, is not read.
enum XEP0393Styling: Extension {
  static let namespace = "urn:xmpp:styling:0"
  static let features = [namespace]
}
