public import Model
internal import Storage
internal import Sync

/// A world in which somebody else plays: the programs run, the server serves, and nothing else happens by
/// itself. Devices are named by their place in ``Cast/seats``.
public final class Stage {
  /// What becomes of packets.
  public enum Network: Sendable {
    /// They arrive.
    case on
    /// There is no way out, and the computer knows.
    case off
    /// They vanish, and nobody is told.
    case silent
  }

  /// Where a refused message was refused.
  public struct Refusal: Sendable {
    /// RFC 6120 §8.3.2: "cancel", "wait", …
    public var kind: String
    /// RFC 6120 §8.3.3.
    public var condition: String
    /// How many attempts are refused.
    public var times: Int

    public init(kind: String, condition: String, times: Int) {
      self.kind = kind
      self.condition = condition
      self.times = times
    }
  }

  /// Who takes part.
  public let cast: Cast
  private let world: World

  /// - Parameters:
  ///   - folder: where the databases are made; ``removeFiles()`` removes them.
  ///   - tampering: makes what tests put in.
  package init(
    _ cast: Cast, seed: UInt64, folder: String, tampering: (@Sendable () -> any Tampering)? = nil
  ) {
    self.cast = cast
    var options = World.Options(folder: folder)
    options.tampering = tampering
    world = World(Scenario(staging: cast, seed: seed), options)
    for device in world.devices { device.vfs = SimulatedDisk.vfs }
  }

  /// Takes the databases away.
  public func removeFiles() { for device in world.devices { device.removeFiles() } }

  // MARK: Time

  /// Virtual milliseconds.
  public var now: Int64 { world.now }

  /// When something happens next; `nil` when never.
  public var nextTime: Int64? { world.nextTime }

  /// Lets all happen that is due until then; it is then.
  public func run(until time: Int64) { world.run(until: time) }

  /// The device's clocks, and fresh randomness.
  public func moment(_ seat: Int) -> Moment { world.devices[seat].moment() }

  /// The wall clock of a device is set wrong by so many milliseconds more.
  public func setClock(_ seat: Int, by step: Int64) { world.devices[seat].setClock(by: step) }

  /// What a promise of psst's was broken by, as one line each.
  public var violations: [String] { world.violations.map(\.description) }

  // MARK: Programs

  /// Tells of the changes of each transaction of a device's engine.
  public func onChanges(_ seat: Int, _ body: @escaping ([Change]) -> Void) {
    world.devices[seat].whenPublished = body
  }

  /// Before the program starts: what it tells others, and that its disk may be broken by ``setDisk(_:)``.
  /// What is refused, also a text, is part of the play.
  public func prepare(_ seat: Int, privacy: Privacy) {
    world.devices[seat].vfs = SimulatedDisk.breakable
    world.devices[seat].privacy = privacy
    world.devices[seat].mayRefuse = true
  }

  /// What the disks say to writes that can be broken.
  public enum Disk: Sendable { case works, full, readOnly }

  /// From now on.
  public func setDisk(_ disk: Disk) {
    switch disk {
    case .works: SimulatedDisk.obstruct(nil)
    case .full: SimulatedDisk.obstruct(.full)
    case .readOnly: SimulatedDisk.obstruct(.readOnly)
    }
  }

  /// The program of a device starts, or goes on where it had signed off.
  public func start(_ seat: Int) {
    let device = world.devices[seat]
    if device.isRunning { device.feed(.resume) } else { device.start() }
  }

  /// It signs off.
  public func signOff(_ seat: Int) { world.devices[seat].feed(.stop) }

  /// kill -9: what it had written still arrives.
  public func kill(_ seat: Int) { world.devices[seat].vanish(.drained) }

  /// The computer restarts; its programs do not by themselves.
  public func reboot(_ seat: Int) {
    world.devices[seat].vanish(.silent)
    world.devices[seat].reboot()
  }

  /// What the user of a device wants.
  public func submit(_ wish: Intent, _ seat: Int) {
    let device = world.devices[seat]
    let intent = kept(wish)
    switch intent {
    case .sendFile(let chat, let file, let id, _):
      let text = Message.Content.file(file.attachment).text
      world.ledger.wrote(id.value, seat: seat, chat: chat.description, text: text)
    case .send(let chat, let text, let id, _):
      world.ledger.wrote(id.value, seat: seat, chat: chat.description, text: text)
    case .cancel(let id): world.invariants.wishesGone(id.value)
    case .retract(let id, let newID): device.notesDeletion(of: id, by: newID)
    case .react(let row, _, let newID): device.notesReaction(to: row, by: newID)
    case .delete(let ids): for id in ids { world.invariants.wishesGone(id.value) }
    case .undo: world.ledger.undoCancelling(of: seat)
    default: break
    }
    device.submit(intent)
  }

  /// Every file that somebody sends is there, and its copy is made.
  private func kept(_ intent: Intent) -> Intent {
    guard case .sendFile(let chat, .original(let path, let caption), let id, let target) = intent
    else { return intent }
    let file = Self.file(at: path, caption: caption)
    world.files?.keep(file, of: id)
    return .sendFile(chat: chat, .kept(file), originID: id, replyTo: target)
  }

  /// What stands at any path.
  public static func file(at path: String, caption: String = "") -> Attachment {
    Attachment(name: path, size: 500_000, caption: caption)
  }

  /// The next uploads break, so many.
  public func breakUploads(_ count: Int) { world.files?.failures = count }

