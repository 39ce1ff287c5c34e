internal import Model
internal import XMLStream

/// XEP-0359: the sender's id and the archive's id of a message.
enum XEP0359StanzaIDs {
  static let namespace = "urn:xmpp:sid:0"

  static func originElement(_ id: OriginID) -> XMLElement {
    XMLElement("origin-id", namespace, ["id": id.value])
  }

  static func originID(of message: XMLElement) -> OriginID? {
    let id = message.child("origin-id", namespace)?["id"] ?? message["id"]
    return id.flatMap { $0.isEmpty ? nil : OriginID($0) }
  }

  /// The id given by this archive; ids in others' names are only claims.
  static func archiveID(of message: XMLElement, by archive: JID) -> ArchiveID? {
    let element = message.children.first {
      $0.is("stanza-id", namespace) && $0["by"].flatMap { JID($0) } == archive
    }
    return element?["id"].flatMap { $0.isEmpty ? nil : ArchiveID($0) }
  }
}
