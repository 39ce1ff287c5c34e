internal import Model
internal import XMLStream

/// XEP-0066 §3: an address as what a message is about, by which most programs share a file.
enum XEP0066OutOfBand: Extension {
  static let namespace = "jabber:x:oob"
  static let features = [namespace]

  /// Others say more of a file, and count more. What is no address of a file stays a text.
  static func read(_ stanza: XMLElement, into message: inout InboundMessage) {
    guard let x = stanza.child("x", namespace), let url = x.child("url", namespace)?.text,
      let text = message.text(without: url)
    else { return }
    let description = x.child("desc", namespace)?.text ?? ""
    guard Attachment.isFile(url) else {
      guard message.content == nil, !url.isEmpty else { return }
      let words = description.isEmpty ? url : "\(description)\n\(url)"
      message.content = .text(String(words.prefix(Message.longestText)))
      return
    }
    message.content = .file(
      Attachment(name: nil, address: url, caption: text.isEmpty ? description : text))
  }

  static func element(for address: String) -> XMLElement {
    XMLElement("x", namespace, [:], [XMLElement("url", namespace, text: address)])
  }
}