  /// A message under a new id, of who has the other's chat open.
  /// - Parameter answered: the text of the message that it answers.
  public func write(_ text: String, to chat: JID, answering answered: String? = nil, _ seat: Int) {
    let message = answered.flatMap { said in
      world.devices[seat].stored(chat).last { $0.text == said }
    }
    let target = message.flatMap { ReplyTarget(answering: $0) }
    world.devices[seat].write(to: chat.description, text, answering: target)
  }

  /// The newest message that the user of a device wrote in a chat is deleted for everyone.
  public func deleteNewest(in chat: JID, _ seat: Int) {
    let mine = try? messages(of: chat, seat).last { $0.isMine && !$0.isDeleted }
    let device = world.devices[seat]
    if let id = mine?.originID { submit(.retract(id, newID: device.newID()), seat) }
  }

  /// The user of a device says an emoji of the newest message with a text in a chat, or takes it back.
  public func react(_ emoji: String, to text: String, in chat: JID, _ seat: Int) {
    let device = world.devices[seat]
    guard let emoji = Emoji(emoji),
      let message = device.stored(chat).last(where: { $0.text == text })
    else { return }
    submit(.react(row: message.id, emoji, newID: device.newID()), seat)
  }

  /// The user of a device looks at the newest message of a chat.
  public func look(at chat: JID, _ seat: Int) {
    world.devices[seat].perform(.look(at: chat.description))
  }

  /// All that a device's disk has of a chat, oldest first.
  public func messages(of chat: JID, _ seat: Int) throws -> [Message] {
    let database = try Database(path: world.devices[seat].files.path, access: .readOnly)
    return try database.messages.page(chat, limit: 1_000_000)
  }

  /// A device's outbox as its disk has it, in the order of sending.
  public func outbox(_ seat: Int) throws -> [OutboxEntry] {
    try Database(path: world.devices[seat].files.path, access: .readOnly).outbox.entries()
  }

  // MARK: The network

  /// What becomes of the packets of a device from now on.
  public func setNetwork(_ network: Network, _ seat: Int) {
    let device = world.devices[seat]
    switch network {
    case .on:
      device.setNetwork(.working)
      device.feed(.network(NetworkChange(isNew: true, isReachable: true)))
    case .off:
      device.setNetwork(.refusing)
      device.connection?.cut()
      device.feed(.network(NetworkChange(isNew: true, isReachable: false)))
    case .silent:
      device.setNetwork(.silent)
      lose(device.connection)
    }
  }

  /// The server notices after its time-out, the program by itself.
  private func lose(_ connection: Connection?) {
    guard let connection else { return }
    connection.voidAll()
    world.after(world.scenario.server.readTimeout) { connection.tellEnd(.server) }
    world.after(60_000) { connection.tellEnd(.device) }
  }

  /// The server is told that the connection ended, the program is not.
  public func halfOpen(_ seat: Int) {
    world.strike(.halfOpen(seat: seat, told: .server))
  }

  /// What the way to the server is like from now on.
  public func setLink(_ link: LinkTraits, _ seat: Int) { world.devices[seat].setLink(link) }

  // MARK: The server

  /// It dies; what its archives hold stays.
  public func stopServer() {
    guard world.server.isUp else { return }
    world.tell("! server stops")
    world.server.loseEverything(isPolite: false) { false }
  }

  /// It is there again.
  public func startServer() { world.server.restart() }

  /// It dies at this stage of the next message, and is back after so many milliseconds.
  public func crashServer(_ stage: Fault.Stage, down: Int64) {
    world.server.planCrash(at: stage, down: down)
  }

  /// It refuses messages with this text.
  public func refuse(_ text: String, _ refusal: Refusal) {
    world.server.plannedRefusals[text] = ServerModel.Refusal(
      kind: refusal.kind, condition: refusal.condition, isArchived: false,
      remaining: refusal.times, text: text)
  }

  /// It refuses them no more.
  public func accept(_ text: String) { world.server.liftRefusal(of: text) }

  // MARK: Groups

  /// What a group of the server does, by itself or by somebody's wish.
  public enum GroupChange: Sendable {
    /// Puts somebody out, who may come back or not.
    case putOut(account: String, isBanned: Bool)
    /// A device is there no more, and is told why or nothing at all.
    case lose(device: String, isTold: Bool)
    /// What is written to it next is lost on the way.
    case missNext
    /// Who comes has to say it.
    case lock(password: String)
    /// Only its members may come from now on.
    case shut
  }

  /// Where the group is there.
  public func change(_ group: JID, _ change: GroupChange) {
    guard let room = world.server.rooms.room(at: group.description) else { return }
    switch change {
    case .putOut(let account, let isBanned): room.putOut(account, isBanned: isBanned)
    case .lose(let device, let isTold): room.lose(device, isTold: isTold)
    case .missNext: room.missesNext = .lost(isRepeated: false)
    case .lock(let password): room.password = password
    case .shut: room.shut()
    }
  }

  /// Nobody may make groups any more.
  public func closeGroups() { world.server.rooms.isClosed = true }

  /// The service of the groups dies, or is there again and knows nobody who was in one.
  public func setGroups(_ areUp: Bool) { world.server.rooms.setUp(areUp) }

  // MARK: Others

  /// Somebody who has no device here comes or goes.
  public func announce(_ account: JID, isThere: Bool) {
    world.server.announce(account.description, isThere: isThere)
  }
}
