internal import Model
internal import XMLStream

/// XEP-0221: what is to be looked at, or listened to, to answer a field of a form.
enum XEP0221MediaElement: Extension {
  static let namespace = "urn:xmpp:media-element"
  private static let most = 4
  private static let longest = 2_000

  /// Its addresses in the web; those inside the stanza (`cid:`) cannot be shown by address.
  static func addresses(in field: XMLElement) -> [String] {
    let uris = field.child("media", namespace)?.children.filter { $0.is("uri", namespace) } ?? []
    let texts = uris.map(\.text).filter { $0.utf8.count <= longest && Attachment.isWeb($0) }
    return Array(texts.prefix(most))
  }
}
