internal import Model
internal import XMLStream

/// XEP-0424: a message that takes an earlier one of its author back. Its body is for programs that know of no
/// such thing (XEP-0428).
enum XEP0424Retraction: Extension {
  static let namespace = "urn:xmpp:message-retract:1"
  static let features = [namespace]

  /// What other programs show.
  static let fallbackText = "/me deleted an earlier message, but your program cannot do that."

  /// Before version 0.4 it was attached to the message (XEP-0422).
  private static let oldNamespace = "urn:xmpp:message-retract:0"
  private static let attachment = "urn:xmpp:fasten:0"

  static func read(_ stanza: XMLElement, into message: inout InboundMessage) {
    guard let id = target(of: stanza), id.isID else { return }
    message.payloads.append(.amendment(.retraction(of: id)))
  }

  private static func target(of stanza: XMLElement) -> String? {
    if let retract = stanza.child("retract", namespace) {
      return XEP0425ModeratedRetraction.isModerated(retract) ? nil : retract["id"]
    }
    let attached = stanza.child("apply-to", attachment)
    return attached?.child("retract", oldNamespace) == nil ? nil : attached?["id"]
  }

  static func element(for payload: Payload) -> XMLElement? {
    guard case .amendment(.retraction(let id)) = payload else { return nil }
    return XMLElement("retract", namespace, ["id": id])
  }

  /// The body is to be left out by who knows retractions, and the archives are to keep the whole.
  static func companions(of payload: Payload) -> [XMLElement] {
    guard case .amendment(.retraction) = payload else { return [] }
    return [
      XMLElement("fallback", "urn:xmpp:fallback:0", ["for": namespace]), XEP0334Hints.store,
    ]
  }
}
