internal import Model
internal import XMLStream

/// XEP-0084: people's pictures, in two nodes of their accounts (XEP-0163): what there is, and its bytes, which are fetched
/// when somebody looks.
enum XEP0084Avatar: Extension {
  static let data = "urn:xmpp:avatar:data"
  static let metadata = "urn:xmpp:avatar:metadata"
  static let features = [metadata + "+notify"]
  /// Most pictures of one person that are looked through (Z4).
  private static let most = 16

  /// What a message says that tells of this node, of whomever it may be: `nil` in it where they have none that is fetched;
  /// `nil` where it is none such.
  static func avatar(inMessage message: XMLElement) -> Avatar?? {
    guard let news = PubSub.news(of: metadata, inMessage: message) else { return nil }
    let infos = news.items.last?.child("metadata", metadata)?.children.prefix(most) ?? []
    let fitting = infos.lazy.compactMap { info -> Avatar? in
      guard info.is("info", metadata), info["url"] == nil, let hash = info["id"],
        let size = info["bytes"].flatMap({ Int($0) }), let type = info["type"]
      else { return nil }
      return Avatar(hash: hash, size: size, mediaType: type)
    }
    return .some(fitting.first)
  }

  /// The bytes, which must be those that the name says.
  static func request(_ hash: String, of who: JID) -> Request {
    let item = XMLElement("item", PubSub.namespace, ["id": hash])
    let items = XMLElement("items", PubSub.namespace, ["node": data], [item])
    let question = XMLElement("pubsub", PubSub.namespace, [:], [items])
    return Request(.get, to: who.bare, question) { answer, _ in
      guard case .result(let stanza) = answer,
        let text = PubSub.items(inAnswer: stanza).first?.child("data", data)?.text,
        let bytes = bytes(of: text, hash: hash)
      else {
        return [.dropped(reason: "no picture of \(who)"), .avatarData(who.bare, hash, nil)]
      }
      return [.avatarData(who.bare, hash, bytes)]
    }
  }

  /// Bytes that have this hash, in Base64, whose lines programs break; `nil` for others, and for too many.
  static func bytes(of text: String, hash: String) -> [UInt8]? {
    guard text.utf8.count <= Avatar.largest * 3 / 2,
      let bytes = Base64.decode(text.filter { !$0.isWhitespace }), bytes.count <= Avatar.largest,
      Avatar.hash(of: bytes) == hash
    else { return nil }
    return bytes
  }

  /// Tells of a picture of mine after its bytes are there; `nil`: there is none any more (§4.2.1).
  static func requests(_ id: String, _ avatar: Avatar?, _ bytes: [UInt8]) -> [Request] {
    let done: @Sendable (StanzaError?) -> [SessionEvent] = { [.avatarTold(id: id, $0)] }
    guard let avatar else {
      let none = XMLElement("metadata", metadata)
      return [PubSub.publishing("current", none, in: metadata, done: done)]
    }
    let content = XMLElement("data", data, text: Base64.encode(bytes))
    let info = XMLElement(
      "info", metadata,
      ["id": avatar.hash, "bytes": String(avatar.size), "type": avatar.mediaType])
    let about = XMLElement("metadata", metadata, [:], [info])
    return [
      // Where the bytes are refused the second is told of what nobody can fetch, which others bear.
      PubSub.publishing(avatar.hash, content, in: data) { error in
        error.map { [.avatarTold(id: id, $0)] } ?? []
      },
      PubSub.publishing(avatar.hash, about, in: metadata, done: done),
    ]
  }
}
