internal import Localization
internal import Model
internal import XMLStream

/// What a message says to a person: its body and its subject; of what psst cannot show that it is there, so that
/// nothing vanishes that had something to say.
enum MessageContent {
  /// Bytes of the longest address that is taken; browsers take no longer ones.
  private static let longestAddress = 4_096

  /// `nil` where the message says nothing to a person.
  static func read(_ stanza: XMLElement) -> Message.Content? {
    let isError = stanza["type"] == "error"
    if !isError, let encryption = encryption(of: stanza) {
      return .unsupported(.encrypted(encryption))
    }
    if let text = text(of: stanza) {
      let shown = stanza["type"] == "headline" ? "Headline: \(text)" : text
      return .text(bounded(shown))
    }
    return isError ? nil : unsupported(stanza).map { .unsupported($0) }
  }

  private static func text(of stanza: XMLElement) -> String? {
    let body = body(of: stanza)?.text
    guard let subject = inMyLanguage("subject", of: stanza)?.text, !subject.isEmpty,
      stanza["type"] != "error", stanza["type"] != "groupchat" || body != nil
    else { return body }
    return "Subject: " + [subject, body].compactMap(\.self).joined(separator: "\n")
  }

  static func body(of stanza: XMLElement) -> XMLElement? { inMyLanguage("body", of: stanza) }

  /// Of several in different languages (RFC 6121 §5.2.3) the one in the language that psst speaks, else the one that
  /// names none, else the first.
  private static func inMyLanguage(_ name: String, of stanza: XMLElement) -> XMLElement? {
    let all = stanza.children.filter { $0.is(name, Namespace.client) }
    guard all.count > 1 else { return all.first }
    return all.first { language(of: $0) == Language.current.rawValue }
      ?? all.first { language(of: $0) == nil } ?? all.first
  }

  /// Without the region: `de` of `de-AT` (BCP 47).
  private static func language(of element: XMLElement) -> String? {
    element.attributes.first { $0.name == "lang" && $0.namespace == XMLElement.xmlNamespace }
      .map { $0.value.prefix { $0 != "-" }.lowercased() }
  }

  /// A text that is too long stays too long, but no longer than that shows: a page of the archive has many.
  private static func bounded(_ text: String) -> String {
    guard text.utf8.count > InboundMessage.longestText else { return text }
    return String(decoding: text.utf8.prefix(InboundMessage.longestText + 1), as: UTF8.self)
  }

  /// What stands in the body is only for programs that cannot read it, and says no more (XEP-0380).
  private static func encryption(of stanza: XMLElement) -> Message.Unsupported.Encryption? {
    for child in stanza.children {
      switch (child.name, child.namespace) {
      case ("encrypted", "eu.siacs.conversations.axolotl"), ("encrypted", "urn:xmpp:omemo:1"),
        ("encrypted", "urn:xmpp:omemo:2"):
        // Without a payload it only carries keys.
        if child.children.contains(where: { $0.name == "payload" }) { return .omemo }
      case ("openpgp", "urn:xmpp:openpgp:0"), ("x", "jabber:x:encrypted"): return .openPGP
      default: break
      }
    }
    return nil
  }

  /// What has no body of its own.
  private static func unsupported(_ stanza: XMLElement) -> Message.Unsupported? {
    for child in stanza.children {
      if let what = unsupported(payload: child) { return what }
    }
    return nil
  }

  private static func unsupported(payload: XMLElement) -> Message.Unsupported? {
    switch (payload.name, payload.namespace) {
    case ("sticker", "urn:xmpp:stickers:0"): .sticker
    case ("x", "jabber:x:conference"): .invitation(to: payload["jid"].flatMap(address))
    case ("x", "http://jabber.org/protocol/muc#user"):
      payload.children.contains { $0.name == "invite" } ? .invitation(to: nil) : nil
    case ("attention", "urn:xmpp:attention:0"): .attention
    case ("propose", "urn:xmpp:jingle-message:0"): .call
    default: nil
    }
  }

  private static func address(_ text: String) -> String? {
    text.isEmpty || text.utf8.count > longestAddress ? nil : text
  }
}
