import Foundation
import Model
import Scratch
import Storage
import XMPP

@testable import Sync

let me = JID("me@example.org")!
let bo = JID("bo@example.org")!
let cy = JID("cy@example.org")!

/// The engine's core on a real database, with a clock turned by hand and a model of a server.
final class Rig {
  private var folder: ScratchFolder
  private(set) var database: Database
  private(set) var core: EngineCore
  var account: Account
  var random = SeededGenerator(seed: 1)
  var server = ModelServer(owner: me)
  var uptime: Int64 = 1_000_000
  var bootID = "boot"
  /// The connection was asked for and not lost since.
  private(set) var isConnecting = false
  private(set) var isLinked = false
  /// The stream, where the server lets it be resumed.
  private(set) var stream: ModelStream?
  private var streams = 0
  /// What the other's side says to what the server has acknowledged; see ``bounceNew(from:)``.
  var bounces: StanzaError?
  /// How many of those the server received were looked at for that.
  var bounced = 0
  /// Nothing gets through, and nobody says so.
  var isSilent = false
  /// What the kernel says of the connection; `nil`: nothing.
  var kernel: WireProgress?
  /// What was to be done with a second connection since the last ``forget()``.
  private(set) var spare: [CoreEffect] = []
  /// All since the last ``forget()``.
  private(set) var changes: [Change] = []
  private(set) var commands: [SessionCommand] = []
  private(set) var log: [String] = []

  /// Files that were to be put somewhere, those that were not to be any more, and what became of their copies.
  private(set) var uploads: [UploadOrder] = []
  private(set) var downloads: [DownloadOrder] = []
  private(set) var cancelledDownloads: [Int64] = []
  private(set) var cancelled: [String] = []
  private(set) var discarded: [String] = []
  private(set) var sentCopies: [String] = []
  private(set) var keptCopies: [String]?
  /// As they were kept last.
  private(set) var avatars: [String: [UInt8]] = [:]
  private(set) var roomPasswords: [JID: String] = [:]
  /// Of a program that is started from now on.
  var privacy = Privacy()

  init(isPrivate: Bool = true) throws {
    account = Account(jid: me, server: nil, security: .off, isPrivate: isPrivate)
    folder = ScratchFolder()
    database = try Database(path: folder.file())
    core = EngineCore(account: account, database: database)
  }

  /// Goes on from where the other is, with the same database, which only one of the two may change at a time.
  init(onwardsFrom other: Rig) {
    (folder, database, account) = (other.folder, other.database, other.account)
    core = EngineCore(
      account: account, database: database, privacy: other.privacy,
      roomPasswords: other.roomPasswords, goingOnFrom: other.core.state)
    (random, server, stream, streams) = (other.random, other.server, other.stream, other.streams)
    (uptime, bootID) = (other.uptime, other.bootID)
    (isConnecting, isLinked, isSilent) = (other.isConnecting, other.isLinked, other.isSilent)
    (bounces, bounced, kernel) = (other.bounces, other.bounced, other.kernel)
    (privacy, roomPasswords) = (other.privacy, other.roomPasswords)
  }

  // MARK: Driving

  @discardableResult
  func handle(_ events: CoreEvent...) -> [CoreEffect] {
    perform(events)
  }

  /// What came in one read.
  func handleTogether(_ events: [CoreEvent]) { perform(events) }

  @discardableResult
  private func perform(_ events: [CoreEvent]) -> [CoreEffect] {
    var next = stream
    let effects = core.handle(events, at: now()) { effects in
      guard isLinked else { return nil }
      for case .command(let command) in effects { next?.send(command) }
      return events.contains { $0.endsStream } || effects.contains(.command(.close))
        ? nil : next?.client
    }
    if core.isCommitted { stream = next }
    for effect in effects { note(effect) }
    return effects
  }

  private func now() -> Moment {
    Moment(
      wall: Timestamp(milliseconds: uptime), uptime: uptime, bootID: bootID, random: random.next())
  }

