internal import Model
internal import XMLStream

/// XEP-0066 §3: an address as what a message is about, by which most programs share a file.
enum XEP0066OutOfBand: Extension {
  static let namespace = "jabber:x:oob"
  static let features = [namespace]

  /// Others say more of a file, and count more.
  static func read(_ stanza: XMLElement, into message: inout InboundMessage) {
    guard let x = stanza.child("x", namespace), let url = x.child("url", namespace)?.text,
      let text = message.text(without: url)
    else { return }
    let words = text.isEmpty ? x.child("desc", namespace)?.text ?? "" : text
    let address = Attachment.isWeb(url) ? url : nil
    message.content = .file(Attachment(name: nil, address: address, caption: words))
  }

  static func element(for address: String) -> XMLElement {
    XMLElement("x", namespace, [:], [XMLElement("url", namespace, text: address)])
  }
}
