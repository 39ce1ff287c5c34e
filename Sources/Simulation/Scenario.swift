/// Everything a seed decides beforehand: who does what when, what breaks when, and how the world is built.
///
/// Parts can be taken away one by one; the rest then stays as it is.
public struct Scenario: Sendable {
  public var seed: UInt64
  /// Virtual milliseconds until nothing breaks any more.
  public var faultPhase: Int64
  public var server: ServerTraits
  /// One for each of ``Seat/all``.
  public var links: [LinkTraits]
  public var clocks: [ClockTraits]
  /// A device that comes to it late, and when (ms): it finds history in the archive.
  public var latecomer: (seat: Int, at: Int64)?
  public var acts: [Act]
  public var faults: [Fault]

  /// Milliseconds until people write and things break: everyone has found the archive empty by then.
  static let calm: Int64 = 6_000

  public init(seed: UInt64) {
    var random = SeededRandom(seed: seed, stream: 1)
    self.seed = seed
    faultPhase = random.within(20_000...60_000)
    server = ServerTraits(&random)
    links = Seat.all.map { _ in LinkTraits(&random) }
    clocks = Seat.all.map { _ in ClockTraits(&random) }
    if random.chance(20) {
      latecomer = (random.below(Seat.all.count), random.within(Self.calm...faultPhase))
    }
    acts = Act.plan(seed: seed, until: faultPhase)
    faults = Fault.plan(seed: seed, until: faultPhase)
  }

  /// How many messages are to be written.
  public var messages: Int {
    acts.count { if case .write = $0.kind { true } else { false } }
  }
}

/// A device and whose it is. Two devices of one account, and two peers.
public struct Seat: Sendable {
  /// The bare address.
  public let account: String
  public let resource: String

  /// The device's full address.
  public var address: String { account + "/" + resource }

  /// Where everyone of the world has an account.
  public static let domain = "sim.example"
  /// Two devices of ana, and two peers.
  public static let all = [
    Seat(account: "ana@sim.example", resource: "a1"),
    Seat(account: "ana@sim.example", resource: "a2"),
    Seat(account: "bo@sim.example", resource: "b1"),
    Seat(account: "cy@sim.example", resource: "c1"),
  ]
  static let accounts = ["ana@sim.example", "bo@sim.example", "cy@sim.example"]

  /// Those one can write to from here.
  var peers: [String] { Self.accounts.filter { $0 != account } }
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
  public var segmentation: Segmentation

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

  init(_ random: inout SeededRandom) {
    skew = random.pick([0, 0, 300, -90_000, 86_400_000, -86_400_000 * 3650])
    drift = random.within(-200...200)
  }
}

/// What the server is like.
public struct ServerTraits: Sendable {
  public var offersResumption: Bool
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
  /// Of a hundred messages so many are refused for good, and as many for the moment.
  public var refusals: Int
  /// Of a hundred refusals so many come when the message is in the archive already.
  public var archivesRefused: Int

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
