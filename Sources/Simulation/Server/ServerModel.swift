internal import XMLStream

/// An XMPP server over bytes: what the standards ask of one, with the freedom they leave decided by the
/// seed, and with faults. What its archives hold outlives a crash; everything else does not.
final class ServerModel {
  /// A refusal of one message, decided when it comes first.
  struct Refusal {
    var kind: String
    var condition: String
    var isArchived: Bool
    /// How many attempts are still to be refused.
    var remaining: Int
    /// Of which text it was planned.
    var text: String?
  }

  unowned let world: World
  let traits: ServerTraits
  var accounts: [String: ServerAccount] = [:]
  private(set) var rooms: RoomHost!
  private(set) var isUp = true
  private var streams: [ServerStream] = []
  /// What was handled of sessions that ended, by their id for resumption.
  private var handledCounts: [String: UInt32] = [:]
  private var made = 0
  /// By the id of the message.
  var refusals: [String: Refusal?] = [:]
  /// What is refused of messages with this text.
  var plannedRefusals: [String: Refusal] = [:]
  /// The stage at which to crash, and for how long.
  /// Until then messages are under way between two servers.
  var farUntil: Int64 = 0
  /// Until then the archives work on what they were asked before.
  var storageBusyUntil: Int64 = 0
  /// Where boxes have a limit.
  let mailbox: Mailbox?
  private var crash: (stage: Fault.Stage, down: Int64)?

  init(_ traits: ServerTraits, world: World) {
    self.traits = traits
    self.world = world
    mailbox = world.has(.fullMailbox) ? Mailbox(seed: world.scenario.seed) : nil
    rooms = RoomHost(server: self)
    for (number, name) in world.cast.accounts.enumerated() {
      let salt = world.scenario.seed &+ UInt64(number)
      accounts[name] = ServerAccount(name: name, archive: Archive(salt: salt))
    }
  }

  var holdsBack: Bool { world.has(.holdsBack) }

  var clock: Int64 { world.cast.epoch + world.now }

  // MARK: Connections

  func accept(_ connection: Connection) {
    let stream = ServerStream(connection, server: self)
    streams.append(stream)
    connection.onServer = { [weak stream] news in stream?.receive(news) }
  }

  func forget(_ stream: ServerStream) { streams.removeAll { $0 === stream } }

  func stream(of connection: Connection?) -> ServerStream? {
    streams.first { $0.connection === connection }
  }

  // MARK: Sessions

  /// Binding a resource again ends its old session, and nothing of that is handled any more.
  func bind(account: String, resource: String, on stream: ServerStream) -> ServerSession {
    let others = accounts[account]?.sessions ?? []
    for old in others where old.resource == resource {
      if let stream = old.stream { stream.fail("conflict") }
      old.end()
    }
    let session = ServerSession(account: account, resource: resource, stream: stream, server: self)
    accounts[account]?.sessions.append(session)
    return session
  }

  func sessionEnded(_ session: ServerSession) {
    accounts[session.account]?.sessions.removeAll { $0 === session }
    rooms.forget(session)
    if let management = session.management { handledCounts[management.id] = management.handled }
    giveBack(session)
    guard session.presence != nil else { return }
    session.presence = nil
    if !session.isAbsent { broadcastEnd(of: session) }
  }

  /// What the server says for a session that cannot.
  func broadcastEnd(of session: ServerSession) {
    broadcast(
      XMLElement(
        "presence", ServerNamespace.client, ["from": session.address, "type": "unavailable"]))
  }

  func resumable(account: String, id: String) -> ServerSession? {
    accounts[account]?.sessions.first {
      $0.management?.id == id && $0.management?.isResumable == true
    }
  }

  func handledAtEnd(id: String) -> UInt32? {
    traits.tellsHandledAtFailure ? handledCounts[id] : nil
  }

  /// Nobody knows that session any more.
  func resumptionFailed(id: String) -> XMLElement {
    let handled = handledAtEnd(id: id)
    let missing = XMLElement("item-not-found", ServerNamespace.stanzaErrors)
    return XMLElement(
      "failed", ServerNamespace.management, ["h": handled.map { String($0) }], [missing])
  }

  func expireDetached() {
    for name in world.cast.accounts {
      for session in accounts[name]?.sessions ?? []
      where session.stream == nil && session.client == nil { session.end() }
    }
  }

  func newName(_ prefix: String) -> String {
    made += 1
    return prefix + String(made)
  }

  // MARK: Crashes

  func planCrash(at stage: Fault.Stage, down: Int64) {
    crash = (stage, down)
    world.after(3_000) { [self] in
      if crash?.stage == stage { die() }
    }
  }

  func isAbout(toCrashAt stage: Fault.Stage) -> Bool { crash?.stage == stage }

  /// True when this was the stage to crash at; the server is dead then.
  func crashes(at stage: Fault.Stage) -> Bool {
    guard crash?.stage == stage else { return false }
    die()
    return true
  }

  private func die() {
    guard isUp, let crash else { return }
    self.crash = nil
    let isPolite = world.random.chance(50)
    world.tell("! server dies (\(crash.stage))")
    loseEverything(isPolite: isPolite) { [world] in
      crash.stage == .afterAcknowledgement || world.tampering?.arrivesAtCrash == true
        || world.random.chance(50)
    }
    world.after(crash.down) { [self] in restart() }
  }

  /// The server's process ends. What it had not yet written arrives where `drains` says so.
  func loseEverything(isPolite: Bool, drains: () -> Bool) {
    isUp = false
    rooms.forgetAll()
    for name in world.cast.accounts {
      let sessions = accounts[name]?.sessions ?? []
      for session in sessions { session.vanish() }
      accounts[name]?.sessions = []
      if traits.hasArchive { accounts[name]?.offline = [] }
      for session in sessions { giveBack(session) }
    }
    if !isPolite { handledCounts = [:] }
    for stream in streams { stream.vanish(drained: drains()) }
    streams = []
  }

  func restart() {
    isUp = true
    world.tell("! server is back")
    for stranger in world.strangers where stranger.isOnline { stranger.comeOnline() }
  }
}

/// What the server keeps for an account.
struct ServerAccount {
  let name: String
  var archive: Archive
  var sessions: [ServerSession] = []
  /// Waits for the next device that comes online.
  var offline: [XMLElement] = []
  /// What its owner calls people, by bare address; empty: as their address has it.
  var names: [String: String] = [:]
  /// Whom it has nothing to do with, by bare address.
  var blocked: Set<String> = []
  /// Texts that came since nobody was there.
  var boxed = 0
  /// What its devices keep for each other, by node and item.
  var nodes: [String: [String: XMLElement]] = [:]

  init(name: String, archive: Archive) {
    self.name = name
    self.archive = archive
  }
}
