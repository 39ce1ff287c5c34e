internal import Model
internal import XMLStream

/// IQ stanzas that come in: questions to us, and answers to ours (RFC 6120 §8.2.3).
extension BoundSession {
  mutating func receiveQuestionOrAnswer(
    _ stanza: XMLElement, _ outputs: inout [SessionOutput]
  ) throws(SessionFailure) {
    let from = stanza["from"].flatMap { JID($0) }
    guard let id = stanza["id"], stanza["from"] == nil || from != nil else {
      return drop("a question or answer without id or with a broken sender", &outputs)
    }
    guard id.utf8.count <= Session.longestID else {
      return drop("a question or answer with an id of \(id.utf8.count) bytes", &outputs)
    }
    switch stanza["type"] {
    case "get", "set": try receiveQuestion(stanza, id: id, from: from, &outputs)
    case "result", "error": try receiveAnswer(stanza, id: id, from: from, &outputs)
    default: drop("a question or answer of no known type", &outputs)
    }
  }

  private mutating func receiveQuestion(
    _ stanza: XMLElement, id: String, from: JID?, _ outputs: inout [SessionOutput]
  ) throws(SessionFailure) {
    switch (stanza["type"], stanza.children.first) {
    case ("set", let payload?) where payload.is("query", Roster.namespace):
      let news = Roster.push(payload).map { SessionEvent.rosterPush($0) }
      if from == nil || from == own.bare {
        for item in payload.children { Roster.learn(item, &self) }
      }
      try receivePush(stanza, id: id, from: from, news, &outputs)
    case ("set", let payload?) where payload.namespace == XEP0191Blocking.namespace:
      try receivePush(stanza, id: id, from: from, XEP0191Blocking.push(payload), &outputs)
    case ("get", let payload?):
      try reply(to: stanza, id: id, Extensions.reply(to: payload), &outputs)
    default: try reply(to: stanza, id: id, .error(.serviceUnavailable), &outputs)
    }
  }

  /// Only the account's own server may push (RFC 6121 §2.1.6, XEP-0191 §3.3); others are answered
  /// as if there were no such thing as a push.
  private mutating func receivePush(
    _ stanza: XMLElement, id: String, from: JID?, _ news: SessionEvent?,
    _ outputs: inout [SessionOutput]
  ) throws(SessionFailure) {
    guard from == nil || from == own.bare else {
      drop("a push from somebody else", &outputs)
      return try reply(to: stanza, id: id, .error(.serviceUnavailable), &outputs)
    }
    guard let news else {
      drop("a push of nothing that can be understood", &outputs)
      let error = StanzaError(kind: "modify", condition: "bad-request")
      return try reply(to: stanza, id: id, .error(error), &outputs)
    }
    outputs.append(.event(news))
    try reply(to: stanza, id: id, .result(nil), &outputs)
  }

  private mutating func receiveAnswer(
    _ stanza: XMLElement, id: String, from: JID?, _ outputs: inout [SessionOutput]
  ) throws(SessionFailure) {
    guard let request = requests.take(id: id, from: from, own: own) else {
      return drop("an answer that was not asked for", &outputs)
    }
    let isError = stanza["type"] == "error"
    try conclude(
      request, with: isError ? .error(StanzaError(of: stanza)) : .result(stanza), &outputs)
  }

  private mutating func reply(
    to question: XMLElement, id: String, _ reply: Reply, _ outputs: inout [SessionOutput]
  ) throws(SessionFailure) {
    let stanza = XMLElement(
      "iq", Namespace.client, ["type": reply.type, "to": question["from"], "id": id],
      reply.payload.map { [$0] } ?? [])
    let xml = stanza.serialized(inside: Namespace.client)
    let isKept = management.keeps(answerOf: xml.utf8.count)
    try transmit(xml, as: isKept ? .bound(xml) : .passing, &outputs)
  }
}
