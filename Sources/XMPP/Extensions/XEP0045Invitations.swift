internal import Model
internal import XMLStream

/// XEP-0045 §7.8: invitations that a room passes on. It makes who is invited a member where it wants members, and says
/// its password.
enum XEP0045Invitations: Extension {
  private static let user = XEP0045Rooms.namespace + "#user"

  /// Only the room itself speaks of an invitation to it; that it names the right one is its own word.
  static func read(_ stanza: XMLElement, into message: inout InboundMessage) {
    guard message.kind == .direct, let x = stanza.child("x", user) else { return }
    if x.child("invite", user)?["to"] != nil || x.child("decline", user)?["to"] != nil {
      // One's own, on its way to the room: nobody is told of that.
      message.content = nil
      return
    }
    let room = message.from
    guard room.isBare, room.local != nil else { return }
    if let invite = x.child("invite", user) {
      let reason = invite.child("reason", user)?.text
      message.content = .invitation(
        Invitation(room: room, reason: XEP0249DirectInvitations.line(reason), isByRoom: true))
      let inviter = invite["from"].flatMap { JID($0) } ?? room
      let password = XEP0249DirectInvitations.password(x.child("password", user)?.text)
      message.news = .invitation(by: inviter, password: password)
    } else if let who = x.child("decline", user)?["from"].flatMap({ JID($0) }) {
      message.content = nil
      message.news = .declined(by: who)
    }
  }

  /// Asks the room to invite somebody.
  static func invite(_ who: JID, to room: JID, id: String, reason: String) -> XMLElement {
    stanza("invite", who, room, id: id, reason: reason)
  }

  /// Has the room tell who invited that one will not come.
  static func decline(_ inviter: JID, of room: JID, id: String) -> XMLElement {
    stanza("decline", inviter, room, id: id, reason: "")
  }

  private static func stanza(
    _ name: String, _ who: JID, _ room: JID, id: String, reason: String
  ) -> XMLElement {
    let words = reason.isEmpty ? [] : [XMLElement("reason", user, text: reason)]
    let child = XMLElement(name, user, ["to": who.bare.description], words)
    return XMLElement(
      "message", Namespace.client, ["to": room.description, "id": id],
      [XMLElement("x", user, [:], [child])])
  }
}
