internal import XMLStream

/// What a message says to a person: its body; its subject; of what psst cannot show, one line that says what
/// it is, so that nothing vanishes that had something to say.
enum MessageText {
  /// `nil` where the message says nothing to a person.
  static func text(of stanza: XMLElement) -> String? {
    let isError = stanza["type"] == "error"
    let said = isError ? nil : unreadable(stanza)
    guard let text = said ?? body(of: stanza) ?? (isError ? nil : describe(stanza)) else {
      return nil
    }
    return stanza["type"] == "headline" ? "Headline: \(text)" : text
  }

  private static func body(of stanza: XMLElement) -> String? {
    let body = stanza.child("body", Namespace.client)?.text
    guard let subject = stanza.child("subject", Namespace.client)?.text, !subject.isEmpty,
      stanza["type"] != "error"
    else { return body }
    return "Subject: " + [subject, body].compactMap(\.self).joined(separator: "\n")
  }

  /// Encrypted: what stands in the body is only for programs like psst, and says no more (XEP-0380).
  private static func unreadable(_ stanza: XMLElement) -> String? {
    let isEncrypted = stanza.children.contains {
      switch ($0.name, $0.namespace) {
      case ("encrypted", "eu.siacs.conversations.axolotl"):
        $0.children.contains {
          $0.name == "payload"
        }
      case ("encrypted", "urn:xmpp:omemo:1"), ("encrypted", "urn:xmpp:omemo:2"): true
      case ("openpgp", "urn:xmpp:openpgp:0"), ("x", "jabber:x:encrypted"): true
      default: false
      }
    }
    return isEncrypted ? "(an encrypted message: psst cannot read it yet)" : nil
  }

  /// What has no body of its own.
  private static func describe(_ stanza: XMLElement) -> String? {
    for child in stanza.children {
      if let words = describe(payload: child) { return words }
    }
    return nil
  }

  private static func describe(payload: XMLElement) -> String? {
    switch (payload.name, payload.namespace) {
    case ("x", "jabber:x:oob"):
      payload.child("url", payload.namespace).map { "(a file) \($0.text)" }
    case ("file-sharing", "urn:xmpp:sfs:0"), ("reference", "urn:xmpp:reference:0"):
      "(a file: psst cannot fetch it yet)"
    case ("sticker", "urn:xmpp:stickers:0"): "(a sticker)"
    case ("x", "jabber:x:conference"):
      "(an invitation to the group \(payload["jid"] ?? "?"): psst cannot join it yet)"
    case ("x", "http://jabber.org/protocol/muc#user"):
      payload.children.contains { $0.name == "invite" }
        ? "(an invitation to this group: psst cannot join it yet)" : nil
    case ("attention", "urn:xmpp:attention:0"): "(wants your attention)"
    case ("propose", "urn:xmpp:jingle-message:0"): "(a call: psst cannot take calls)"
    default: nil
    }
  }
}
