internal import Model
internal import Storage
internal import Sync

/// A computer with the program: its engine, its database, its clocks, its connection.
final class Device {
  static let password = "correct horse"
  private static let agents = "agent-of-"

  /// The name that the server gives a device which tells it its id: its own.
  static func resource(of agent: String) -> String { String(agent.dropFirst(agents.count)) }

  let number: Int
  let seat: Seat
  unowned let world: World
  private(set) var engine: SyncEngine?
  var database: Database?
  var connection: Connection?
  var drawn = DrawnState()
  /// Hears of the changes of each transaction.
  var whenPublished: (([Change]) -> Void)?
  /// The disk is broken, or people write what cannot be stored: who sees it refused loses nothing.
  var mayRefuse = false
  /// SQLite's name of the file system, `nil` for the system's own.
  var vfs: String?
  var privacy = Privacy()
  /// Pages that came since they were last taken.
  private var pages: [(chat: String, messages: [Message], isStart: Bool)] = []
  private var random: SeededRandom
  /// For what says nothing about time or order.
  private var names: SeededRandom
  let files: DeviceFiles
  private var wakes = 0
  /// Files on their way, each by a number of its own.
  private var uploads: [OriginID: Int] = [:]
  private var uploadCount = 0
  /// Connections that were begun, and which of them the program has; `nil`: none.
  var begun = 0
  var current: Int?
  /// The second connection.
  var spare: Line?
  /// How often it was connected.
  var links = 0
  var tap: StreamTap?
  // Clocks.
  private var bootedAt: Int64 = 0
  private var boots = 1
  private var wallOffset: Int64
  private let drift: Int64
  // Faults.
  private(set) var network = Network.working
  private(set) var link: LinkTraits
  let tampering: (any WireTampering)?
  /// As they are on its disk, in no database.
  private var roomPasswords: [JID: String] = [:]
  /// The program was started more than once.
  private var wasRestarted = false
  /// Dies after so many more effects.
  private var kill: Kill?

  enum Network {
    case working, refusing, silent
    /// Connections are made, and carry nothing.
    case mute
  }

  struct Kill {
    var effects: Int
    let ending: Fault.Ending
    let reboots: Bool
    let down: Int64
  }

  init(_ number: Int, world: World, folder: String) {
    self.number = number
    self.world = world
    seat = world.cast.seats[number]
    random = SeededRandom(seed: world.scenario.seed, stream: 100 + UInt64(number))
    names = SeededRandom(seed: world.scenario.seed, stream: 200 + UInt64(number))
    files = DeviceFiles(path: "\(folder)/\(world.scenario.seed)-\(number).db")
    link = world.scenario.links[number]
    wallOffset = world.scenario.clocks[number].skew
    let account = seat.account
    tampering = world.tampering?.wire(of: account)
    drift = world.scenario.clocks[number].drift
    drawn.mayReturn = { [unowned world] message in
      message.originID.map { world.ledger.mayReturn($0.value) } ?? false
    }
    drawn.strangers = world.scenario.hasStranger ? [Stranger.account] : []
    removeFiles()
  }

  func removeFiles() { files.remove() }

  var isRunning: Bool { engine != nil }

  /// Those one can write to from here.
  var peers: [String] { world.cast.peers(of: seat.account) }

  // MARK: The program

  func start() {
    guard engine == nil, let jid = JID(seat.account) else { return }
    do {
      // Which is all that the server of this world knows.
      let terms = SignInTerms(allowsPlain: true)
      let account = Account(
        jid: jid, server: nil, security: .direct, isPrivate: false, terms: terms)
      BlankDatabase.put(at: files.path)
      let database = try Database(path: files.path, vfs: vfs)
      engine = SyncEngine(
        account: account, secret: .password(Self.password), resource: seat.resource,
        database: database,
        privacy: privacy, roomPasswords: roomPasswords, agent: Self.agents + seat.resource)
      self.database = database
    } catch {
      return world.report(.vanished, "\(seat.address): the database does not open: \(error)")
    }
    world.tell("\(seat.resource) starts")
    feed(.start)
    guard !world.scenario.isStaged else { return }
    // Nobody sits there to answer a question.
    feed(.intent(.setPolicy(world.has(.reviews) && world.isFaulty ? .review : .auto)))
    if world.has(.keepsLittle) {
      feed(.intent(.setKeep(Keep(age: 5_000, newest: 3))))
    } else {
      for peer in peers { _ = wholeChat(peer) }
    }
    if world.has(.group), isFirst || !world.server.keepsNodes { enterRoom() }
  }