  private func note(_ effect: CoreEffect) {
    switch effect {
    case .connect: isConnecting = true
    case .command(let command):
      commands.append(command)
      if isLinked { server.inbound.append(command) }
    case .disconnect: cut()
    case .measure: handle(.progress(kernel))
    case .openSpare, .dropSpare: spare.append(effect)
    case .adoptSpare:
      spare.append(effect)
      (isLinked, isConnecting) = (false, true)
      server.cut()
    case .change(let change): changes.append(change)
    case .keep(let passwords): roomPasswords = passwords
    case .keepAvatar(let hash, let bytes): avatars[hash] = bytes
    case .upload(let order): uploads.append(order)
    case .cancelUpload(let id): cancelled.append(id.name)
    case .download(let order): downloads.append(order)
    case .cancelDownload(let row): cancelledDownloads.append(row)
    case .discardCopy(let id): discarded.append(id.name)
    case .sentCopy(let id): sentCopies.append(id.name)
    case .keepCopies(let ids): keptCopies = ids.map(\.name)
    case .log(let line): log.append(line)
    }
  }

  func wish(_ intent: Intent) { handle(.intent(intent)) }

  /// Somebody is in the roster: only of those presence counts.
  func befriend(_ jid: JID = bo) {
    let contact = Contact(jid: jid, name: nil, subscription: .both)
    server.roster.append(RosterItem(contact: contact, isRemoved: false))
    server.tell(.rosterPush(RosterItem(contact: contact, isRemoved: false)))
    run()
    forget()
  }

  func send(_ text: String, _ id: String, to chat: JID = bo) {
    wish(.send(chat: chat, text: text, originID: OriginID(named: id)))
  }

  /// The connection comes up and is signed in.
  func link(acknowledges: Bool = true) {
    isConnecting = false
    isLinked = true
    handle(
      .session(
        .ready(
          Ready(
            jid: me.with(resource: "psst")!, isResumed: false, hasAcknowledgements: acknowledges))))
  }

  /// Started, and the first attempt to connect failed.
  func startOffline() {
    handle(.start)
    isConnecting = false
    handle(.closed(reason: "no route"))
  }

  /// The connection comes up on a new stream that can be resumed. Where there was one before, the server
  /// may still know how far that came.
  func linkResumable(knowsOld: Bool = false) {
    guard server.acknowledges else { return link(acknowledges: false) }
    let confirmed = knowsOld ? core.stream.flatMap { stream?.confirmed(for: $0) } : nil
    streams += 1
    stream = ModelStream(number: streams)
    server.beginStream()
    isConnecting = false
    isLinked = true
    perform(
      (confirmed.map { [.session(.acknowledged($0))] } ?? []) + [.session(.ready(ready(false)))])
  }

  /// The connection comes up and the stream goes on; `false` where what is stored does not fit to what
  /// the server counted, or there is nothing to go on with.
  func resume() -> Bool {
    guard server.acknowledges, let stored = core.stream, stored.id == stream?.client.id,
      let confirmed = stream?.confirmed(for: stored), Int(stored.handled) <= server.said.count
    else { return false }
    isConnecting = false
    isLinked = true
    server.resumeStream(handledByClient: Int(stored.handled))
    server.inbound += stream?.resume(from: stored) ?? []
    perform([.session(.acknowledged(confirmed)), .session(.ready(ready(true)))])
    return true
  }

  private func ready(_ isResumed: Bool) -> Ready {
    Ready(
      jid: me.with(resource: "psst")!, isResumed: isResumed, hasAcknowledgements: true,
      hasClientState: server.hasClientState)
  }

  /// The server handles the next of what it was sent.
  func serve() -> Bool {
    let next = server.inbound.first
    guard server.step() else { return false }
    if let next { stream?.handled(next) }
    return true
  }

  /// The connection breaks.
  func cut() {
    guard isLinked else { return }
    isLinked = false
    server.cut()
    handle(.closed(reason: "cut"))
  }

  /// kill −9, and a new start on the same file.
  func kill() throws {
    database = try Database(path: folder.file())
    restart()
  }

  /// A new start on what the database holds, without opening it again: for within a transaction.
  func restart() {
    isLinked = false
    isConnecting = false
    server.cut()
    core = EngineCore(
      account: account, database: database, privacy: privacy, roomPasswords: roomPasswords)
    handle(.start)
  }

  /// The database as it is now, with its log.
  func copy() throws -> ScratchFolder { try Self.copy(folder) }

