/// Everything a seed decides beforehand: who does what when, what breaks when, and how the world is built.
///
/// Parts can be taken away one by one; the rest then stays as it is.
public struct Scenario: Sendable {
  public var seed: UInt64
  var cast: Cast
  /// Virtual milliseconds until nothing breaks any more.
  public var faultPhase: Int64
  public var server: ServerTraits
  /// One for each device.
  public var links: [LinkTraits]
  public var clocks: [ClockTraits]
  /// A device that comes to it late, and when (ms): it finds history in the archive.
  public var latecomer: (seat: Int, at: Int64)?
  public var acts: [Act]
  public var faults: [Fault]
  /// When the stranger's client comes online (ms), and how it is.
  private(set) var strangerComes: Int64 = 0
  private(set) var manners = Stranger.Manners()
  private(set) var sayings: [Saying] = []

  /// How much of what the stranger says to an account no program of ours can read.
  func unreadable(by account: String) -> Int {
    sayings.count { $0.to == account && $0.payload == .encrypted }
  }

  /// What was said before anybody came, and whether it waits for the first device besides the archive.
  private(set) var history: [Saying] = []
  private(set) var waitsForTheFirst = false
  private(set) var distance: Distance?
  /// Only members may come to the room of the seeds, and all are: they tell each other what they read.
  private(set) var hasClosedRoom = true
  /// When nothing can be stored or read (ms).
  private(set) var brokenStorage: [ClosedRange<Int64>] = []
  /// What is odd about the others.
  let oddities: Set<Oddity>
  /// Somebody outside plays: nothing happens by itself, and people sit at the devices.
  let isStaged: Bool

  /// Milliseconds until people write and things break: everyone has found the archive empty by then.
  static let calm: Int64 = 6_000

  /// - Parameters:
  ///   - oddities: what may be odd about the others, as the seed draws it.
  ///   - certain: what is odd about them in any case.
  public init(
    seed: UInt64, oddities: Set<Oddity> = Oddity.usual, certain: Set<Oddity> = []
  ) {
    var random = SeededRandom(seed: seed, stream: 1)
    self.seed = seed
    self.oddities = Oddity.drawn(seed: seed, from: oddities).union(certain)
    cast = .seeded
    // Where no server can tell whether a message arrived, the other's psst has to.
    if self.oddities.isSuperset(of: [.bareServer, .noAcknowledgements]) { cast = .known }
    let hasStranger = !self.oddities.isDisjoint(with: Oddity.strangers)
    if hasStranger { cast = .withStranger }
    if self.oddities.contains(.distantServer) { cast = .apart(extras: cast.extras) }
    isStaged = false
    faultPhase = random.within(20_000...60_000)
    if self.oddities.contains(.group) { faultPhase = Self.calm + faultPhase / 3 }
    server = ServerTraits(&random)
    links = Cast.seeded.seats.map { _ in LinkTraits(&random) }
    clocks = Cast.seeded.seats.map { _ in ClockTraits(&random) }
    if random.chance(20) {
      latecomer = (random.below(cast.seats.count), random.within(Self.calm...faultPhase))
    }
    acts = Act.plan(seed: seed, until: faultPhase)
    faults = Fault.plan(seed: seed, until: faultPhase)
    meetStrangers()
    burdenStorage()
    digGraves()
    strip()
    amend()
    meetInRoom()
    goApart()
    stall()
  }

  /// A calm world, as a private server and its network are, in which only happens what somebody plays.
  init(staging cast: Cast, seed: UInt64) {
    self.seed = seed
    self.cast = cast
    oddities = []
    isStaged = true
    faultPhase = 0
    server = .calm
    links = cast.seats.map { _ in .calm }
    clocks = cast.seats.map { _ in .right }
    acts = []
    faults = []
  }

  var hasStranger: Bool { !oddities.isDisjoint(with: Oddity.strangers) }

  /// People write to the stranger as well.
  private mutating func meetStrangers() {
    guard hasStranger else { return }
    var random = SeededRandom(seed: seed, stream: 6)
    for _ in 0..<3 + random.below(4) {
      acts += Act.burst(to: Stranger.account, from: acts.count, until: faultPhase, &random)
    }
    sortActs()
    manners.sendsReceipts = random.chance(50)
    if oddities.contains(.fullMailbox) {
      strangerComes = random.within(Self.calm...faultPhase + 120_000)
    }
    sayings = Saying.plan(oddities, until: faultPhase, &random)
    if oddities.contains(.bouncingClient) { manners.bounces = [0, 1, 2, 6, 1_000] }
  }

