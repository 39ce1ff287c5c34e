internal import XMLStream

/// What the server does for clients without a stream of bytes, and for messages that come back late.
extension ServerModel {
  /// A stranger signs in.
  func seat(_ stranger: Stranger) {
    let session = ServerSession(
      account: stranger.account, resource: "other", stream: nil, server: self)
    session.client = { [weak stranger] stanza in stranger?.hear(stanza) }
    session.presence = XMLElement(
      "presence", ServerNamespace.client, ["from": stranger.address])
    accounts[stranger.account]?.sessions.append(session)
    broadcast(session.presence!)
    giveWaiting(to: session)
  }

  /// A stranger says something to one of ours; while the server is away, when it is back.
  func hear(_ saying: Saying) {
    guard isUp else { return world.after(1_000) { [self] in hear(saying) } }
    passOn("s\(saying.number)", from: Stranger.account, to: saying.to) { [self] in take(saying) }
  }

  private func take(_ saying: Saying) {
    world.lastNews = world.now
    let stanza = stanza(saying)
    let id = saying.isKept ? store(stanza, in: saying.to, with: Stranger.account) : nil
    world.sayings.said(saying, archiveID: id)
    deliver(identified(stanza, id, by: saying.to), to: saying.to, except: nil)
  }

  func stanza(_ saying: Saying) -> XMLElement {
    XMLElement(
      "message", ServerNamespace.client,
      [
        "type": saying.type, "from": Stranger.account + "/other", "to": saying.to,
        "id": saying.id,
      ], saying.children)
  }

  /// From a stranger to one of ours.
  func pass(_ stanza: XMLElement, from account: String) {
    guard isUp, let to = stanza["to"] else { return }
    world.lastNews = world.now
    let target = bareAddress(to)
    let isStored = isArchived(stanza)
    if isStored { _ = store(stanza, in: account, with: target) }
    passOn("what \(account) says", from: account, to: to) { [self] in
      world.lastNews = world.now
      let id = isStored ? store(stanza, in: target, with: account) : nil
      deliver(identified(stanza, id, by: target), to: to, except: nil)
    }
  }

  /// An error for one of ours: for that very device, or nobody.
  func returnError(_ stanza: XMLElement) {
    guard isUp, let to = stanza["to"], let from = stanza["from"] else { return }
    passOn("an error of \(from)", from: from, to: to) { [self] in
      takeError(stanza, from: from, to: to)
    }
  }

  private func takeError(_ stanza: XMLElement, from: String, to: String) {
    world.lastNews = world.now
    let target = bareAddress(to)
    var answer = stanza
    if traits.archivesErrors {
      let id = store(stanza, in: target, with: bareAddress(from))
      answer = identified(stanza, id, by: target)
    }
    for session in accounts[target]?.sessions ?? [] where session.address == to {
      session.send(answer)
    }
  }

  // MARK: Boxes

  /// Nobody is there to take it, and no room is left for it.
  func isBoxFull(of target: String) -> Bool {
    guard let mailbox, let account = accounts[target],
      account.sessions.allSatisfy({ $0.presence == nil })
    else { return false }
    guard account.boxed >= mailbox.room else {
      accounts[target]?.boxed += 1
      return false
    }
    return true
  }

  /// Acknowledged, perhaps archived, and sent back after a while.
  func comeBack(_ message: XMLElement, id: String) {
    guard let mailbox, let to = message["to"], let device = message["from"] else { return }
    let (target, sender) = (bareAddress(to), bareAddress(device))
    // A server of one's own has archived what came from there before.
    let isNear = Self.domain(of: sender) == Self.domain(of: target)
    world.tell("the box of \(target) is full: \(id) comes back")
    if mailbox.kept != .nowhere, isNear { _ = store(message, in: sender, with: target) }
    if mailbox.kept == .withBoth {
      _ = store(message, in: target, with: sender)
      world.ledger.accepted(id, from: sender, to: target, isReturned: true)
    }
    world.ledger.bounced(id)
    let error = XMLElement(
      "error", ServerNamespace.client, ["type": "wait"],
      [XMLElement("resource-constraint", ServerNamespace.stanzaErrors)])
    let answer = XMLElement(
      "message", ServerNamespace.client,
      ["type": "error", "from": target, "to": device, "id": id], [error])
    world.after(world.random.within(mailbox.delay)) { [self] in returnError(answer) }
  }
}
