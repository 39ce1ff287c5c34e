internal import Model
internal import XMLStream

/// XEP-0385: how files were shared before XEP-0447. It is read, and not written.
enum XEP0385MediaSharing: Extension {
  private static let namespace = "urn:xmpp:sims:1"
  private static let references = "urn:xmpp:reference:0"
  private static let metadata = "urn:xmpp:jingle:apps:file-transfer:5"

  static func read(_ stanza: XMLElement, into message: inout InboundMessage) {
    let shared = stanza.children.filter { $0.is("reference", references) }
      .compactMap { $0.child("media-sharing", namespace) }
    guard let first = shared.first else { return }
    let address = first.child("sources", namespace)?.children.lazy
      .filter { $0.is("reference", references) }.compactMap { $0["uri"] }
      .first { Attachment.isWeb($0) }
    guard let text = message.text(without: address) else { return }
    message.content = .file(
      FileMetadata.attachment(
        first.child("file", metadata), at: address, text: text))
  }
}
