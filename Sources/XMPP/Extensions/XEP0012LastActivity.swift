internal import Model
internal import XMLStream

/// XEP-0012: for how long nobody has been there, as somebody's server says to who may see their presence. psst says
/// nothing of the kind itself.
enum XEP0012LastActivity: Extension {
  static let namespace = "jabber:iq:last"
  /// More is nonsense (Z4): so many seconds are ten years.
  private static let longest: Int64 = 315_360_000

  static func request(to who: JID) -> Request {
    Request(.get, to: who.bare, XMLElement("query", namespace)) { answer, _ in
      guard case .result(let stanza) = answer,
        let seconds = stanza.child("query", namespace)?["seconds"].flatMap({ Int64($0) }),
        (0...longest).contains(seconds)
      else { return [] }
      return [.lastThere(who.bare, seconds: seconds)]
    }
  }
}
