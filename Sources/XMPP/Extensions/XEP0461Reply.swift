internal import Model
internal import XMLStream

/// XEP-0461: a message answers another one. Programs that do not know that see it quoted (XEP-0428).
enum XEP0461Reply: Extension {
  static let namespace = "urn:xmpp:reply:0"
  static let features = [namespace]

  static func read(_ stanza: XMLElement, into message: inout InboundMessage) {
    guard let reply = stanza.child("reply", namespace), let id = reply["id"], id.isID else {
      return
    }
    var target = ReplyTarget(id: id, author: reply["to"].flatMap { JID($0) }?.bare, quote: "")
    // A range counts in the body as it came, not in what else psst makes a text of.
    if case .text(let body, let isUnstyled) = message.content,
      body == MessageContent.body(of: stanza)?.text,
      let parts = XEP0428Fallback.quotation(of: body, for: namespace, in: stanza)
    {
      message.content = .text(parts.text, isUnstyled: isUnstyled)
      target.quote = ReplyTarget.bounded(Quote.unmarked(parts.fallback))
    }
    message.payloads.append(.reply(target))
  }

  static func element(for payload: Payload) -> XMLElement? {
    guard case .reply(let target) = payload else { return nil }
    return XMLElement("reply", namespace, ["to": target.author?.description, "id": target.id])
  }

  /// What stands before the text of an answer for those who do not know what it answers.
  static func fallback(_ target: ReplyTarget) -> (text: String, element: XMLElement)? {
    guard !target.quote.isEmpty else { return nil }
    let text = Quote.marked(target.quote)
    let count = text.unicodeScalars.count
    return (text, XEP0428Fallback.element(for: namespace, end: count))
  }
}
