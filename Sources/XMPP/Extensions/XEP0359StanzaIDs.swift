internal import Model
internal import XMLStream

/// XEP-0359: the sender's id and the archive's id of a message.
enum XEP0359StanzaIDs: Extension {
  static let namespace = "urn:xmpp:sid:0"
  static let features = [namespace]

  static func originElement(_ id: OriginID) -> XMLElement {
    XMLElement("origin-id", namespace, ["id": id.value])
  }

  static func originID(of message: XMLElement) -> OriginID? {
    let id = message.child("origin-id", namespace)?["id"] ?? message["id"]
    return id.flatMap { $0.isID ? OriginID($0) : nil }
  }

  /// The id given by this archive, to be asked for only where it announces that it gives them (§5): otherwise
  /// the sender may have written it. Ids in others' names are only claims; of more than one in the archive's
  /// name one is forged, and which is not known. A server writes its own account's name one way.
  static func archiveID(of message: XMLElement, by archive: JID) -> ArchiveID? {
    let claims = message.children.filter {
      $0.is("stanza-id", namespace) && $0["by"].flatMap { JID($0) } == archive
    }
    guard claims.count == 1, claims[0]["by"] == archive.description else { return nil }
    return claims[0]["id"].flatMap { $0.isID ? ArchiveID($0) : nil }
  }
}

extension String {
  /// There is something in it, and not more than an id has (Z4).
  var isID: Bool { !isEmpty && utf8.count <= Session.longestID }
}