  /// The others of the account learn from it which rooms that is in (XEP-0402).
  private var isFirst: Bool {
    world.cast.seats.first { $0.account == seat.account }?.resource == seat.resource
  }

  private func enterRoom() {
    guard !isInRoom, let room = JID(RoomHost.room) else { return }
    feed(.intent(.join(room, nick: nil, password: nil)))
  }

  /// Who was put out comes in again once nothing breaks any more.
  func comeBack() {
    if case .refused = drawn.rooms[RoomHost.room]?.attendance { enterRoom(as: nil) }
  }

  /// It is where it wants to be.
  var isPresent: Bool { drawn.rooms.values.allSatisfy { $0.attendance == .joined } }

  /// Somebody wants to be in it though they may be.
  func enterRoom(as nick: String?) {
    guard isInRoom, let room = JID(RoomHost.room) else { return }
    world.tell("\(seat.resource) enters the room as \(nick ?? "before")")
    submit(.join(room, nick: nick, password: nil))
  }

  private var isInRoom: Bool { (try? database?.rooms.all().isEmpty) == false }

  func feed(_ event: SyncEvent) {
    guard let engine else { return }
    var changes: [Change] = []
    let waited = unreleased
    let effects = engine.handle(event, at: moment())
    noteReleases(of: waited)
    for effect in effects {
      if dies() { return }
      if case .change(let change) = effect { changes.append(change) } else { carryOut(effect) }
    }
    if dies() { return }
    for change in changes { publish(change) }
    if !changes.isEmpty { whenPublished?(changes) }
    if world.has(.keepsLittle), case .wake = event { notePurged() }
    database?.foldLog()
  }

  func submit(_ intent: Intent) { feed(.intent(intent)) }

  /// A message in the outbox, under a new id.
  func write(to chat: String, _ text: String, answering target: ReplyTarget? = nil) {
    guard engine != nil, let jid = JID(chat) else { return }
    // Nobody writes in a room that they do not know of.
    guard chat != RoomHost.room || isInRoom else { return }
    perform(.look(at: chat))
    let id = newID()
    world.ledger.wrote(id.value, seat: number, chat: chat, text: text, answering: target?.id)
    world.tell("\(seat.resource) writes \(id) to \(chat)")
    submit(.send(chat: jid, text: text, originID: id, replyTo: target))
  }

  /// A file under a new id, whose copy is on the disk.
  func sendFile(to chat: String, caption: String) {
    guard engine != nil, let jid = JID(chat), let host = world.files else { return }
    perform(.look(at: chat))
    let id = newID()
    let file = host.file(of: id, caption: caption)
    let text = Message.Content.file(file).text
    world.ledger.wrote(id.value, seat: number, chat: chat, text: text)
    world.tell("\(seat.resource) sends a file as \(id) to \(chat)")
    submit(.sendFile(chat: jid, .kept(file), originID: id))
  }

  private func upload(_ order: UploadOrder) {
    uploadCount += 1
    let number = uploadCount
    uploads[order.id] = number
    world.files?.put(order, isReachable: network == .working) { [weak self] ending in
      guard let self, uploads[order.id] == number else { return }
      uploads[order.id] = nil
      feed(.upload(UploadNews(order.id, ending)))
    }
  }

  func newID() -> OriginID {
    let wall = moment().wall
    let bits = (random.next(), random.next())
    guard world.has(.shuffledIDs) else { return OriginID(at: wall, random: bits) }
    return OriginID(at: Timestamp(milliseconds: Int64(names.below(1 << 47))), random: bits)
  }

