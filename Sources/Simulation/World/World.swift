/// The seeded world: one thread, virtual time, nothing from outside. The same scenario gives the same
/// bytes, always.
public final class World {
  /// How to run.
  public struct Options: Sendable {
    /// Where the databases are made, and removed at the end.
    public var folder: String
    /// Keep the story of what happened.
    public var keepsStory: Bool

    /// Makes what tests put in.
    package var tampering: (@Sendable () -> any Tampering)?
    /// The other accounts of the program at the first seat, where it has any.
    package var company: (any Company)?

    public init(folder: String, keepsStory: Bool = false) {
      self.folder = folder
      self.keepsStory = keepsStory
    }
  }

  /// Milliseconds that the outbox may take to drain once nothing breaks any more: the longest pause
  /// between attempts, the longest time-out, and some.
  static let drainBound: Int64 = 300_000
  /// The same where messages come back: pauses grow to minutes, and more.
  static let longDrainBound: Int64 = 3 * 3_600_000
  /// Milliseconds without a message or a question to an archive, after which all news has gone round.
  static let settling: Int64 = 8_000
  /// More than any honest run needs: beyond it something spins.
  private static let mostEvents = 100_000
  private var mostEvents: Int { scenario.isStaged ? .max : Self.mostEvents }
  private static let mostViolations = 20

  let scenario: Scenario
  let tampering: (any Tampering)?
  private let company: (any Company)?
  private(set) var now: Int64 = 0
  var random: SeededRandom
  private var heap = EventHeap()
  private var hash = TrafficHash()
  private var story: Story
  private var connections = 0
  /// Nothing is broken from here on.
  private var wholeAt: Int64 = 0
  /// When somebody last sent a message, asked an archive, or was on the way to the end of a long answer.
  var lastNews: Int64 = 0
  private(set) var events = 0
  private(set) var violations: [Violation] = []
  private(set) var server: ServerModel!
  private(set) var ledger: Ledger!
  private(set) var invariants: Invariants!
  private(set) var bounces: Bounces!
  private(set) var sayings: Sayings!
  private(set) var questions: Questions!
  private(set) var graves: Graves!
  /// Where people send files.
  private(set) var files: FileHost?
  /// For what is odd about the others.
  var odd: SeededRandom
  private(set) var strangers: [Stranger] = []
  private(set) var devices: [Device] = []

  init(_ scenario: Scenario, _ options: Options) {
    self.scenario = scenario
    tampering = options.tampering?()
    company = options.company
    random = SeededRandom(seed: scenario.seed, stream: 4)
    odd = SeededRandom(seed: scenario.seed, stream: 5)
    story = Story(isKept: options.keepsStory)
    ledger = Ledger(world: self)
    invariants = Invariants(world: self)
    bounces = Bounces(world: self)
    sayings = Sayings(world: self)
    questions = Questions(world: self)
    graves = Graves(world: self)
    if has(.files) || scenario.isStaged { files = FileHost(world: self) }
    server = ServerModel(scenario.server, world: self)
    strangers = scenario.hasStranger ? [Stranger(scenario.manners, world: self)] : []
    devices = scenario.cast.seats.indices.map { Device($0, world: self, folder: options.folder) }
    if let company { devices[0].whenPublished = { company.tell($0) } }
  }

  /// Runs the scenario to its end.
  public static func run(_ scenario: Scenario, _ options: Options) -> Outcome {
    let world = World(scenario, options)
    defer {
      for device in world.devices { device.removeFiles() }
      options.company?.leave()
    }
    world.plan()
    world.run(until: scenario.faultPhase)
    world.tell("! everything works from here on")
    world.lookAgain()
    world.drain()
    if world.tampering != nil, !world.violations.isEmpty { return world.outcome }
    world.settle()
    world.drainAgain()
    world.meetAgain()
    world.invariants.checkPlaces()
    world.readBack()
    world.invariants.checkEverything()
    return world.outcome
  }

  var cast: Cast { scenario.cast }

  func has(_ oddity: Oddity) -> Bool { scenario.oddities.contains(oddity) }

  /// Pauses between tries may have grown.
  private var canWaitLong: Bool { hasBounces || scenario.server.refusals > 0 }

  /// Messages may come back after they were acknowledged.
  var hasBounces: Bool {
    has(.fullMailbox) || has(.bouncingClient) || has(.brokenStorage) || has(.distantServer)
  }

  /// Nothing was decided to be whole yet.
  var isFaulty: Bool { now < scenario.faultPhase }

  // MARK: Time

  /// When something happens next.
  var nextTime: Int64? { heap.nextTime }

  func at(_ time: Int64, _ action: @escaping () -> Void) { heap.push(at: max(time, now), action) }

  func after(_ delay: Int64, _ action: @escaping () -> Void) { at(now + delay, action) }

  /// There is nothing more to be learnt.
  private var isOver: Bool {
    events >= mostEvents || violations.count >= (tampering == nil ? Self.mostViolations : 1)
  }

  func step() -> Bool {
    guard !isOver, let event = heap.pop() else { return false }
    company?.awaitTurn(at: event.time)
    now = event.time
    events += 1
    event.action()
    return true
  }

  func run(until time: Int64) {
    while let next = heap.nextTime, next <= time {
      guard step() else { return }
    }
    now = max(now, time)
  }

