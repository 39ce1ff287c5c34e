internal import Model
internal import XMLStream

/// Information queries (RFC 6120 §8.2.3): roster, carbons, archive, discovery, ping.
extension ServerModel {
  func handleQuery(_ iq: XMLElement, from session: ServerSession, on stream: ServerStream) {
    guard let type = iq["type"], type == "get" || type == "set" else { return }
    if iq["to"] == rooms.domain, let query = iq.children.first {
      guard rooms.isUp, let said = RoomDesk(host: rooms).answer(query) else {
        return refuse(iq, session, "service-unavailable")
      }
      return answer(iq, session, said)
    }
    if let files = world.files, iq["to"] == FileHost.domain, let query = iq.children.first {
      switch files.answer(query) {
      case .given(let payload): return answer(iq, session, payload)
      case .refused(let condition, let kind): return refuse(iq, session, condition, kind: kind)
      case .nothing: return
      }
    }
    if let to = iq["to"], rooms.serves(to) {
      switch rooms.passage(from: session) {
      case .open: break
      case .sentBack: return refuse(iq, session, "remote-server-timeout", kind: "wait")
      case .lost: return
      }
      guard let room = rooms.room(at: to) else { return refuse(iq, session, "item-not-found") }
      return handleQuery(iq, to: room, from: session, on: stream)
    }
    guard let query = iq.children.first, isHere(iq["to"], session) else {
      return refuse(iq, session, "service-unavailable")
    }
    switch (query.name, query.namespace) {
    case ("query", ServerNamespace.roster):
      answer(iq, session, obey(roster: query, session, isSet: type == "set"))
    case ("enable", ServerNamespace.carbons):
      session.wantsCarbons = true
      answer(iq, session, nil)
    case ("ping", ServerNamespace.ping): answer(iq, session, nil)
    case (_, ServerNamespace.blocking): answer(iq, session, obey(blocking: query, session))
    case ("query", ServerNamespace.archive) where traits.hasArchive:
      answerFromArchive(iq, query, session, stream)
    case ("prefs", ServerNamespace.archive) where traits.hasArchive:
      answer(iq, session, XMLElement("prefs", ServerNamespace.archive, ["default": "always"]))
    case ("query", ServerNamespace.information): answer(iq, session, information)
    case ("query", ServerNamespace.items):
      let domains = [rooms.domain] + (world.files == nil ? [] : [FileHost.domain])
      let all = domains.map { XMLElement("item", ServerNamespace.items, ["jid": $0]) }
      answer(iq, session, XMLElement("query", ServerNamespace.items, [:], all))
    case ("pubsub", ServerNamespace.nodes):
      guard let payload = answerAboutNodes(query, session) else { fallthrough }
      answer(iq, session, payload)
    default: refuse(iq, session, "service-unavailable")
    }
  }

  private func handleQuery(
    _ iq: XMLElement, to room: SimulatedRoom, from session: ServerSession,
    on stream: ServerStream
  ) {
    switch iq.children.first.map({ ($0.name, $0.namespace) }) {
    case ("ping", ServerNamespace.ping)?:
      guard room.answersPing(iq, from: session) else {
        return refuse(iq, session, "not-acceptable")
      }
      answer(iq, session, nil)
    case ("query", ServerNamespace.archive)? where room.hasArchive:
      guard let query = iq.children.first else { return }
      answerFromArchive(iq, query, session, stream)
    case ("query", ServerNamespace.information)?:
      answer(iq, session, RoomDesk(host: rooms).information(of: room))
    case ("moderate", ServerNamespace.moderation)?:
      switch room.moderate(iq, by: session) {
      case .refused(let condition): refuse(iq, session, condition)
      case .done(let payload): answer(iq, session, payload)
      }
    case ("query", ServerNamespace.roomAdmin)? where !RoomDesk.isAdmission(iq):
      switch room.administer(iq, by: session) {
      case .refused(let condition): refuse(iq, session, condition)
      case .done(let payload): answer(iq, session, payload)
      }
    case ("query", ServerNamespace.roomOwner)?, ("query", ServerNamespace.roomAdmin)?:
      guard room.isOwned(by: session.account) else { return refuse(iq, session, "forbidden") }
      obey(iq, room, session)
    default: refuse(iq, session, "service-unavailable")
    }
  }

