internal import XMLStream

/// Everything after binding that is no message: stream management, queries, presence.
extension ServerModel {
  func handle(_ element: XMLElement, from session: ServerSession, on stream: ServerStream) {
    if element.namespace == ServerNamespace.management {
      return manage(element, session, stream)
    }
    if element.namespace == ServerNamespace.clientState, holdsBack {
      return session.hold(element.name == "inactive")
    }
    session.countHandled()
    switch element.name {
    case "message":
      world.lastNews = world.now
      handleMessage(element, from: session)
    case "presence": handlePresence(element, from: session)
    case "iq": handleQuery(element, from: session, on: stream)
    default: stream.fail("unsupported-stanza-type")
    }
  }

  // MARK: XEP-0198

  private func manage(_ element: XMLElement, _ session: ServerSession, _ stream: ServerStream) {
    guard traits.acknowledges else {
      world.report(.protocolBroken, "\(session.address) takes acknowledgements for offered")
      return stream.fail("unsupported-stanza-type")
    }
    switch element.name {
    case "enable": stream.write(enable(element, for: session))
    case "r": answerLater(session, stream)
    case "a":
      let h = element["h"].flatMap { UInt32($0) }
      guard let h, session.acknowledged(upTo: h) else {
        world.report(.protocolBroken, "\(session.address) acknowledges what it was not sent")
        return stream.fail("undefined-condition")
      }
    default: stream.fail("unsupported-stanza-type")
    }
  }

  /// What is said of it.
  func enable(_ element: XMLElement, for session: ServerSession) -> XMLElement {
    let isResumable = traits.offersResumption && ["true", "1"].contains(element["resume"] ?? "")
    let id = newName("resume-")
    session.management = ServerManagement(id: id, isResumable: isResumable)
    return XMLElement(
      "enabled", ServerNamespace.management,
      [
        "id": isResumable ? id : nil, "resume": isResumable ? "true" : nil,
        "max": isResumable ? String(traits.resumable / 1000) : nil,
      ])
  }

  private func answerLater(_ session: ServerSession, _ stream: ServerStream) {
    let delay = world.random.within(traits.acknowledgementDelay)
    guard delay > 0 else { return answer(session, stream) }
    world.after(delay) { [self, weak session, weak stream] in
      guard let session, let stream, session.stream === stream else { return }
      answer(session, stream)
    }
  }

  private func answer(_ session: ServerSession, _ stream: ServerStream) {
    guard let management = session.management else { return }
    let h = management.handled &+ UInt32(truncatingIfNeeded: stream.wrongBy)
    if stream.wrongBy != 0 { world.tell("! server acknowledges \(h) to \(session.address)") }
    stream.wrongBy = 0
    stream.write(XMLElement("a", ServerNamespace.management, ["h": String(h)]))
    _ = crashes(at: .afterAcknowledgement)
  }

  // MARK: Presence: everyone sees everyone

  private func handlePresence(_ element: XMLElement, from session: ServerSession) {
    if let to = element["to"] {
      if rooms.serves(to) { rooms.handlePresence(element, from: session) }
      if element["type"] == "probe" { answer(probe: to, session) }
      return
    }
    let presence = element.with("from", session.address)
    let wasAvailable = session.presence != nil
    switch element["type"] {
    case nil:
      session.presence = presence
      broadcast(presence)
      if !wasAvailable { welcome(session) }
    case "unavailable":
      session.presence = nil
      if wasAvailable { broadcast(presence) }
    default: return
    }
  }

  private func welcome(_ session: ServerSession) {
    for name in world.cast.accounts where !isBlocked(name, session.account) {
      for other in accounts[name]?.sessions ?? [] where other !== session {
        if let presence = other.presence, !other.isAbsent {
          session.send(presence.with("to", session.account))
        }
      }
    }
    giveOpenNodes(to: session)
    giveWaiting(to: session)
  }

  /// What came while nobody was there.
  func giveWaiting(to session: ServerSession) {
    accounts[session.account]?.boxed = 0
    if world.has(.bareServer), world.odd.chance(50) { return giveOne(to: session) }
    let offline = accounts[session.account]?.offline ?? []
    accounts[session.account]?.offline = []
    for message in offline { session.send(message) }
  }

  /// One by one, and what comes meanwhile between them (as ejabberd's `mod_offline` does).
  private func giveOne(to session: ServerSession) {
    let account = session.account
    guard let first = accounts[account]?.offline.first else { return }
    guard accounts[account]?.sessions.contains(where: { $0 === session }) == true else {
      for id in accounts[account]?.offline.compactMap(textID) ?? [] { world.ledger.leftInBox(id) }
      return
    }
    accounts[account]?.offline.removeFirst()
    session.send(first)
    world.after(world.odd.within(1...400)) { [self] in giveOne(to: session) }
  }

  /// It is thrown away: the archive has it (XEP-0386 §4.2).
  func forgetWaiting(for account: String) {
    accounts[account]?.offline = []
    accounts[account]?.boxed = 0
  }

  /// Presence of an account that has no device here.
  func announce(_ account: String, isThere: Bool) {
    let type = isThere ? nil : "unavailable"
    broadcast(
      XMLElement("presence", ServerNamespace.client, ["from": account + "/far", "type": type]))
  }

  private func answer(probe who: String, _ session: ServerSession) {
    guard !isBlocked(who, session.account) else { return }
    for other in accounts[who]?.sessions ?? [] {
      guard let presence = other.presence, !other.isAbsent else { continue }
      session.send(presence.with("to", session.account))
    }
  }

  func broadcast(_ presence: XMLElement) {
    let sender = bareAddress(presence["from"] ?? "")
    for name in world.cast.accounts where !isBlocked(name, sender) {
      for session in accounts[name]?.sessions ?? [] where session.presence != nil {
        session.send(presence.with("to", name))
      }
    }
  }
}