  /// Long histories on slow links, and times without storage.
  private mutating func burdenStorage() {
    var random = SeededRandom(seed: seed, stream: 7)
    if oddities.contains(.brokenStorage) {
      for _ in 0..<1 + random.below(2) {
        let start = random.within(Self.calm...faultPhase)
        brokenStorage.append(start...min(faultPhase, start + random.within(2_000...40_000)))
      }
    }
    if oddities.contains(.longHistory) {
      server.largestPage = random.pick([2, 2, 5, 5, 5, 5, 5, 50])
      (server.keepsOffline, waitsForTheFirst) = (true, true)
      history = Saying.history(30 * server.largestPage + 30, length: 20)
    }
    if oddities.contains(.slowArchive) {
      server.largestPage = 50
      links[1] = LinkTraits(delay: 100...200, bytesPerSecond: 2_500)
      links[1].piece = 1_400
      history += Saying.history(60, length: 3_000)
    }
  }

  /// Much is refused, and what was is deleted soon.
  private mutating func digGraves() {
    guard oddities.contains(.buriedRefusals) else { return }
    var random = SeededRandom(seed: seed, stream: 8)
    server.refusals = 20
    server.archivesRefused = random.pick([50, 100])
    let burials = (0..<8 + random.below(8)).map { _ in
      Act(
        time: random.within(Self.calm...faultPhase + 5_000), seat: random.below(cast.seats.count),
        kind: .bury(withChat: random.chance(50)))
    }
    acts += burials
    sortActs()
  }

  /// People think again of what was said.
  private mutating func amend() {
    if oddities.contains(.corrections) {
      var random = SeededRandom(seed: seed, stream: 9)
      acts += Act.corrections(until: faultPhase, &random)
    }
    if oddities.contains(.retractions) {
      var random = SeededRandom(seed: seed, stream: 10)
      acts += Act.retractions(until: faultPhase, &random)
    }
    if oddities.contains(.replies) {
      var random = SeededRandom(seed: seed, stream: 11)
      acts += Act.replies(until: faultPhase, &random)
    }
    if oddities.contains(.reactions) {
      var random = SeededRandom(seed: seed, stream: 12)
      acts += Act.reactions(until: faultPhase, &random)
    }
    if oddities.contains(.files) {
      var random = SeededRandom(seed: seed, stream: 15)
      acts += Act.files(until: faultPhase, &random)
    }
    if oddities.contains(.reviews) {
      var random = SeededRandom(seed: seed, stream: 16)
      acts += Act.reviews(until: faultPhase, &random)
    }
    sortActs()
  }

  /// A short life: most of what people write they write into the room, which has troubles of its own.
  private mutating func meetInRoom() {
    guard oddities.contains(.group) else { return }
    var random = SeededRandom(seed: seed, stream: 13)
    hasClosedRoom = random.chance(70)
    acts = acts.filter { _ in random.chance(25) } + Act.inRoom(until: faultPhase, &random)
    sortActs()
    faults += RoomTrouble.plan(until: faultPhase, &random)
    // A moderator names a message by its id in the archive.
    if !oddities.contains(.bareGroup) { removeInRoom() }
  }

  /// Much of what is said there is deleted by who leads it; some say so of what is not.
  private mutating func removeInRoom() {
    var random = SeededRandom(seed: seed, stream: 14)
    for _ in 0..<2 + random.below(6) {
      let time = random.within(Self.calm...faultPhase)
      let back = random.pick([0, 0, 1, 3, 10])
      let seat = random.below(cast.seats.count)
      let isForged = random.chance(40)
      let kind: Fault.Kind =
        isForged ? .forgedRemoval(seat: seat, back: back) : .removedInRoom(back: back)
      faults.append(Fault(time: time, kind: kind))
    }
  }

  private mutating func sortActs() {
    acts = acts.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
  }

  /// Not even what most servers have; without an archive there is a box for who is away.
  private mutating func strip() {
    if oddities.contains(.noAcknowledgements) {
      (server.acknowledges, server.offersResumption) = (false, false)
    }
    guard oddities.contains(.bareServer) else { return }
    (server.hasArchive, server.offersResumption, server.keepsOffline) = (false, false, true)
  }

  private mutating func goApart() {
    guard oddities.contains(.distantServer) else { return }
    distance = Distance(seed: seed, from: Self.calm, until: faultPhase)
    acts = acts.map { Act(time: $0.time, seat: $0.seat, kind: $0.kind.moved()) }
  }

  private mutating func stall() {
    guard oddities.contains(.stallingLinks) else { return }
    var random = SeededRandom(seed: seed, stream: 16)
    faults += Fault.stalls(until: faultPhase, &random)
  }

  /// How many messages are to be written.
  public var messages: Int {
    acts.count { if case .write = $0.kind { true } else { false } }
  }
}

/// The way between a device and the server.
public struct LinkTraits: Sendable {
  public enum Segmentation: Sendable {
    /// As written.
    case none
    /// In pieces of up to so many bytes.
    case pieces(Int)
    /// Now and then byte by byte: each costs a turn of the engine.
    case everyByte
  }