  /// Its owner says what it shall be.
  private func obey(_ iq: XMLElement, _ room: SimulatedRoom, _ session: ServerSession) {
    let desk = RoomDesk(host: rooms)
    guard let query = iq.children.first, iq["type"] == "set" else {
      return answer(iq, session, desk.configuration(of: room))
    }
    if let condition = desk.refusal(of: query) { return refuse(iq, session, condition) }
    answer(iq, session, nil)
    if query.child("destroy", ServerNamespace.roomOwner) != nil { return rooms.destroy(room) }
    if query.namespace == ServerNamespace.roomAdmin { return desk.admit(query, to: room) }
    desk.configure(room, by: query)
    if query.child("x", ServerNamespace.forms)?.children.isEmpty == false { room.tellChange() }
  }

  /// The archive that is asked: a room's, or the account's own.
  private func archive(for iq: XMLElement, _ session: ServerSession) -> Archive? {
    iq["to"].flatMap { rooms.room(at: $0) }?.archive ?? accounts[session.account]?.archive
  }

  private func isHere(_ to: String?, _ session: ServerSession) -> Bool {
    to == nil || to == Self.domain(of: session.account) || to == session.account
  }

  private func answer(_ iq: XMLElement, _ session: ServerSession, _ payload: XMLElement?) {
    session.send(
      XMLElement(
        "iq", ServerNamespace.client,
        ["type": "result", "id": iq["id"], "from": iq["to"], "to": session.address],
        payload.map { [$0] } ?? []))
  }

  private func refuse(
    _ iq: XMLElement, _ session: ServerSession, _ condition: String, kind: String = "cancel"
  ) {
    let error = XMLElement(
      "error", ServerNamespace.client, ["type": kind],
      [XMLElement(condition, ServerNamespace.stanzaErrors)])
    session.send(
      XMLElement(
        "iq", ServerNamespace.client,
        ["type": "error", "id": iq["id"], "from": iq["to"], "to": session.address], [error]))
  }

  private var information: XMLElement {
    let features =
      [
        ServerNamespace.carbons, ServerNamespace.ping, ServerNamespace.information,
        ServerNamespace.bookmarks + "#compat",
      ]
      + (traits.hasArchive ? [ServerNamespace.archive, ServerNamespace.ids] : [])
    return XMLElement(
      "query", ServerNamespace.information, [:],
      [XMLElement("identity", ServerNamespace.information, ["category": "server", "type": "im"])]
        + features.map { XMLElement("feature", ServerNamespace.information, ["var": $0]) })
  }

  // MARK: XEP-0313

  /// The archive is looked at after a while, with what has come meanwhile.
  private func answerFromArchive(
    _ iq: XMLElement, _ query: XMLElement, _ session: ServerSession, _ stream: ServerStream
  ) {
    world.lastNews = world.now
    var delay = world.random.within(traits.archiveDelay)
    if let archive = archive(for: iq, session) { delay += cost(of: archive) }
    guard delay > 0 else { return answerPage(iq, query, session) }
    world.after(delay) { [self, weak session, weak stream] in
      guard let session, let stream, session.stream === stream else { return }
      answerPage(iq, query, session)
    }
  }

