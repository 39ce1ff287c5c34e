import Glibc
import Simulation
import Testing

@Suite struct `The simulated world` {
  /// Seeds that failed once, with what they found. They stay for ever.
  static let kept: [UInt64] = [
    2, 5, 9, 16, 28, 46, 55, 67, 136, 259, 389, 455, 513, 660, 1334, 1796, 2550, 3177,
    17_355, 118_464,
  ]

  /// The same for single oddities.
  static let keptOdd: [Oddity: [UInt64]] = [
    .slowArchive: [21, 43], .strangeKinds: [19], .lateEntries: [9, 57, 60],
    .distantServer: [12, 41, 69], .buriedRefusals: [8, 12, 18], .brokenStorage: [16],
    .corrections: [385, 503, 605, 661], .files: [131, 137],
  ]

  /// The same for what is drawn now.
  static let keptDrawn: [UInt64] = [
    200_114, 200_756, 201_105, 201_135, 201_144, 201_276, 201_463, 201_794, 201_924, 201_926,
    202_153, 202_180, 202_530, 202_666, 202_824, 203_219, 203_832,
  ]

  /// The same since messages are deleted for everyone, and answered.
  static let keptLately: [UInt64] = [761, 1_584, 204_455, 205_053]

  /// The same since people react.
  static let keptNewest: [UInt64] = [590]

  /// The same since some servers acknowledge nothing.
  static let keptLast: [UInt64] = [500_288, 500_356, 500_786, 540_008, 540_049]

  /// The same for several that came together.
  static let keptTogether: [Set<Oddity>: [UInt64]] = [
    [.retractions, .corrections, .replies, .forgetfulArchive]: [12, 26],
    [.retractions, .corrections, .replies, .bouncingClient]: [18],
    [.corrections, .retractions, .reactions, .replies, .forgetfulArchive]: [900_098, 900_100],
    [.distantServer, .bouncingClient, .fullMailbox, .lateEntries]: [1, 3, 7, 12, 15],
    [.distantServer, .bouncingClient, .fullMailbox, .lateEntries, .shuffledIDs]: [2, 5, 41],
    [.bareServer, .fullMailbox]: [33, 47, 60], [.bareServer, .bouncingClient]: [37],
    [.buriedRefusals, .fullMailbox]: [39],
  ]

  /// The same of lives of a group.
  static let keptGroups: [UInt64] = [1_134]

  /// The same where no server acknowledges, and where nothing else confirms either.
  static let keptUnacknowledged: [Set<Oddity>: [UInt64]] = [
    [.bareServer]: [1, 2, 3], [.lateEntries]: [700_005], [.costlyArchive]: [700_002],
    [.distantServer]: [700_002, 700_022, 700_024], [.bouncingClient]: [700_006],
    [.fullMailbox]: [700_003, 700_005], [.bareServer, .buriedRefusals]: [700_024],
  ]

  @Test func `O3 O9 T1 nothing is lost, repeated or out of order, whatever breaks`() async throws {
    let seeds = (0..<UInt64(Seeds.count)).map { Seeds.first + $0 }
    try await check(Seeds.single.map { [$0] } ?? seeds) { Seeds.scenario($0) }
  }

  @Test(.enabled(if: Seeds.single == nil))
  func `O3 O9 T1 what once went wrong in a kind world goes well`() async throws {
    try await check(Self.kept) { Seeds.scenario($0, isKind: true) }
  }

  @Test(.enabled(if: Seeds.single == nil))
  func `O7 O9 T1 what once went wrong among others goes well`() async throws {
    // What came to be odd later is left out: it would be another life.
    let last = Oddity.usual.subtracting([
      .holdsBack, .quickSignIn, .files, .stallingLinks, .reviews,
    ])
    let newest = last.subtracting([.noAcknowledgements])
    let lately = newest.subtracting([.reactions])
    let first = lately.subtracting([.corrections, .retractions, .replies])
    try await check(Self.keptDrawn) { Scenario(seed: $0, oddities: first) }
    try await check(Self.keptLately) { Scenario(seed: $0, oddities: lately) }
    try await check(Self.keptNewest) { Scenario(seed: $0, oddities: newest) }
    try await check(Self.keptLast) { Scenario(seed: $0, oddities: last) }
  }

  @Test(.enabled(if: Seeds.single == nil), arguments: Oddity.allCases)
  func `O7 O9 O10 T1 what strangers do differently loses, repeats and reorders nothing`(
    oddity: Oddity
  ) async throws {
    try await check([1, 2, 3] + Self.keptOdd[oddity, default: []]) {
      Scenario(seed: $0, oddities: [.shuffledIDs], certain: [oddity])
    }
  }

