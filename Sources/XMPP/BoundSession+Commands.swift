internal import Model
internal import XMLStream

/// What the engine asks for, as stanzas.
extension BoundSession {
  mutating func perform(
    _ command: SessionCommand, at now: Int64, _ outputs: inout [SessionOutput]
  ) throws(SessionFailure) {
    switch command {
    case .send(let to, let originID, let text):
      try send(to: to, originID: originID, text: text, &outputs)
    case .receipt(let to, let id):
      let children = [XEP0184Receipts.received(id), XEP0334Hints.store]
      try send(children, to: to, about: id, &outputs)
    case .displayed(let to, let id):
      let children = [XEP0333Markers.displayed(id), XEP0334Hints.store]
      try send(children, to: to, about: id, &outputs)
    case .tellRefused(let to, let originID, let reason):
      let notice = RefusalNotice(chat: to, originID: originID, reason: reason)
      try send([notice.element, XEP0334Hints.store], to: own.bare, about: reason, &outputs)
    case .shareRead(let id, let place, let node):
      let requests = XEP0490DisplayedSynchronization.requests(id, place, own: own, in: node)
      for request in requests { try ask(request, at: now, &outputs) }
    case .fetchRead:
      try ask(XEP0490DisplayedSynchronization.request(own: own), at: now, &outputs)
    case .chatState(let to, let state):
      let children = [XEP0085ChatStates.element(state), XEP0334Hints.noStore]
      try transmit(MessageStanza.stanza(to: to, id: nil, children), &outputs)
    case .presence(let to, let presence):
      try transmit(PresenceStanza.own(presence, to: to), repeatable: true, &outputs)
    case .fetchRoster: try ask(Roster.request, at: now, &outputs)
    case .queryArchive(let query):
      try ask(archive.request(query, wireID: requests.freshID()), at: now, &outputs)
    case .requestAcknowledgement:
      if management.isEnabled { write(XEP0198StreamManagement.request, &outputs) }
    case .ping(let id):
      try ask(XEP0199Ping.request(id, to: JID(own.domain)), at: now, &outputs)
    case .pingContact(let device):
      try ask(XEP0199Ping.request(toDevice: device), at: now, &outputs)
    case .close:
      management.giveUp()
      try transmit(PresenceStanza.own(.unavailable, to: nil), &outputs)
    }
  }

  private mutating func send(
    to: JID, originID: OriginID, text: String, _ outputs: inout [SessionOutput]
  ) throws(SessionFailure) {
    guard XMLText.isAllowed(text), XMLText.isAllowed(originID.value) else {
      let error = StanzaError(
        kind: "modify", condition: "not-acceptable", text: "the text has forbidden characters")
      return outputs.append(.event(.refused(originID, from: own, error)))
    }
    let stanza = MessageStanza.chat(to: to, originID: originID, text: text)
    let xml = stanza.serialized(inside: Namespace.client)
    try transmit(xml, as: .message(originID, to: to), &outputs)
  }

  /// A receipt or marker: stored by the archives, so that a sender who is offline now learns of it later.
  /// The engine tells it again by itself until it has arrived.
  private mutating func send(
    _ children: [XMLElement], to: JID, about id: String, _ outputs: inout [SessionOutput]
  ) throws(SessionFailure) {
    guard XMLText.isAllowed(id) else { return drop("an id XML cannot carry", &outputs) }
    let stanza = MessageStanza.stanza(to: to, id: requests.freshID(), children)
    try transmit(stanza, &outputs)
  }
}