  private func carryOut(_ effect: SyncEffect) {
    switch effect {
    case .connect: connect()
    case .write(let bytes): write(bytes)
    case .startTLS: world.report(.protocolBroken, "TLS was asked for under TLS")
    case .disconnect, .abandon: disconnect()
    case .measure: measure()
    case .spare(let effect): carryOut(effect)
    case .wake(let uptime): plan(wakeAt: uptime)
    case .keep(let passwords): roomPasswords = passwords
    case .change, .signedIn, .keepKeys, .keepToken, .keepAvatar: break
    case .upload(let order): upload(order)
    case .cancelUpload(let id): uploads[id] = nil
    // What a host of files keeps are no bytes.
    case .download, .cancelDownload, .discardCopy, .sentCopy, .keepCopies:
      break
    case .log(let line): world.tell("\(seat.resource) log: \(line)")
    }
  }

  private func plan(wakeAt uptime: Int64?) {
    wakes += 1
    let number = wakes
    guard let uptime else { return }
    world.at(max(world.now, bootedAt + uptime)) { [self] in
      if number == wakes { feed(.wake) }
    }
  }

  private func publish(_ change: Change) {
    switch change {
    case .page(let chat, let messages, let isStart):
      pages.append((chat.description, messages, isStart))
      for message in messages { draw(.message(message)) }
    case .opened(_, let messages, _):
      for message in messages { draw(.message(message)) }
    case .messageRemoved(let chat, let id):
      world.invariants.removed(drawn.remove(id, from: chat.description), on: self)
    default: draw(change)
    }
  }

  private func draw(_ original: Change) {
    let change = world.tampering?.shown(original, wasRestarted: wasRestarted) ?? original
    for wrong in drawn.apply(change) {
      world.report(wrong.kind, "\(seat.address): \(wrong.text)", wrong.message)
    }
    world.invariants.published(change, on: self)
  }

  func takePages() -> [(chat: String, messages: [Message], isStart: Bool)] {
    defer { pages = [] }
    return pages
  }

  // MARK: Clocks

  func moment() -> Moment {
    let wall = world.cast.epoch + world.now + wallOffset + world.now * drift / 1_000_000
    return Moment(
      wall: Timestamp(milliseconds: wall), uptime: world.now - bootedAt,
      bootID: "\(seat.resource)-\(boots)", random: random.next())
  }

  func setClock(by step: Int64) { wallOffset += step }

  // MARK: Faults

  func setNetwork(_ network: Network) { self.network = network }

  func setLink(_ link: LinkTraits) {
    self.link = link
    connection?.traits = link
  }

  func arm(_ kill: Kill) {
    guard engine != nil, self.kill == nil else { return }
    self.kill = kill
    if world.tampering?.losesCommits == true { files.save() }
    world.after(2_000) { [self] in
      if self.kill != nil { die() }
    }
  }

  private func dies() -> Bool {
    guard let left = kill?.effects else { return engine == nil }
    if left == 0 {
      die()
      return true
    }
    kill?.effects = left - 1
    return false
  }

  private func die() {
    guard let kill else { return }
    self.kill = nil
    vanish(kill.ending)
    if world.tampering?.losesCommits == true { files.restore() }
    world.after(kill.down) { [self] in revive(kill) }
  }

  /// The program is gone in this moment, as by kill -9.
  func vanish(_ ending: Fault.Ending) {
    world.tell("! \(seat.resource) is killed (\(ending))")
    (engine, database) = (nil, nil)
    drawn.programEnded()
    uploads = [:]
    wakes += 1
    if let old = connection { end(old, ending) }
    if let second = spare { end(second.connection, ending) }
    (connection, current, spare) = (nil, nil, nil)
    wasRestarted = true
  }

  private func end(_ old: Connection, _ ending: Fault.Ending) {
    old.forget(.device)
    switch ending {
    case .drained: old.close(towards: .server)
    case .reset: old.cut()
    case .silent:
      old.voidAll()
      world.after(world.scenario.server.readTimeout) { old.tellEnd(.server) }
    }
  }

  private func revive(_ kill: Kill) {
    if kill.reboots { reboot() }
    start()
  }

  func reboot() {
    bootedAt = world.now - random.within(1_000...20_000)
    boots += 1
  }
}
