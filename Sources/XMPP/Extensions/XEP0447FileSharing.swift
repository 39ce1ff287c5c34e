internal import Model
internal import XMLStream

/// XEP-0447: a message that carries a file. Programs that do not know that find its address in the body (XEP-0428)
/// and as XEP-0066 has it.
enum XEP0447FileSharing: Extension {
  static let namespace = "urn:xmpp:sfs:0"
  static let features = [namespace]
  private static let addresses = "http://jabber.org/protocol/url-data"

  static func read(_ stanza: XMLElement, into message: inout InboundMessage) {
    guard let shared = stanza.child("file-sharing", namespace) else { return }
    let address = shared.child("sources", namespace)?.children.lazy
      .filter { $0.is("url-data", addresses) }.compactMap { $0["target"] }
      .first { Attachment.isWeb($0) }
    guard let text = caption(of: message, address, in: stanza) else { return }
    message.content = .file(
      FileMetadata.attachment(
        shared.child("file", FileMetadata.namespace), at: address, text: text))
  }

  private static func caption(
    of message: InboundMessage, _ address: String?, in stanza: XMLElement
  ) -> String? {
    // Without an address the text is all that leads to the file.
    if address != nil, case .text(let body, _) = message.content,
      XEP0428Fallback.isWhole(body, for: namespace, in: stanza)
    {
      return ""
    }
    return message.text(without: address)
  }

  /// The body: what goes with the file, and its address for who knows no better.
  static func body(for file: Attachment) -> String {
    let address = file.address ?? ""
    return file.caption.isEmpty ? address : "\(file.caption)\n\(address)"
  }

  /// - Parameter start: code points that stand before ``body(for:)``.
  static func elements(for file: Attachment, behind start: Int) -> [XMLElement] {
    let address = file.address ?? ""
    let source = XMLElement("url-data", addresses, ["target": address])
    let shared = XMLElement(
      "file-sharing", namespace, ["disposition": "attachment"],
      [
        FileMetadata.element(for: file),
        XMLElement("sources", namespace, [:], [source]),
      ])
    let end = start + body(for: file).unicodeScalars.count
    let begin = end - address.unicodeScalars.count
    let range = XMLElement(
      "body", XEP0428Fallback.namespace, ["start": "\(begin)", "end": "\(end)"])
    let fallback = XMLElement("fallback", XEP0428Fallback.namespace, ["for": namespace], [range])
    return [shared, fallback, XEP0066OutOfBand.element(for: address)]
  }
}
