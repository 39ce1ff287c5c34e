internal import XMLStream

/// A service with rooms (XEP-0045), whose archives outlive everything, and whose memory of who is there does not.
final class RoomHost {
  /// The room of the seeds, which is there from the beginning.
  static let room = "talk@rooms.sim.example"

  private unowned let server: ServerModel
  private var rooms: [String: SimulatedRoom] = [:]
  private var made: UInt64 = 0
  /// It can be reached.
  private(set) var isUp = true
  private var ways = RoomWays()
  /// What a service has to be known by.
  let domain: String
  /// Who enters a room that is not there makes none.
  var isClosed = false

  init(server: ServerModel) {
    self.server = server
    domain =
      server.world.scenario.isStaged ? "rooms.\(server.world.cast.domain)" : "rooms.sim.example"
    if !server.world.scenario.isStaged { _ = make(Self.room, owner: nil) }
  }

  /// The room of the seeds.
  var talk: SimulatedRoom {
    guard let room = rooms[Self.room] else { preconditionFailure("the room of the seeds stays") }
    return room
  }

  /// Whether an address is one of this service's.
  func serves(_ address: String) -> Bool { bareAddress(address).hasSuffix("@\(domain)") }

  /// The room with this address, or in which this is the address of somebody.
  func room(at address: String) -> SimulatedRoom? { rooms[bareAddress(address)] }

  private func make(_ address: String, owner: String?) -> SimulatedRoom {
    let room = SimulatedRoom(
      address, owner: owner, salt: server.world.scenario.seed &+ 500 &+ made, server: server)
    made += 1
    rooms[address] = room
    return room
  }

  /// Who enters a room that is not there makes it.
  func handlePresence(_ presence: XMLElement, from session: ServerSession) {
    guard let to = presence["to"] else { return }
    switch passage(from: session) {
    case .open: break
    case .sentBack:
      return SimulatedRoom.refuse(presence, session, "remote-server-timeout", kind: "wait")
    case .lost: return
    }
    if let room = room(at: to) { return room.handlePresence(presence, from: session) }
    guard presence["type"] == nil, presence.child("x", ServerNamespace.rooms) != nil else { return }
    guard !isClosed else { return SimulatedRoom.refuse(presence, session, "not-allowed") }
    make(bareAddress(to), owner: session.account).handlePresence(presence, from: session)
  }

  func receive(_ message: XMLElement, from session: ServerSession) {
    switch passage(from: session) {
    case .open: break
    case .sentBack: return sendBack(message, session, "remote-server-timeout", kind: "wait")
    case .lost:
      server.world.tell("! \(message["id"] ?? "something") is lost on the way to a room")
      return message["to"].flatMap(room)?.echoLost(message, to: session) ?? ()
    }
    guard let to = message["to"], let room = room(at: to) else {
      return sendBack(message, session, "item-not-found", kind: "cancel")
    }
    guard room.isThere(session) else {
      return sendBack(message, session, "not-acceptable", kind: "modify")
    }
    if room.isTopic(message) {
      guard room.changeTopic(message, by: session) else {
        return server.bounce(message, kind: "auth", condition: "forbidden", session)
      }
      return
    }
    room.receive(message, from: session)
  }

  /// Whose program takes it for a group's chat knows that nothing is wrong with the message.
  private func sendBack(
    _ message: XMLElement, _ session: ServerSession, _ condition: String, kind: String
  ) {
    if message["type"] != "groupchat", let id = server.textID(message) {
      server.world.ledger.refused(id, isArchived: false)
    }
    server.bounce(message, kind: kind, condition: condition, session)
  }

  /// For all who are in it, with all that was said there.
  func destroy(_ room: SimulatedRoom) {
    rooms[room.address] = nil
    room.close()
  }

  /// Those that anybody may know of.
  var shown: [SimulatedRoom] { all.filter(\.isPublic) }

  // MARK: Who is there

  private var all: [SimulatedRoom] { rooms.values.sorted { $0.address < $1.address } }

  /// A session is over; nobody learns that over a way that is cut.
  func forget(_ session: ServerSession) {
    guard passage(from: session) == .open else { return }
    for room in all { room.forget(session) }
  }

  /// Nobody is there any more, and nobody is told.
  func forgetAll() { for room in all { room.forgetAll() } }

  /// Its server cannot be reached, and takes all for gone; or can be again.
  func setUp(_ isUp: Bool) {
    self.isUp = isUp
    if !isUp { forgetAll() }
  }

  /// Its service is away for so long, virtual milliseconds.
  func leave(for time: Int64, remembers: Bool) {
    isUp = false
    if !remembers { forgetAll() }
    server.world.after(time) { [self] in isUp = true }
  }

  // MARK: The ways there

  /// The way to somebody's server is cut for so long, virtual milliseconds.
  func cut(_ account: String, _ split: RoomWays.Split, for time: Int64) {
    ways.cut(account, split, until: server.world.now + time)
    guard split.isKnownThere else { return }
    for room in all { room.lose(account: account) }
  }

  /// What becomes of what a session writes to a room.
  func passage(from session: ServerSession) -> RoomWays.Passage {
    isUp ? ways.passage(of: session.account, at: server.world.now) : .sentBack
  }

  /// A session is without a connection for long, or has one again: it stays, and is shown as gone.
  func tellEnd(of session: ServerSession, isGone: Bool) {
    guard passage(from: session) == .open else { return }
    for room in all { room.tellEnd(of: session, isGone: isGone) }
  }
}
