import Model
import Scratch
import Screen
import Storage
import Store
import Sync

@testable import Views

/// psst without a terminal and without a wire: the real session, engine, file, store and screen, against a server of
/// the attack. Everything happens in the thread of the test, at times it sets.
@MainActor final class Victim {
  static let me = JID(AttackServer.account)!
  static let bo = JID("bo@psst.test")!
  static let contact = "<item jid='bo@psst.test' name='Bo' subscription='both'/>"

  let server = AttackServer()
  let path: String
  private(set) var database: Database
  private(set) var store: AppStore
  private(set) var interface = Interface(theme: .plain)
  var size = Size(width: 100, height: 30)
  /// Lines of the log.
  private(set) var log: [String] = []
  private(set) var isConnected = false
  /// Connections psst asked for.
  private(set) var connections = 0

  private let folder = ScratchFolder(inMemory: true)
  private var engine: SyncEngine
  private var uptime: Int64 = 1_000_000
  private var nextWake: Int64?
  private var toClient: [String] = []
  private var intents: [Intent] = []
  /// All that the screen was told of.
  private(set) var events: [StoreEvent] = []
  private var ids: UInt64 = 0

  init(roster: String = Victim.contact) throws {
    path = folder.file()
    database = try Database(path: path)
    engine = Self.engine(on: database)
    store = AppStore(account: Self.me) { _ in }
    server.roster = roster
    begin()
  }

  private static func engine(on database: Database) -> SyncEngine {
    let account = Account(jid: me, server: nil, security: .off, isPrivate: false)
    return SyncEngine(
      account: account, secret: .password(AttackServer.password), resource: "psst",
      database: database)
  }

  private func begin() {
    store = AppStore(account: Self.me) { [weak self] in self?.intents.append($0) }
    interface = Interface(theme: .plain)
    _ = interface.handle(.resize(size), snapshot: store.snapshot, now: now)
    handle(.start)
    run()
  }

  /// Signed in, at rest, with a chat open.
  static func online(roster: String = Victim.contact, in name: String = "Bo") throws -> Victim {
    let victim = try Victim(roster: roster)
    victim.open(name)
    victim.pass(200)
    return victim
  }

  /// Ctrl-K, the name, Enter.
  func open(_ name: String) {
    press(.ctrl("k"))
    press(name.map { .char($0) })
    press(Key(.enter))
  }

  /// kill -9, and a new start on the same file.
  func restart() throws {
    server.connect()
    (isConnected, toClient, intents, nextWake) = (false, [], [], nil)
    database = try Database(path: path)
    engine = Self.engine(on: database)
    begin()
  }

  // MARK: Driving

  /// The server says something, in pieces as a wire gives them.
  func say(_ xml: String) {
    toClient.append(xml)
    run()
  }

  /// - Parameter isDrawn: the screen follows, and asks for what it needs itself.
  func wish(_ intent: Intent, isDrawn: Bool = true) {
    store.perform(intent, of: .first, at: now)
    run(isDrawn: isDrawn)
  }

  func send(_ text: String, _ id: String) {
    wish(.send(chat: Self.bo, text: text, originID: OriginID(id)))
  }

  func press(_ keys: Key...) { press(keys) }

  private func press(_ keys: [Key]) {
    for key in keys { input(.key(key)) }
  }

  func resize(_ width: Int, _ height: Int) {
    size = Size(width: width, height: height)
    input(.resize(size))
  }

  private func input(_ input: Input) {
    perform(interface.handle(input, snapshot: store.snapshot, now: now))
    run()
  }

  /// Turns the clock, to each wake in between.
  func pass(_ milliseconds: Int64) {
    let end = uptime + milliseconds
    while let due = nextWake, due <= end {
      uptime = max(uptime, due)
      nextWake = nil
      handle(.wake)
      run()
    }
    uptime = end
  }

  /// The connection breaks, and comes again when psst asks.
  func cut() {
    guard isConnected else { return }
    isConnected = false
    toClient = []
    handle(.link(.closed(reason: "cut")))
    run()
  }

  /// Until nobody has anything to say.
  private func run(isDrawn: Bool = true) {
    var didSomething = true
    while didSomething {
      didSomething = false
      if isDrawn {
        let new = store.takeEvents()
        events += new
        perform(interface.update(store.snapshot, events: new, now: now))
      }
      while !intents.isEmpty {
        handle(.intent(intents.removeFirst()))
        didSomething = true
      }
      if !toClient.isEmpty {
        deliver(toClient.removeFirst())
        didSomething = true
      }
    }
  }

  private func deliver(_ xml: String) {
    var bytes = Array(xml.utf8)[...]
    while !bytes.isEmpty, isConnected {
      let piece = Array(bytes.prefix(65_536))
      bytes = bytes.dropFirst(piece.count)
      handle(.link(.received(piece)))
    }
  }

  private func handle(_ event: SyncEvent) {
    let effects = engine.handle(event, at: now)
    let changes = effects.compactMap { if case .change(let change) = $0 { change } else { nil } }
    if !changes.isEmpty { store.apply(changes, of: .first) }
    effects.forEach(carryOut)
    database.foldLog()
  }

  private func carryOut(_ effect: SyncEffect) {
    switch effect {
    case .connect:
      connections += 1
      server.connect()
      isConnected = true
      handle(.link(.connected(isSecure: false, binding: nil)))
    case .write(let bytes):
      guard isConnected else { return }
      let answer = server.receive(bytes)
      if !answer.isEmpty { toClient.append(answer) }
    case .disconnect, .abandon:
      guard isConnected else { return }
      isConnected = false
      toClient = []
      handle(.link(.closed(reason: "closed")))
    case .wake(let due): nextWake = due
    case .log(let line): log.append(line)
    default: break
    }
  }

  private func perform(_ actions: [Action]) {
    for action in actions {
      switch action {
      case .intent(let intent, let account): store.perform(intent, of: account, at: now)
      case .everywhere(let intent): store.performEverywhere(intent, at: now)
      default: break
      }
    }
  }

  var now: Moment {
    ids += 1
    // A minute and more ago, by the clock of the wall: what comes out of the archive is no news.
    return Moment(
      wall: Timestamp(milliseconds: 1_778_594_520_000 + uptime), uptime: uptime, bootID: "boot",
      random: ids &* 0x9E37_79B9_7F4A_7C15)
  }

  // MARK: Looking

  /// How many people of the roster it shows, listed or not.
  var contacts: Int {
    let chats = store.snapshot.chats.filter { $0.kind == .direct && $0.isContact }
    return chats.count + store.snapshot[.first].unlisted.count
  }

  var surface: Surface { interface.render(store.snapshot, size: size, now: now) }

  var rows: [String] {
    let surface = surface
    return (0..<size.height).map { surface.text(row: $0) }
  }

  func shows(_ text: String) -> Bool { rows.contains { $0.contains(text) } }

  /// What the other devices and people could have changed, in words: the same before and after what was forged.
  func state() throws -> String {
    let contacts = try database.roster.all().map {
      "\($0.jid) \($0.name ?? "-") \($0.subscription)"
    }
    let presence = try database.presences.all().map { "\($0.key) \($0.value)" }.sorted()
    let chats = try database.chats.all().map { "\($0.jid) \($0.unread) \($0.waiting) \($0.failed)" }
    let messages = try database.chats.all().flatMap { chat in
      try database.messages.page(chat.jid, limit: 1_000).map {
        "\($0.sender): \($0.text) \($0.status.map { "\($0)" } ?? "-") \($0.archiveID?.value ?? "-")"
      }
    }
    return (contacts + presence + chats.sorted() + messages).joined(separator: "\n")
  }
}
