internal import Model
internal import XMLStream

/// XEP-0153: the picture in the vCard (XEP-0054) of who has none by XEP-0084, named in their presence. psst reads them
/// alone; servers write them for who has the other.
enum XEP0153VCardAvatars: Extension {
  static let namespace = "vcard-temp:x:update"
  private static let card = "vcard-temp"

  /// The hash of the picture that a presence names; `nil` where it names none.
  static func photo(in presence: XMLElement) -> String? {
    let text = presence.child("x", namespace)?.child("photo", namespace)?.text
    return text.flatMap { Avatar(hash: $0, size: 1, mediaType: "image/png")?.hash }
  }

  /// The bytes, which must be those that the hash says.
  static func request(_ hash: String, of who: JID) -> Request {
    Request(.get, to: who.bare, XMLElement("vCard", card)) { answer, _ in
      guard case .result(let stanza) = answer,
        let text = stanza.child("vCard", card)?.child("PHOTO", card)?.child("BINVAL", card)?.text,
        let bytes = XEP0084Avatar.bytes(of: text, hash: hash)
      else {
        return [
          .dropped(reason: "no picture in the card of \(who)"), .avatarData(who.bare, hash, nil),
        ]
      }
      return [.avatarData(who.bare, hash, bytes)]
    }
  }
}
