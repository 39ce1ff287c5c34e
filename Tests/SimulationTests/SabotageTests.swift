import Simulation
import Testing

/// The mistakes of other programs, put back in: the simulation must find each.
@Suite(.serialized) struct `Mistakes of other programs` {
  /// Enough for each to be found.
  static let seeds = (1...16).map { UInt64($0) }

  @Test(arguments: Sabotage.allCases)
  func `O9 the simulation finds it`(sabotage: Sabotage) async throws {
    let outcomes = await Seeds.run(Self.seeds) { seed, folder in
      let scenario = Scenario(
        seed: seed, oddities: [.shuffledIDs], certain: sabotage.oddities)
      return World.run(scenario, .init(folder: folder, sabotage: sabotage))
    }
    let found = outcomes.filter { !$0.violations.isEmpty }
    let kinds = Set(found.flatMap(\.violations).map(\.kind.rawValue)).sorted()
    print("\(sabotage.rawValue): found in \(found.count) of \(outcomes.count) seeds as \(kinds)")
    #expect(!found.isEmpty)
  }
}
