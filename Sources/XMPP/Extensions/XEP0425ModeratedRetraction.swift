internal import Model
internal import XMLStream

/// XEP-0425: what moderators delete of what others said in a room. Only the room itself says that they did; an
/// occupant's word counts for nothing.
enum XEP0425ModeratedRetraction: Extension {
  static let namespace = "urn:xmpp:message-moderate:1"
  /// Before version 0.3 it was attached to the message (XEP-0422).
  static let oldNamespace = "urn:xmpp:message-moderate:0"
  private static let attachment = "urn:xmpp:fasten:0"
  private static let oldRetraction = "urn:xmpp:message-retract:0"
  /// Characters of a reason (Z4).
  private static let longestReason = 200

  static func read(_ stanza: XMLElement, into message: inout InboundMessage) {
    guard message.kind == .group else { return }
    if let (removal, target) = announcement(in: stanza) {
      message.content = nil
      guard message.from.isBare else { return }
      message.news = .removal(removal, of: ArchiveID(target))
    } else if message.source == .archive, isTombstone(stanza) {
      message.content = nil
      message.news = .removed
    }
  }

  /// Somebody says that a moderator deletes something: what stands there is no retraction of the author's.
  static func isModerated(_ retraction: XMLElement) -> Bool {
    retraction.child("moderated", namespace) != nil
  }

  private static func announcement(in stanza: XMLElement) -> (Removal, String)? {
    if let retract = stanza.child("retract", XEP0424Retraction.namespace),
      let moderated = retract.child("moderated", namespace)
    {
      let reason = retract.child("reason", XEP0424Retraction.namespace)
      return target(retract["id"], moderated, reason)
    }
    guard let attached = stanza.child("apply-to", attachment),
      let moderated = attached.child("moderated", oldNamespace),
      moderated.child("retract", oldRetraction) != nil
    else { return nil }
    return target(attached["id"], moderated, moderated.child("reason", oldNamespace))
  }

  private static func target(
    _ id: String?, _ moderated: XMLElement, _ reason: XMLElement?
  ) -> (Removal, String)? {
    guard let id, id.isID else { return nil }
    let moderator = moderated["by"].flatMap { JID($0) }?.resource
    return (
      Removal(by: moderator, reason: String((reason?.text ?? "").prefix(longestReason))), id
    )
  }

  /// What the archive has in the place of what was deleted. Who did it the room has said besides: anybody may write
  /// what looks like this.
  private static func isTombstone(_ stanza: XMLElement) -> Bool {
    if let retracted = stanza.child("retracted", XEP0424Retraction.namespace) {
      return isModerated(retracted)
    }
    return stanza.child("moderated", oldNamespace)?.child("retracted", oldRetraction) != nil
  }

  // MARK: Asking for it

  static func payload(removing id: ArchiveID, isOld: Bool) -> XMLElement {
    guard isOld else {
      return XMLElement(
        "moderate", namespace, ["id": id.value],
        [XMLElement("retract", XEP0424Retraction.namespace)])
    }
    let moderate = XMLElement(
      "moderate", oldNamespace, [:], [XMLElement("retract", oldRetraction)])
    return XMLElement("apply-to", attachment, ["id": id.value], [moderate])
  }
}
