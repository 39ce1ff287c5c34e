internal import XMLStream

/// Messages that go from one server to the other. Both are played by one model: accounts know where they are.
extension ServerModel {
  static func domain(of address: String) -> String {
    let bare = bareAddress(address)
    return bare.split(separator: "@").last.map(String.init) ?? bare
  }

  /// The message of one of ours goes over, where it has to: acknowledged, and in the archive here.
  /// - Returns: that this is all that becomes of it for now.
  func sendAway(_ message: XMLElement, from session: ServerSession, to: String) -> Bool {
    guard let distance = world.scenario.distance,
      Self.domain(of: session.account) != Self.domain(of: to)
    else { return false }
    let target = bareAddress(to)
    let id = textID(message)
    guard !distance.isRestarting(at: world.now) else {
      sendBack(message, to: target, session, distance)
      return true
    }
    if message.isMarker { world.invariants.told(target, by: session.address) }
    let sentID = isArchived(message) ? store(message, in: session.account, with: target) : nil
    copySent(message, sentID, session)
    if distance.loses(at: world.now) {
      world.tell("\(id ?? "something") is lost on its way to \(to)")
      if let id { world.ledger.change(id) { $0.transitLosses += 1 } }
      return true
    }
    goOver(distance) { [self] in arrive(message, from: session.account, to: to) }
    return true
  }

  /// What a stranger's client says goes the same way where it has to; nobody is told of what is lost of it.
  func passOn(_ what: String, from: String, to: String, _ arrival: @escaping () -> Void) {
    guard let distance = world.scenario.distance, Self.domain(of: from) != Self.domain(of: to)
    else { return arrival() }
    guard !distance.isRestarting(at: world.now), !distance.loses(at: world.now) else {
      return world.tell("\(what) is lost on its way to \(to)")
    }
    goOver(distance, arrival)
  }

  /// A server that is down takes what is for it when it is back.
  private func goOver(_ distance: Distance, _ arrival: @escaping () -> Void) {
    farUntil = max(farUntil, world.now + world.odd.within(distance.delay))
    world.at(farUntil) { [self] in whenUp(arrival) }
  }

  private func whenUp(_ arrival: @escaping () -> Void) {
    guard isUp else { return world.after(1_000) { [self] in whenUp(arrival) } }
    arrival()
  }

  /// Also what is no text, as far as an answer could name it.
  private func sendBack(
    _ message: XMLElement, to target: String, _ session: ServerSession, _ distance: Distance
  ) {
    guard let id = message["id"] else { return }
    world.tell("\(Self.domain(of: target)) is not found: \(id) comes back")
    if textID(message) != nil {
      world.ledger.bounced(id)
      world.ledger.change(id) { $0.notFound += 1 }
    }
    if message.isMarker { world.invariants.untold(target, by: session.address) }
    bounce(message, kind: distance.words.kind, condition: distance.words.condition, session)
  }

  private func arrive(_ message: XMLElement, from sender: String, to: String) {
    world.lastNews = world.now
    let target = bareAddress(to)
    if let id = textID(message), isBoxFull(of: target) { return comeBack(message, id: id) }
    let id = isArchived(message) ? store(message, in: target, with: sender) : nil
    if let text = textID(message) { world.ledger.accepted(text, from: sender, to: target) }
    deliver(identified(message, id, by: target), to: to, except: nil)
  }
}

extension XMLElement {
  /// XEP-0333: something was read.
  fileprivate var isMarker: Bool { children.contains { $0.name == "displayed" } }
}
