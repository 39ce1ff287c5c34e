internal import XMLStream

/// Messages: refused or not, archived, routed, copied.
extension ServerModel {
  func handleMessage(_ stanza: XMLElement, from session: ServerSession) {
    guard let to = stanza["to"] else { return }
    var message = stanza.with("from", session.address)
    message.nodes.removeAll {
      if case .element(let child) = $0 { child.is("stanza-id", ServerNamespace.ids) } else { false }
    }
    if let id = textID(message) {
      if isRepeatTrusted(id) { return }
      if message.child("body", ServerNamespace.client)?.text.isEmpty == true {
        world.report(.unexpected, "\(session.address) sends \(id) without its text", id)
      }
      world.ledger.arrived(id, from: session, to: bareAddress(to))
      world.files?.check(message, id)
      if isAbout(toCrashAt: .beforeArchive), world.tampering?.acknowledgesAtOnce(id) == true {
        session.acknowledgeAtOnce()
      }
      if crashes(at: .beforeArchive) { return }
      if isStorageBroken {
        let full = Refusal(
          kind: "wait", condition: "resource-constraint", isArchived: false, remaining: 1)
        return refuse(message, full, session)
      }
      if let refusal = refusal(of: id, message) {
        return refuse(message, refusal, session)
      }
    }
    route(disguised(message, from: session.account), from: session, to: to)
  }

  private func isRepeatTrusted(_ id: String) -> Bool {
    guard let tampering = world.tampering, let entry = world.ledger.entries[id] else {
      return false
    }
    return tampering.trustsRepeat(
      of: id, forgotten: entry.forgotten, transitLosses: entry.transitLosses)
  }

  /// A correction of what was deleted, as a device may write it.
  private func disguised(_ message: XMLElement, from account: String) -> XMLElement {
    let entries = world.ledger.entries
    guard let tampering = world.tampering, let target = entries[textID(message) ?? ""]?.corrects,
      let archive = accounts[account]?.archive,
      archive.entries.contains(where: { entries[$0.textID ?? ""]?.deletes == target })
    else { return message }
    return tampering.disguised(lateCorrection: message)
  }

  private func route(_ message: XMLElement, from session: ServerSession, to: String) {
    let target = bareAddress(to)
    if rooms.serves(to) { return rooms.receive(message, from: session) }
    guard accounts[target] != nil else {
      return bounce(message, kind: "cancel", condition: "service-unavailable", session)
    }
    if isBlocked(target, session.account) {
      if let id = message["id"] { world.ledger.refused(id, isArchived: false) }
      return bounce(message, kind: "cancel", condition: "service-unavailable", session)
    }
    if sendAway(message, from: session, to: to) { return }
    if let id = textID(message), isBoxFull(of: target) {
      return comeBack(message, id: id)
    }
    let isForgotten = forgets(message, for: target)
    let isStored = isArchived(message) && !isForgotten
    let sentID = isStored ? store(message, in: session.account, with: target) : nil
    let receivedID =
      isStored && target != session.account
      ? store(message, in: target, with: session.account) : sentID
    if let id = textID(message) {
      if isForgotten { world.ledger.forgotten(id) }
      world.ledger.accepted(id, from: session.account, to: target)
      if crashes(at: .afterArchive) { return }
    }
    copySent(message, sentID, session)
    deliver(identified(message, receivedID, by: target), to: to, except: session)
    if textID(message) != nil { _ = crashes(at: .afterDelivery) }
  }

  // MARK: Refusals

  /// Decided once for each message.
  private func refusal(of id: String, _ message: XMLElement) -> Refusal? {
    if refusals[id] == nil {
      let text = message.child("body", ServerNamespace.client)?.text ?? ""
      refusals.updateValue(plannedRefusals[text] ?? decideRefusal(), forKey: id)
    }
    guard var refusal = refusals[id] ?? nil, refusal.remaining > 0 else { return nil }
    refusal.remaining -= 1
    refusals.updateValue(refusal, forKey: id)
    return refusal
  }

  /// Messages with this text are taken from now on.
  func liftRefusal(of text: String) {
    plannedRefusals[text] = nil
    for (id, refusal) in refusals where refusal?.text == text {
      refusals.updateValue(nil, forKey: id)
    }
  }

  private func decideRefusal() -> Refusal? {
    guard world.random.chance(traits.refusals), world.isFaulty else { return nil }
    let isArchived = world.random.chance(traits.archivesRefused)
    guard world.random.chance(50) else {
      let condition = world.random.pick(["forbidden", "not-acceptable", "service-unavailable"])
      return Refusal(kind: "cancel", condition: condition, isArchived: isArchived, remaining: .max)
    }
    return Refusal(
      kind: "wait", condition: "internal-server-error", isArchived: isArchived,
      remaining: world.random.pick([1, 1, 2, 3, 6]))
  }

