import Foundation
import Glibc
import Scratch
import Simulation

/// Which seeds are run, and how.
enum Seeds {
  /// `PSST_SEEDS`: how many; as many as continuous integration has time for.
  static let count = number("PSST_SEEDS") ?? 260
  /// `PSST_FIRST_SEED`: where to begin.
  static let first = UInt64(number("PSST_FIRST_SEED") ?? 1)
  /// `PSST_GROUP_SEEDS`: how many with a room. Such lives are short, half as long to run as others, and of their own: the
  /// others have enough to do without.
  static let groups = number("PSST_GROUP_SEEDS") ?? 130
  /// `PSST_ACCOUNT_SEEDS`: how many with two accounts in one program: four lives each.
  static let accounts = number("PSST_ACCOUNT_SEEDS") ?? 12
  /// `PSST_HOURS`: how many hours of coming and going.
  static let hours = number("PSST_HOURS") ?? 4
  /// `PSST_SEED`: one seed only, with its story.
  static let single = number("PSST_SEED").map { UInt64($0) }

  /// `PSST_ODDITIES=fullMailbox,noStore`: what is odd about the others in every seed, and nothing else.
  static let certain: Set<Oddity>? = getenv("PSST_ODDITIES").map { words in
    Set(
      String(cString: words).split(separator: ",").map { word in
        guard let oddity = Oddity(rawValue: String(word)) else {
          preconditionFailure("PSST_ODDITIES: one of \(Oddity.allCases) was expected, not \(word)")
        }
        return oddity
      })
  }

  /// What a seed plays: those in `kept` as they were when they failed, in a kind world.
  static func scenario(_ seed: UInt64, isKind: Bool = false) -> Scenario {
    let drawn = isKind || certain != nil ? [.shuffledIDs] : Oddity.usual
    return Scenario(seed: seed, oddities: drawn, certain: certain ?? [])
  }

  private static func number(_ name: String) -> Int? {
    getenv(name).flatMap { Int(String(cString: $0)) }
  }

  /// Runs each scenario in a world of its own, on two threads.
  static func run(
    _ seeds: [UInt64], _ body: @escaping @Sendable (UInt64, _ folder: String) -> Outcome
  ) async -> [Outcome] {
    await each(seeds, body).sorted { $0.seed < $1.seed }
  }

  /// The same of whatever is done with a seed.
  static func each<Result: Sendable>(
    _ seeds: [UInt64], _ body: @escaping @Sendable (UInt64, _ folder: String) -> Result
  ) async -> [Result] {
    let folder = ScratchFolder(inMemory: true)
    async let even = onThread { part(0, of: seeds).map { body($0, folder.path) } }
    async let odd = onThread { part(1, of: seeds).map { body($0, folder.path) } }
    return await even + odd
  }

  private static func part(_ index: Int, of seeds: [UInt64]) -> [UInt64] {
    stride(from: index, to: seeds.count, by: 2).map { seeds[$0] }
  }

  private static func onThread<Result: Sendable>(
    _ body: @escaping @Sendable () -> Result
  ) async -> Result {
    await withCheckedContinuation { continuation in begin { continuation.resume(returning: body()) }
    }
  }

  /// On a thread of its own, that lets other tests go first: they share a few threads, and wait for programs.
  static func begin(_ body: @escaping @Sendable () -> Void) {
    let thread = Thread {
      // Of this thread alone, on Linux (setpriority(2)).
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
      body()
    }
    thread.stackSize = 8 << 20
    thread.start()
  }
}