  private func answerPage(_ iq: XMLElement, _ query: XMLElement, _ session: ServerSession) {
    // The way may have been cut since.
    if let to = iq["to"], rooms.serves(to), rooms.passage(from: session) != .open { return }
    guard !isStorageBroken else {
      return refuse(iq, session, "resource-constraint", kind: "wait")
    }
    let set = query.child("set", ServerNamespace.pages)
    let wish = set?.child("max", ServerNamespace.pages).flatMap { Int($0.text) } ?? 50
    let archive = archive(for: iq, session)
    let page = archive?.page(
      after: furthest(
        set?.child("after", ServerNamespace.pages)?.text, in: archive, for: session.address),
      before: set?.child("before", ServerNamespace.pages)?.text,
      with: field("with", of: query), span: (time("start", of: query), time("end", of: query)),
      most: min(wish, traits.largestPage), now: clock)
    guard let page else { return refuse(iq, session, "item-not-found") }
    if page.isComplete, iq["to"] == nil, set?.child("before", ServerNamespace.pages) == nil {
      let stream = session.stream?.connection.number ?? 0
      world.questions.reachedEnd(session.address, stream: stream)
    }
    if set?.child("before", ServerNamespace.pages)?.text.isEmpty == false,
      world.tampering?.readsBackTooFar(session.address) == true
    {
      return refuse(iq, session, "internal-server-error")
    }
    for entry in page.entries where !isHidden(entry, session) {
      tell(session.address, of: entry, in: archive)
      send(entry, query["queryid"], session, from: iq["to"])
    }
    answer(iq, session, end(of: page, account: session.account))
  }

  /// The id after which the archive is read for a device.
  private func furthest(_ after: String?, in archive: Archive?, for device: String) -> String? {
    guard let tampering = world.tampering, let after, let place = archive?.place(of: after) else {
      return after
    }
    return tampering.furthest(after, at: place, for: device)
  }

  private func tell(_ device: String, of entry: Archive.Entry, in archive: Archive?) {
    guard let tampering = world.tampering, let place = archive?.place(of: entry.id) else { return }
    tampering.told(entry.id, at: place, to: device)
  }

  private func isHidden(_ entry: Archive.Entry, _ session: ServerSession) -> Bool {
    world.tampering?.hides(
      entry.stanza, hasText: entry.textID != nil, from: session.address, at: world.now) == true
  }

  private func disguised(_ entry: Archive.Entry, to device: String) -> XMLElement {
    guard let tampering = world.tampering else { return entry.stanza }
    let buried = entry.textID.flatMap { world.graves.isBuried($0) ? $0 : nil }
    let stanza = tampering.disguised(entry.stanza, buried: buried)
    return tampering.disguised(stanza, to: device, writer: writer(of: stanza))
  }

  /// The account that wrote what has this id.
  func writer(of stanza: XMLElement) -> String? {
    stanza["id"].flatMap { world.ledger.entries[$0]?.account }
  }

  private func time(_ name: String, of query: XMLElement) -> Int64? {
    field(name, of: query).flatMap { Timestamp(dateTime: $0)?.milliseconds }
  }

  private func field(_ name: String, of query: XMLElement) -> String? {
    query.child("x", ServerNamespace.forms)?.children.first { $0["var"] == name }?
      .child("value", ServerNamespace.forms)?.text
  }

  private func send(
    _ entry: Archive.Entry, _ query: String?, _ session: ServerSession, from archive: String?
  ) {
    let stamp = SimulatedTime.text(entry.stamp, wholeSeconds: traits.stampsSeconds)
    let delay = XMLElement("delay", ServerNamespace.delay, ["stamp": stamp])
    let told = disguised(entry, to: session.address)
    let forwarded = XMLElement("forwarded", ServerNamespace.forward, [:], [delay, told])
    let result = XMLElement(
      "result", ServerNamespace.archive, ["queryid": query, "id": entry.id], [forwarded])
    session.send(
      XMLElement(
        "message", ServerNamespace.client,
        ["from": archive ?? session.account, "to": session.address],
        [result]))
  }

  private func end(of page: Archive.Page, account: String) -> XMLElement {
    var children: [XMLElement] = []
    if let first = page.entries.first, let last = page.entries.last {
      children = [
        XMLElement(
          "first", ServerNamespace.pages, ["index": String(page.first)], text: first.id),
        XMLElement("last", ServerNamespace.pages, text: last.id),
      ]
    }
    return XMLElement(
      "fin", ServerNamespace.archive, ["complete": page.isComplete ? "true" : nil],
      [XMLElement("set", ServerNamespace.pages, [:], children)])
  }
}
