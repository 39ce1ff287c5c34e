internal import Model
internal import XMLStream

/// XEP-0203: when a stanza that was kept for us was first sent.
enum XEP0203Delay: Extension {
  static let namespace = "urn:xmpp:delay"

  /// The stamp the account's own server put on; others' stamps are only claims.
  static func stamp(of stanza: XMLElement, account: JID) -> Timestamp? {
    for delay in stanza.children where delay.is("delay", namespace) {
      guard let from = delay["from"].flatMap({ JID($0) }) else { continue }
      guard from.bare == account.bare || from == JID(account.domain) else { continue }
      return delay["stamp"].flatMap(XEP0082DateTime.parse)
    }
    return nil
  }
}