  private static func copy(_ folder: ScratchFolder) throws -> ScratchFolder {
    let copy = ScratchFolder()
    for name in ScratchFolder.names(in: folder.path) where !name.hasSuffix("-shm") {
      let bytes = try Data(contentsOf: URL(filePath: folder.file(name)))
      try bytes.write(to: URL(filePath: copy.file(name)))
    }
    return copy
  }

  /// kill −9, and a new start on a copy that was made before.
  func goBack(to copy: ScratchFolder) throws {
    folder = try Self.copy(copy)
    try kill()
  }

  /// The next event of the server reaches the engine; `false` when there was none.
  func receive() -> Bool {
    guard isLinked, !server.outbound.isEmpty else { return false }
    let event = server.outbound.removeFirst()
    stream?.receive(event)
    core.heard(at: uptime)
    handle(.session(event))
    return true
  }

  /// Until nobody has anything to say.
  func run() { while !isSilent, serve() || receive() {} }

  /// Turns the clock to each wake in between.
  func pass(_ milliseconds: Int64) {
    let end = uptime + milliseconds
    while let next = core.nextDeadline, next <= end {
      uptime = max(uptime, next)
      handle(.wake)
      run()
    }
    uptime = end
  }

  func forget() { (changes, commands, spare) = ([], [], []) }

  /// Started, linked and at rest.
  static func online(isPrivate: Bool = true) throws -> Rig {
    let rig = try Rig(isPrivate: isPrivate)
    rig.handle(.start)
    rig.link()
    rig.run()
    rig.forget()
    return rig
  }

  // MARK: Looking

  func page(_ chat: JID = bo) throws -> [Message] {
    try database.messages.page(chat, limit: 10_000)
  }

  func texts(_ chat: JID = bo) throws -> [String] { try page(chat).map(\.text) }

  func status(_ id: String) throws -> DeliveryStatus? {
    try database.messages.mine(OriginID(named: id))?.status
  }

  func counts() throws -> OutboxCounts { try database.outbox.counts() }

  /// The statuses told of a message, in order and without repeats.
  func told(_ id: String) -> [DeliveryStatus] {
    var result: [DeliveryStatus] = []
    for case .message(let message) in changes where message.originID?.name == id {
      if let status = message.status, result.last != status { result.append(status) }
    }
    return result
  }

  /// The messages told to have this status now, in order.
  func told(as status: DeliveryStatus) -> [String] {
    changes.compactMap {
      if case .message(let message) = $0, message.status == status {
        message.originID?.name
      } else {
        nil
      }
    }
  }

  var queries: Int {
    commands.filter { if case .queryArchive = $0 { true } else { false } }.count
  }

  var pings: Int { commands.filter { if case .ping = $0 { true } else { false } }.count }

  var connections: [ConnectionState] {
    changes.compactMap { if case .connection(let state) = $0 { state } else { nil } }
  }

  /// What the disk was said to refuse with, last.
  var disk: DiskTrouble? {
    for case .disk(let trouble) in changes.reversed() { return trouble }
    return nil
  }

  var sends: [String] {
    commands.compactMap { command in
      switch command {
      case .send(_, let id, _, _, _, _), .sendFile(_, let id, _, _, _): id.name
      default: nil
      }
    }
  }

  func answer(
    receiptFor id: String? = nil, displayedFor read: String? = nil, from: JID = bo,
    device: String = "phone"
  ) {
    let payloads = [
      id.map { Payload.receipt(id: NamedID.id(of: $0)) },
      read.map { .displayed(id: NamedID.id(of: $0)) },
    ]
    let message = InboundMessage(
      source: .live, from: from.with(resource: device)!, to: me,
      payloads: payloads.compactMap(\.self))
    handle(.session(.message(message)))
  }
}

extension CoreEvent {
  /// The session gives the stream up.
  fileprivate var endsStream: Bool {
    if case .session(.ended(.protocolError)) = self { true } else { false }
  }
}

extension Rig {
  /// The room as it was told of since the last ``forget()``, with who came and went since.
  var room: Room? {
    changes.reduce(into: nil) { room, change in
      switch change {
      case .room(let now): room = now
      case .occupants(_, let changes): room?.occupants.apply(changes)
      case .roomLeft: room = nil
      default: break
      }
    }
  }
}
