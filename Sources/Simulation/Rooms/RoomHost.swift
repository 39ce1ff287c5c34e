internal import XMLStream

/// A service with one room (XEP-0045), whose archive outlives everything, and whose memory of who is there does not.
final class RoomHost {
  static let domain = "rooms.sim.example"
  static let room = "talk@" + domain

  private struct Occupant {
    var nick: String
    var session: ServerSession
  }

  private unowned let server: ServerModel
  private var occupants: [Occupant] = []
  private(set) var archive: Archive

  init(seed: UInt64, server: ServerModel) {
    self.server = server
    archive = Archive(salt: seed &+ 500)
  }

  private var world: World { server.world }

  // MARK: Who is there

  func handlePresence(_ presence: XMLElement, from session: ServerSession) {
    let nick = presence["to"].map(Self.resource) ?? ""
    guard presence["type"] != "unavailable" else { return leave(session) }
    guard presence.child("x", ServerNamespace.rooms) != nil || isThere(session) else {
      return refuse(presence, session, "not-acceptable")
    }
    let holder = occupants.first { $0.nick == nick }
    if let holder, holder.session.account != session.account {
      return refuse(presence, session, "conflict")
    }
    occupants.removeAll { $0.session === session }
    occupants.append(Occupant(nick: nick, session: session))
    world.tell("\(session.address) is in the room as \(nick)")
    for other in occupants where other.nick != nick {
      session.send(told(of: other, to: session))
    }
    for other in occupants { other.session.send(told(of: occupants.last!, to: other.session)) }
    session.send(
      XMLElement(
        "message", ServerNamespace.client,
        ["from": Self.room, "to": session.address, "type": "groupchat"],
        [XMLElement("subject", ServerNamespace.client)]))
  }

  private func leave(_ session: ServerSession, codes: [Int] = []) {
    guard let gone = occupants.first(where: { $0.session === session }) else { return }
    world.tell("\(session.address) leaves the room \(codes)")
    session.send(told(of: gone, to: session, isGone: true, codes: codes))
    forget(session)
  }

  /// The session is over, or was thrown out without a word to it.
  func forget(_ session: ServerSession) {
    guard let gone = occupants.first(where: { $0.session === session }) else { return }
    occupants.removeAll { $0.session === session }
    guard !occupants.contains(where: { $0.nick == gone.nick }) else { return }
    for other in occupants {
      other.session.send(told(of: gone, to: other.session, isGone: true))
    }
  }

  /// Nobody is there any more, and nobody is told.
  func forgetAll() { occupants = [] }

  /// The service has trouble with one of those who are there (status 333), or loses them without a word.
  func lose(_ device: String, isTold: Bool) {
    guard let session = occupants.first(where: { $0.session.address == device })?.session else {
      return
    }
    if isTold { leave(session, codes: [307, 333]) } else { forget(session) }
  }

  private func isThere(_ session: ServerSession) -> Bool {
    occupants.contains { $0.session === session }
  }

  private func told(
    of occupant: Occupant, to session: ServerSession, isGone: Bool = false, codes: [Int] = []
  ) -> XMLElement {
    let isOwn = occupant.session === session
    let all = (isOwn ? [110] : []) + codes
    let item = XMLElement(
      "item", ServerNamespace.roomUser,
      ["affiliation": "member", "role": isGone ? "none" : "participant"])
    let x = XMLElement(
      "x", ServerNamespace.roomUser, [:],
      [item]
        + all.map { XMLElement("status", ServerNamespace.roomUser, ["code": String($0)]) })
    return XMLElement(
      "presence", ServerNamespace.client,
      [
        "from": "\(Self.room)/\(occupant.nick)", "to": session.address,
        "type": isGone ? "unavailable" : nil,
      ], [x, occupantID(of: occupant.session.account)])
  }

  // MARK: What is said

  /// Archived first, and told to all who are there; that is the word for who said it, too.
  func receive(_ message: XMLElement, from session: ServerSession) {
    guard let speaker = occupants.first(where: { $0.session === session }) else {
      return server.bounce(message, kind: "modify", condition: "not-acceptable", session)
    }
    let said = message.with("from", "\(Self.room)/\(speaker.nick)")
      .adding(occupantID(of: session.account))
    let id = archive.store(said, with: Self.room, stamp: server.clock)
    if let textID = server.textID(message) {
      world.ledger.accepted(textID, from: session.account, to: Self.room)
      if server.crashes(at: .afterArchive) { return }
    }
    for other in occupants {
      other.session.send(
        server.identified(said.with("to", other.session.address), id, by: Self.room))
    }
    if server.textID(message) != nil { _ = server.crashes(at: .afterDelivery) }
  }

  /// XEP-0410, to oneself in the room; anything else is nobody's.
  func answersPing(_ iq: XMLElement, from session: ServerSession) -> Bool {
    iq["to"] != Self.room && isThere(session)
  }

  private func refuse(_ presence: XMLElement, _ session: ServerSession, _ condition: String) {
    let error = XMLElement(
      "error", ServerNamespace.client, ["type": "cancel"],
      [XMLElement(condition, ServerNamespace.stanzaErrors)])
    session.send(
      XMLElement(
        "presence", ServerNamespace.client,
        ["from": presence["to"], "to": session.address, "type": "error"],
        [XMLElement("x", ServerNamespace.rooms), error]))
  }

  private func occupantID(of account: String) -> XMLElement {
    XMLElement("occupant-id", ServerNamespace.occupants, ["id": "occupant of \(account)"])
  }

  private static func resource(_ address: String) -> String {
    address.split(separator: "/", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
  }
}
