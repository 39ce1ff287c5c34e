internal import XMLStream

/// XEP-0421: who somebody in a room is, whatever they are called there: the same account has the same id in it. Only
/// the room gives it, where it announces that it does.
enum XEP0421OccupantIDs: Extension {
  static let namespace = "urn:xmpp:occupant-id:0"

  static func id(of stanza: XMLElement) -> String? {
    let claims = stanza.children.filter { $0.is("occupant-id", namespace) }
    guard claims.count == 1, let id = claims[0]["id"], id.isID else { return nil }
    return id
  }

  static func read(_ stanza: XMLElement, into message: inout InboundMessage) {
    guard message.kind == .group else { return }
    message.occupantID = id(of: stanza)
  }
}
