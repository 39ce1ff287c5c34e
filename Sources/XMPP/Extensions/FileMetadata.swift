internal import Model
internal import XMLStream

/// What is told of a file, as XEP-0446 has it; XEP-0385 writes the same in another namespace.
enum FileMetadata {
  static let namespace = "urn:xmpp:file:metadata:0"
  private static let hashes = "urn:xmpp:hashes:2"
  private static let algorithm = "sha-256"

  /// - Parameters:
  ///   - file: what says it; `nil` where nothing does.
  ///   - address: where the file lies.
  ///   - text: what the message says besides.
  static func attachment(
    _ file: XMLElement?, at address: String?, text: String
  ) -> Attachment {
    func word(_ name: String) -> String? { file?.child(name, file?.namespace ?? "")?.text }
    let hash = file?.children.first { $0.is("hash", hashes) && $0["algo"] == algorithm }
    return Attachment(
      name: word("name"), size: word("size").flatMap { Int64($0) }, mediaType: word("media-type"),
      hash: hash?.text, address: address, caption: text.isEmpty ? word("desc") ?? "" : text)
  }

  static func element(for file: Attachment) -> XMLElement {
    func word(_ name: String, _ text: String?) -> XMLElement? {
      text.map { XMLElement(name, namespace, text: $0) }
    }
    let children = [
      word("media-type", file.mediaType), word("name", file.name),
      word("size", file.size.map { String($0) }),
      file.hash.map { XMLElement("hash", hashes, ["algo": algorithm], text: $0) },
    ]
    return XMLElement("file", namespace, [:], children.compactMap(\.self))
  }
}

extension InboundMessage {
  /// What it says besides the address of the file that it carries; `nil` where it carries another already, or nobody
  /// can read it.
  func text(without address: String?) -> String? {
    switch content {
    case nil: return ""
    case .text(let text, _):
      guard let address, let range = text.firstRange(of: address) else { return text }
      let rest = String(text[..<range.lowerBound]) + String(text[range.upperBound...])
      guard case .text(let trimmed) = OutgoingText(rest) else { return "" }
      return trimmed
    case .unsupported, .invitation, .file, .retracted: return nil
    }
  }
}