  private func refuse(_ message: XMLElement, _ refusal: Refusal, _ session: ServerSession) {
    let target = bareAddress(message["to"] ?? "")
    let isGroup = message["type"] == "groupchat"
    if refusal.isArchived, !isGroup { _ = store(message, in: session.account, with: target) }
    if let id = message["id"] { world.ledger.refused(id, isArchived: refusal.isArchived) }
    world.tell("server refuses \(message["id"] ?? "") (\(refusal.kind), \(refusal.isArchived))")
    bounce(message, kind: refusal.kind, condition: refusal.condition, session)
  }

  func bounce(
    _ message: XMLElement, kind: String, condition: String, _ session: ServerSession
  ) {
    let error = XMLElement(
      "error", ServerNamespace.client, ["type": kind],
      [XMLElement(condition, ServerNamespace.stanzaErrors)])
    let answer = XMLElement(
      "message", ServerNamespace.client,
      ["type": "error", "from": message["to"], "to": session.address, "id": message["id"]], [error])
    guard traits.archivesErrors, !isStorageBroken else { return session.send(answer) }
    let id = store(answer, in: session.account, with: bareAddress(message["to"] ?? ""))
    session.send(identified(answer, id, by: session.account))
  }

  // MARK: Routes

  /// RFC 6121 §8.5: a full address where that resource is there, else every available resource; who is
  /// left out and wants copies gets one (XEP-0280).
  func deliver(_ message: XMLElement, to: String, except sender: ServerSession?) {
    let target = bareAddress(to)
    guard let account = accounts[target] else { return }
    let available = account.sessions.filter { $0.presence != nil }
    let exact = available.filter { $0.address == to }
    let receivers = exact.isEmpty ? available : exact
    for receiver in receivers { receiver.send(message) }
    if world.tampering?.asksForEach == true, textID(message) != nil {
      for receiver in receivers where receiver.client == nil {
        let stream = receiver.stream?.connection.number ?? 0
        world.questions.reachedEnd(receiver.address, stream: stream)
      }
    }
    for other in account.sessions where mayHaveCopies(other) && other !== sender {
      if !receivers.contains(where: { $0 === other }) { copy(message, "received", to: other) }
    }
    if receivers.isEmpty, textID(message) != nil, traits.keepsOffline, !isFleeting(message) {
      keep(message, for: target, stamp: clock)
    }
  }

  /// Without an archive nothing tells the order of a copy that comes before what waited for the device.
  private func mayHaveCopies(_ session: ServerSession) -> Bool {
    session.wantsCarbons && (traits.hasArchive || session.presence != nil)
  }

  /// For who is there, and nobody else.
  private func isFleeting(_ message: XMLElement) -> Bool {
    message["type"] == "headline"
      || message.child("no-store", ServerNamespace.hints) != nil
  }

  func copySent(_ message: XMLElement, _ id: String?, _ session: ServerSession) {
    let shown = traits.sentCarbonsCarryArchiveID ? id : nil
    let copied = identified(message, shown, by: session.account)
    for other in accounts[session.account]?.sessions ?? [] where other !== session {
      if other.wantsCarbons { copy(copied, "sent", to: other) }
    }
  }

  private func copy(_ message: XMLElement, _ direction: String, to session: ServerSession) {
    guard message["type"] == "chat" else { return }
    let forwarded = XMLElement("forwarded", ServerNamespace.forward, [:], [message])
    session.send(
      XMLElement(
        "message", ServerNamespace.client,
        ["from": session.account, "to": session.address, "type": "chat"],
        [XMLElement(direction, ServerNamespace.carbons, [:], [forwarded])]))
  }

  // MARK: Archive

  func store(_ message: XMLElement, in account: String, with: String) -> String? {
    let lateness = lateness(in: accounts[account]?.archive)
    if lateness != nil, let id = textID(message) { world.ledger.comesLate(id) }
    return accounts[account]?.archive.store(
      message, with: with, stamp: clock, lateness: lateness)
  }

  func identified(_ message: XMLElement, _ id: String?, by account: String) -> XMLElement {
    guard let id, traits.hasArchive else { return message }
    return message.adding(
      XMLElement("stanza-id", ServerNamespace.ids, ["by": account, "id": id]))
  }

  /// As Prosody decides: not what is only a chat state, not what asks for it.
  func isArchived(_ message: XMLElement) -> Bool {
    if message.child("body", ServerNamespace.client) != nil { return true }
    return !message.children.allSatisfy {
      $0.namespace == ServerNamespace.chatStates || $0.namespace == ServerNamespace.hints
        || $0.namespace == ServerNamespace.ids
    }
  }

  func textID(_ message: XMLElement) -> String? {
    let hasText = message.child("body", ServerNamespace.client) != nil
    return hasText || message.reactions != nil ? message["id"] : nil
  }
}
