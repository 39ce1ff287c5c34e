internal import Model
internal import XMLStream

/// `<presence/>` (RFC 6121 §3, §4).
enum PresenceStanza {
  private static let shows: Set<String> = ["away", "chat", "dnd", "xa"]

  /// `nil` where it has no valid sender or an unknown type.
  static func parse(_ stanza: XMLElement) -> InboundPresence? {
    guard let from = stanza["from"].flatMap({ JID($0) }),
      let kind = stanza["type"].map({ InboundPresence.Kind(rawValue: $0) }) ?? .available,
      stanza["type"] != "available"
    else { return nil }
    var presence = read(stanza, from: from, kind)
    presence.occupancy = XEP0045Rooms.occupancy(of: stanza)
    if kind == .error, presence.from.resource != nil { presence.error = StanzaError(of: stanza) }
    return presence
  }

  private static func read(
    _ stanza: XMLElement, from: JID, _ kind: InboundPresence.Kind
  ) -> InboundPresence {
    switch kind {
    case .available:
      let show = stanza.child("show", Namespace.client).map { trimmed($0.text) }
      let known = show.flatMap { shows.contains($0) ? $0 : nil }
      let priority = stanza.child("priority", Namespace.client).flatMap { Int8($0.text) }
      var presence = InboundPresence(
        from: from, kind: kind, show: known,
        priority: Int(priority ?? 0))
      presence.unknownShow = known == nil && show?.isEmpty == false
      presence.status = stanza.child("status", Namespace.client).flatMap {
        StatusText.bounded($0.text)
      }
      presence.photo = XEP0153VCardAvatars.photo(in: stanza)
      return presence
    case .unavailable, .error: return InboundPresence(from: from, kind: kind)
    case .subscribe, .subscribed, .unsubscribe, .unsubscribed:
      return InboundPresence(from: from.bare, kind: kind)
    }
  }

  private static func trimmed(_ text: String) -> String {
    text.split { $0.isWhitespace }.joined(separator: " ")
  }

  /// - Parameter status: goes only with a presence that says that I am there.
  static func own(_ presence: OwnPresence, to: JID?, status: String? = nil) -> XMLElement {
    let words = status.map { [XMLElement("status", Namespace.client, text: $0)] } ?? []
    switch presence {
    case .available:
      return XMLElement(
        "presence", Namespace.client, ["to": to?.description],
        words + [XEP0115Capabilities.element])
    case .away:
      return XMLElement(
        "presence", Namespace.client, ["to": to?.description],
        [XMLElement("show", Namespace.client, text: "away")] + words
          + [XEP0115Capabilities.element])
    case .unavailable:
      return XMLElement(
        "presence", Namespace.client, ["to": to?.description, "type": presence.rawValue])
    case .subscribe, .subscribed, .unsubscribe, .unsubscribed, .probe:
      return XMLElement(
        "presence", Namespace.client, ["to": to?.bare.description, "type": presence.rawValue])
    }
  }
}