  /// Milliseconds one way.
  public var delay: ClosedRange<Int64>
  public var bytesPerSecond: Int64
  /// Of a hundred pieces so many are lost, and come when they are sent again.
  public var loss = 0
  public var segmentation: Segmentation
  /// Long things arrive in pieces of so many bytes, one after the other.
  var piece: Int?

  /// A local network: a few milliseconds, whatever is sent.
  public static let calm = LinkTraits(delay: 2...6, bytesPerSecond: 1_000_000)

  /// - Parameter delay: milliseconds one way.
  public init(delay: ClosedRange<Int64>, bytesPerSecond: Int64, loss: Int = 0) {
    self.delay = delay
    self.bytesPerSecond = bytesPerSecond
    self.loss = loss
    segmentation = .none
  }

  init(_ random: inout SeededRandom) {
    delay = random.pick([0...0, 0...3, 5...40, 100...200, 20...600])
    bytesPerSecond = random.pick([1_000_000, 1_000_000, 50_000, 8_000])
    segmentation = random.pick([
      .none, .none, .none, .none, .none, .pieces(600), .pieces(600), .everyByte,
    ])
  }
}

/// The clock of a device: people set it wrong, and it drifts.
public struct ClockTraits: Sendable {
  /// Milliseconds that the wall clock is off.
  public var skew: Int64
  /// Milliseconds that it gains in a thousand seconds.
  public var drift: Int64

  /// As the server's.
  static let right = ClockTraits(skew: 0, drift: 0)

  init(skew: Int64, drift: Int64) { (self.skew, self.drift) = (skew, drift) }

  init(_ random: inout SeededRandom) {
    skew = random.pick([0, 0, 300, -90_000, 86_400_000, -86_400_000 * 3650])
    drift = random.within(-200...200)
  }
}

/// What the server is like.
public struct ServerTraits: Sendable {
  public var offersResumption: Bool
  /// Stream management is there (XEP-0198).
  public var acknowledges = true
  /// XEP-0313 is there.
  public var hasArchive = true
  /// Milliseconds that a session without a connection can be resumed.
  public var resumable: Int64
  /// A refused resumption tells what was handled (XEP-0198 §5, `h` in `<failed/>`).
  public var tellsHandledAtFailure: Bool
  /// Stamps of the archive are whole seconds.
  public var stampsSeconds: Bool
  /// Copies of sent messages to one's other devices carry the archive's id.
  public var sentCarbonsCarryArchiveID: Bool
  /// Messages that came back are archived, too.
  public var archivesErrors: Bool
  /// Messages for nobody online are kept for the next device, besides the archive.
  public var keepsOffline: Bool
  public var largestPage: Int
  /// Milliseconds until an archive query is looked at.
  public var archiveDelay: ClosedRange<Int64>
  /// Milliseconds until a request for acknowledgement is answered.
  public var acknowledgementDelay: ClosedRange<Int64>
  /// Asks the client for an acknowledgement after so many stanzas.
  public var asksAfter: Int
  /// Milliseconds until a connection is noticed to be dead.
  public var readTimeout: Int64
  /// A session without a connection is shown as gone after so many milliseconds; `nil` when it ends.
  public var absentAfter: Int64?
  /// Of a hundred messages so many are refused for good, and as many for the moment.
  public var refusals: Int
  /// Of a hundred refusals so many come when the message is in the archive already.
  public var archivesRefused: Int

  /// As psst's own server is.
  static let calm = ServerTraits()

  private init() {
    offersResumption = true
    resumable = 300_000
    tellsHandledAtFailure = true
    stampsSeconds = false
    sentCarbonsCarryArchiveID = true
    archivesErrors = false
    keepsOffline = false
    largestPage = 50
    archiveDelay = 0...2
    acknowledgementDelay = 0...2
    asksAfter = 5
    readTimeout = 1_500
    absentAfter = 800
    refusals = 0
    archivesRefused = 0
  }

  init(_ random: inout SeededRandom) {
    offersResumption = random.chance(70)
    resumable = random.pick([0, 500, 5_000, 60_000])
    tellsHandledAtFailure = random.chance(50)
    stampsSeconds = random.chance(60)
    sentCarbonsCarryArchiveID = random.chance(60)
    archivesErrors = random.chance(50)
    keepsOffline = random.chance(40)
    largestPage = random.pick([2, 5, 20, 50, 50])
    archiveDelay = random.pick([0...0, 0...5, 0...300, 200...1_500])
    acknowledgementDelay = random.pick([0...0, 0...2, 0...100])
    asksAfter = random.pick([1, 5, 20])
    readTimeout = random.pick([1_000, 10_000, 60_000])
    refusals = random.pick([0, 0, 0, 4, 10])
    archivesRefused = random.pick([0, 50, 100])
  }
}
