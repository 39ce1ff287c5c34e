public import Model
internal import XMLStream

/// XEP-0249: one person invites another to a room.
enum XEP0249DirectInvitations: Extension {
  static let namespace = "jabber:x:conference"
  static let features = [namespace]
  /// Characters of a room's password.
  static let longestPassword = 1_000

  /// What stands in the body is for programs that do not know what it is. A room's own word counts more, which may
  /// come with this one.
  static func read(_ stanza: XMLElement, into message: inout InboundMessage) {
    guard message.kind == .direct, message.news == nil, let x = stanza.child("x", namespace),
      let room = x["jid"].flatMap({ JID($0) }),
      room.local != nil
    else { return }
    message.content = .invitation(Invitation(room: room.bare, reason: line(x["reason"])))
    message.news = .invitation(by: message.from.bare, password: password(x["password"]))
  }

  /// Without a type, as in XEP-0249 §2: Gajim takes none of type `chat`.
  static func stanza(to: JID, _ originID: OriginID, _ invitation: Invitation) -> XMLElement {
    let reason = invitation.reason.isEmpty ? nil : invitation.reason
    let x = XMLElement(
      "x", namespace, ["jid": invitation.room.description, "reason": reason])
    return XMLElement(
      "message", Namespace.client,
      ["to": to.description, "id": originID.value],
      [
        x, XEP0359StanzaIDs.originElement(originID), XEP0334Hints.store,
        Extensions.element(for: .receiptRequest),
      ])
  }

  /// A reason stands in one line.
  static func line(_ text: String?) -> String {
    (text ?? "").split { $0.isWhitespace }.joined(separator: " ")
  }

  static func password(_ text: String?) -> String? {
    guard let text, !text.isEmpty, text.count <= longestPassword,
      !text.contains(where: \.isNewline)
    else { return nil }
    return text
  }
}

extension InboundMessage {
  /// Who invites, where it is an invitation.
  public var invitedBy: JID? {
    if case .invitation(let inviter, _) = news { inviter } else { nil }
  }

  /// What lets one in where it invites to.
  public var roomPassword: String? {
    if case .invitation(_, let password) = news { password } else { nil }
  }
}
