internal import Model
internal import XMLStream

/// IQ stanzas that come in: questions to us, and answers to ours (RFC 6120 §8.2.3).
extension BoundSession {
  mutating func takeQuestionOrAnswer(
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
    case "get", "set": try takeQuestion(stanza, id: id, from: from, &outputs)
    case "result", "error": takeAnswer(stanza, id: id, from: from, &outputs)
    default: drop("a question or answer of no known type", &outputs)
    }
  }

  private mutating func takeQuestion(
    _ stanza: XMLElement, id: String, from: JID?, _ outputs: inout [SessionOutput]
  ) throws(SessionFailure) {
    let payload = stanza.children.first
    switch (stanza["type"], payload?.namespace, payload?.name) {
    case ("set", Roster.namespace, "query"):
      try takePush(stanza, id: id, from: from, &outputs)
    case ("get", XEP0199Ping.namespace, "ping"):
      try reply(to: stanza, id: id, &outputs)
    case ("get", XEP0030Discovery.namespace, "query"):
      guard let answer = payload.flatMap(XEP0030Discovery.answer) else {
        let error = StanzaError(kind: "cancel", condition: "item-not-found")
        return try reply(to: stanza, id: id, error: error, &outputs)
      }
      try reply(to: stanza, id: id, payload: answer, &outputs)
    default: try reply(to: stanza, id: id, error: .serviceUnavailable, &outputs)
    }
  }

  /// Only the account's own server may push (RFC 6121 §2.1.6); others are answered
  /// as if there were no such thing as a push.
  private mutating func takePush(
    _ stanza: XMLElement, id: String, from: JID?, _ outputs: inout [SessionOutput]
  ) throws(SessionFailure) {
    guard from == nil || from == own.bare else {
      drop("a roster push from somebody else", &outputs)
      return try reply(to: stanza, id: id, error: .serviceUnavailable, &outputs)
    }
    guard let item = stanza.children.first.flatMap(Roster.push) else {
      drop("a roster push without its one item", &outputs)
      let error = StanzaError(kind: "modify", condition: "bad-request")
      return try reply(to: stanza, id: id, error: error, &outputs)
    }
    outputs.append(.event(.rosterPush(item)))
    try reply(to: stanza, id: id, &outputs)
  }

  private mutating func takeAnswer(
    _ stanza: XMLElement, id: String, from: JID?, _ outputs: inout [SessionOutput]
  ) {
    guard let purpose = requests.take(id: id, from: from, own: own) else {
      return drop("an answer that was not asked for", &outputs)
    }
    let error = stanza["type"] == "error" ? StanzaError(of: stanza) : nil
    switch purpose {
    case .ping(let id): outputs.append(.event(.pong(id: id)))
    case .contactPing(let device):
      outputs.append(.event(.contactAnswered(device, error)))
    case .readShare(let id): outputs.append(.event(.readShared(id: id, error)))
    // One of the two steps is always refused; the word that follows shows whether the other was taken.
    case .readNode: break
    case .readPlaces:
      if let error, error.condition != "item-not-found" {
        drop("nothing of what was read elsewhere: \(error.condition)", &outputs)
      }
      let places = XEP0490DisplayedSynchronization.places(inAnswer: stanza, own: own)
      outputs.append(.event(.readElsewhere(places)))
    case .archive(let wireID):
      let event = error.map { archive.fail(wireID, $0) } ?? archive.finish(wireID, with: stanza)
      event.map { outputs.append(.event($0)) }
    case .roster:
      if let error { return drop("no roster: \(error.condition)", &outputs) }
      let items = stanza.child("query", Roster.namespace).map(Roster.items) ?? []
      outputs.append(.event(.roster(items)))
    case .features:
      let features = XEP0030Discovery.features(in: stanza)
      givesArchiveIDs = error == nil && features.contains(XEP0359StanzaIDs.namespace)
      outputs.append(.event(.givesArchiveIDs(givesArchiveIDs)))
    case .carbons:
      if let error { drop("no copies from other devices: \(error.condition)", &outputs) }
    }
  }

  private mutating func reply(
    to question: XMLElement, id: String, payload: XMLElement? = nil, error: StanzaError? = nil,
    _ outputs: inout [SessionOutput]
  ) throws(SessionFailure) {
    let type = error == nil ? "result" : "error"
    let children = [payload, error?.element].compactMap(\.self)
    let stanza = XMLElement(
      "iq", Namespace.client, ["type": type, "to": question["from"], "id": id], children)
    let xml = stanza.serialized(inside: Namespace.client)
    let isKept = management.keeps(answerOf: xml.utf8.count)
    try transmit(xml, as: isKept ? .bound(xml) : .passing, &outputs)
  }
}
