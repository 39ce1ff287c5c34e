internal import Model
internal import XMLStream

/// XEP-0203: when a stanza that was kept for us was first sent.
enum XEP0203Delay: Extension {
  static let namespace = "urn:xmpp:delay"

  /// The stamp the account's own server put on; others' stamps are only claims.
  static func stamp(of stanza: XMLElement, account: JID) -> Timestamp? {
    stamp(of: stanza) { $0.bare == account.bare || $0 == JID(account.domain) }
  }

  /// The stamp that those put on.
  static func stamp(of stanza: XMLElement, by isTheirs: (JID) -> Bool) -> Timestamp? {
    for delay in stanza.children where delay.is("delay", namespace) {
      guard let from = delay["from"].flatMap({ JID($0) }), isTheirs(from) else { continue }
      return delay["stamp"].flatMap(XEP0082DateTime.parse)
    }
    return nil
  }
}
