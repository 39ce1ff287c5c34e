import Sabotage
import Simulation
import Testing

/// The mistakes of other programs, put back in: the simulation must find each.
@Suite(.serialized) struct `Mistakes of other programs` {
  /// Enough for each to be found.
  static let seeds = (1...100).map { UInt64($0) }

  @Test(arguments: Sabotage.allCases)
  func `O9 the simulation finds it`(sabotage: Sabotage) async throws {
    var found: [Outcome] = []
    var tried = 0
    while found.isEmpty, tried < Self.seeds.count {
      let outcomes = await Seeds.run(Array(Self.seeds[tried..<tried + 2])) { seed, folder in
        let scenario = Scenario(
          seed: seed, oddities: [.shuffledIDs], certain: sabotage.oddities)
        var options = World.Options(folder: folder)
        options.tampering = { SabotagedWorld(sabotage) }
        return World.run(scenario, options)
      }
      found = outcomes.filter { !$0.violations.isEmpty }
      tried += 2
    }
    let kinds = Set(found.flatMap(\.violations).map(\.kind.rawValue)).sorted()
    print("\(sabotage.rawValue): found in \(found.count) of \(tried) seeds as \(kinds)")
    #expect(!found.isEmpty)
  }
}