  /// Who looked away has done so for a while when all look again.
  private func lookAgain() {
    guard has(.holdsBack) else { return }
    run(until: now + 100_000)
    for device in devices { device.perform(.focus(true)) }
  }

  private func drain() {
    run(until: wholeAt)
    let end = now + (canWaitLong ? Self.longDrainBound : Self.drainBound)
    while now < end, !isOver {
      run(until: now + 1_000)
      if has(.group) { for device in devices { device.comeBack() } }
      if isAtRest { return }
    }
  }

  private var isAtRest: Bool {
    invariants.isDrained && ledger.hasEverythingArrived && invariants.isReadingTold
  }

  /// What counted as sent may have come back since, and what nobody could know may be known.
  private func drainAgain() {
    let end = now + Self.longDrainBound
    while hasBounces, !isAtRest, now < end, !isOver {
      drain()
      settle()
    }
  }

  private func settle() {
    let end = now + Self.drainBound
    lastNews = now
    // A question to a room's archive that was lost is asked again after a minute; on a slow line a page takes long.
    let isSlow = scenario.links.contains { $0.bytesPerSecond <= 8_000 }
    let settling = has(.group) ? 65_000 : isSlow ? 40_000 : Self.settling
    while now < min(end, lastNews + settling), !isOver {
      run(until: now + 1_000)
    }
  }

  /// What appeared late in the archives is found at the next sign-in at the latest.
  private func meetAgain() {
    guard has(.lateEntries) else { return }
    run(until: now + Lateness.longest)
    // On a stream that goes on nobody need look back.
    for device in devices { server.stream(of: device.connection)?.fail("system-shutdown") }
    run(until: now + 2_000)
    drain()
    settle()
    drainAgain()
  }

  /// Every chat is read on every device to its oldest message, as far as that has to come from the archive: as long as
  /// something comes, which is not much at a time on a slow line.
  private func readBack() {
    var (isReading, known) = (true, 0)
    var end = now + Self.drainBound
    while isReading, now < end, !isOver {
      isReading = false
      var count = 0
      for device in devices {
        let room = has(.group) ? [RoomHost.room] : []
        for peer in device.peers + room {
          let chat = device.wholeChat(peer)
          count += chat.messages.count
          if !chat.isWhole { isReading = true }
        }
      }
      if count > known { (known, end) = (count, now + Self.drainBound) }
      run(until: now + 3_000)
    }
  }

  // MARK: Plans

  private func plan() {
    server.remember(scenario.history)
    for device in devices {
      let late = scenario.latecomer.flatMap { $0.seat == device.number ? $0.at : nil }
      at(late ?? random.within(0...500)) { device.start() }
    }
    if let stranger = strangers.first {
      at(scenario.strangerComes) { stranger.comeOnline() }
    }
    for saying in scenario.sayings { at(saying.time) { [self] in server.hear(saying) } }
    for act in scenario.acts { at(act.time) { [self] in devices[act.seat].perform(act.kind) } }
    for fault in scenario.faults { at(fault.time) { [self] in strike(fault.kind) } }
  }

  // MARK: What is written down

  func newConnectionNumber() -> Int {
    connections += 1
    return connections
  }

  /// Bytes that arrive, or, where there are none, the end of a connection.
  func note(_ bytes: [UInt8], connection: Int, to end: Connection.End) {
    hash.add(now)
    hash.add(Int64(connection * 2 + (end == .server ? 1 : 0)))
    hash.add(bytes)
    guard story.isKept, !bytes.isEmpty else { return }
    let side = end == .server ? ">" : "<"
    tell("c\(connection) \(side) \(String(decoding: bytes, as: UTF8.self))")
  }

  /// What breaks now is whole again after so many milliseconds.
  func breaks(for time: Int64) { wholeAt = max(wholeAt, now + time) }

  func tell(_ line: @autoclosure () -> String) { story.tell(now, line()) }

  func report(_ kind: Violation.Kind, _ text: String, _ message: String? = nil) {
    let violation = Violation(kind: kind, time: now, text: text, message: message)
    violations.append(violation)
    tell("! VIOLATION \(violation)")
  }

  private var outcome: Outcome {
    Outcome(
      seed: scenario.seed, violations: violations, messages: ledger.ids.count,
      confirmed: ledger.ids.count { (ledger.entries[$0]?.acceptances ?? 0) > 0 },
      transmissions: ledger.ids.compactMap { ledger.entries[$0]?.arrivals },
      events: events, virtualTime: now, hash: hash.value, story: story.lines,
      dump: company == nil ? [] : devices.flatMap(\.dump))
  }
}

/// How a run ended.
public struct Outcome: Sendable {
  public var seed: UInt64
  public var violations: [Violation]
  /// Written by people.
  public var messages: Int
  /// Of those, in the archives at the end.
  public var confirmed: Int
  /// How often each message came to the server.
  public var transmissions: [Int]
  public var events: Int
  /// Virtual milliseconds.
  public var virtualTime: Int64
  /// The digest of all traffic with its times.
  public var hash: UInt64
  /// Where it was kept.
  public var story: [String]
  /// All that the disks have of messages at the end, and of what waits, a line each; nothing where the program at the
  /// first seat has one account.
  public var dump: [String]

  /// The violations and the part of the story that is about them.
  public var report: String {
    let words = violations.compactMap(\.message)
    let lines = Story.shortened(story, about: words, newest: 40)
    return (["seed \(seed):"] + violations.map { "  \($0)" } + lines).joined(separator: "\n")
  }
}
