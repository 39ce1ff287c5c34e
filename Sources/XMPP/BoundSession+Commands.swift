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
      try share(id, place, in: node, at: now, &outputs)
    case .fetchRead:
      let payload = XEP0490DisplayedSynchronization.fetch
      let wasAsked = try ask(.readPlaces, "get", to: nil, payload, at: now, &outputs)
      if !wasAsked { outputs.append(.event(.readElsewhere([]))) }
    case .chatState(let to, let state):
      let children = [XEP0085ChatStates.element(state), XEP0334Hints.noStore]
      try transmit(MessageStanza.stanza(to: to, id: nil, children), &outputs)
    case .presence(let to, let presence):
      try transmit(PresenceStanza.own(presence, to: to), repeatable: true, &outputs)
    case .fetchRoster:
      try ask(.roster, "get", to: nil, Roster.query, at: now, &outputs)
    case .queryArchive(let query): try ask(query, at: now, &outputs)
    case .requestAcknowledgement:
      if management.isEnabled { write(XEP0198StreamManagement.request, &outputs) }
    case .ping(let id):
      let domain = JID(own.domain)
      try ask(.ping(id), "get", to: domain, XEP0199Ping.ping, at: now, &outputs)
    case .pingContact(let device):
      try ask(.contactPing(device), "get", to: device, XEP0199Ping.ping, at: now, &outputs)
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

  private mutating func share(
    _ id: String, _ place: ReadPlace, in node: ReadNode, at now: Int64,
    _ outputs: inout [SessionOutput]
  ) throws(SessionFailure) {
    for step in node == .missing ? XEP0490DisplayedSynchronization.making : [] {
      try ask(.readNode, "set", to: nil, step, at: now, &outputs)
    }
    let payload = XEP0490DisplayedSynchronization.publish(place, own: own, in: node)
    let wasAsked = try ask(.readShare(id), "set", to: nil, payload, at: now, &outputs)
    if !wasAsked { outputs.append(.event(.readShared(id: id, .timeout))) }
  }

  private mutating func ask(
    _ query: ArchiveQuery, at now: Int64, _ outputs: inout [SessionOutput]
  ) throws(SessionFailure) {
    let wireID = requests.freshID()
    let payload = archive.begin(query, wireID: wireID)
    let wasAsked = try ask(
      .archive(wireID), "set", to: query.archive, payload, at: now, &outputs)
    guard !wasAsked else { return }
    // Not even asked: no answer, as far as what went before it goes.
    archive.fail(wireID, .timeout).map { outputs.append(.event($0)) }
  }
}