  @Test(.enabled(if: Seeds.single == nil), arguments: keptTogether)
  func `O7 O9 M2 M3 what once went wrong with several oddities together goes well`(
    oddities: Set<Oddity>, seeds: [UInt64]
  ) async throws {
    try await check(seeds) { Scenario(seed: $0, oddities: [.shuffledIDs], certain: oddities) }
  }

  @Test(.enabled(if: Seeds.single == nil), arguments: keptUnacknowledged)
  func `O7 O9 O10 D1 T1 a server that acknowledges nothing loses, repeats and reorders nothing`(
    oddities: Set<Oddity>, seeds: [UInt64]
  ) async throws {
    try await check(seeds) {
      Scenario(
        seed: $0, oddities: [.shuffledIDs], certain: oddities.union([.noAcknowledgements]))
    }
  }

  /// `PSST_GROUP_SEEDS`: how many.
  @Test(.enabled(if: Seeds.single == nil))
  func `O3 O9 T1 a group loses, repeats and reorders nothing`() async throws {
    try await check((0..<UInt64(Seeds.groups)).map { Seeds.first + $0 } + Self.keptGroups) {
      Scenario(seed: $0, oddities: [.shuffledIDs], certain: [.group])
    }
  }

  /// `PSST_GROUP_SEEDS`: how many.
  @Test(.enabled(if: Seeds.single == nil))
  func `O9 T1 G2 a group without an archive loses, repeats and reorders nothing`() async throws {
    try await check((0..<UInt64(Seeds.groups)).map { Seeds.first + $0 }) {
      Scenario(seed: $0, oddities: [.shuffledIDs], certain: [.group, .bareGroup])
    }
  }

  static let littleKept: [Set<Oddity>] = [
    [.lateEntries], [.group], [.buriedRefusals], [.strangeIDs],
    [.corrections, .retractions, .replies, .reactions],
  ]

  @Test(.enabled(if: Seeds.single == nil), arguments: littleKept)
  func `P4 P7 T2 what is removed because of its age is confirmed, and read again as it was`(
    oddities: Set<Oddity>
  ) async throws {
    try await check((1...15).map { UInt64($0) }) {
      Scenario(seed: $0, oddities: [.shuffledIDs], certain: oddities.union([.keepsLittle]))
    }
  }

  private func check(
    _ seeds: [UInt64], _ scenario: @escaping @Sendable (UInt64) -> Scenario
  ) async throws {
    let outcomes = await Seeds.run(seeds) { seed, folder in
      let isAlone = Seeds.single != nil
      let scenario = scenario(seed)
      let outcome = World.run(scenario, .init(folder: folder, keepsStory: isAlone))
      guard !outcome.violations.isEmpty, !isAlone else { return outcome }
      return World.run(scenario, .init(folder: folder, keepsStory: true))
    }
    report(outcomes)
    for outcome in outcomes where !outcome.violations.isEmpty {
      Issue.record("\(outcome.report)")
    }
  }

  private func report(_ outcomes: [Outcome]) {
    let messages = outcomes.reduce(0) { $0 + $1.messages }
    let confirmed = outcomes.reduce(0) { $0 + $1.confirmed }
    let events = outcomes.reduce(0) { $0 + $1.events }
    let times = outcomes.flatMap(\.transmissions).filter { $0 > 0 }.sorted()
    let median = times.isEmpty ? 0 : times[times.count / 2]
    let broken = [Violation.Kind.lost, .repeated, .reordered].map { kind in
      let count = outcomes.reduce(0) { $0 + $1.violations.count { $0.kind == kind } }
      return "\(count) \(kind.rawValue)"
    }
    print(
      "simulated \(outcomes.count) seeds, \(messages) messages, \(confirmed) confirmed, "
        + "\(broken.joined(separator: ", ")), transmissions per message: p50 \(median), "
        + "worst \(times.last ?? 0), \(events) events")
    if Seeds.single != nil { for line in outcomes.flatMap(\.story) { print(line) } }
  }

  @Test(arguments: [3, 11, 29] as [UInt64])
  func `a seed gives the same bytes every time`(seed: UInt64) async throws {
    let outcomes = await Seeds.run([seed]) { seed, folder in
      World.run(Scenario(seed: seed), .init(folder: folder))
    }
    let again = await Seeds.run([seed]) { seed, folder in
      World.run(Scenario(seed: seed), .init(folder: folder))
    }
    #expect(outcomes.map(\.hash) == again.map(\.hash))
    #expect(outcomes.map(\.events) == again.map(\.events))
  }
}
