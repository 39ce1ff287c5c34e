import Scratch
import Simulation
import Testing

@Suite struct `An hour of coming and going` {
  /// Those whose server has a node for what was read; `PSST_HOURS`: how many.
  static let seeds = (1...UInt64(Seeds.hours * 3 / 2)).filter { $0 % 3 != 0 }

  @Test(arguments: seeds)
  func `N8 D3 A1 what is seen of people is right, and what is told is new`(seed: UInt64) {
    let folder = ScratchFolder(inMemory: true)
    let hour = PresenceHour.run(seed: seed, folder: folder.path)
    print("seed \(seed): right \(hour.rightness), \(hour.seen), \(hour.typing), \(hour.alerts)")
    #expect(hour.rightness >= 0.99)
    #expect(hour.violations == [])
    #expect(hour.looks > 200_000 && hour.typing > 100 && hour.alerts > 50)
    #expect(Set(hour.seen.keys) == ["online", "away", "offline"])
  }

  @Test func `N8 with a server that notices dead links after a minute it is not`() {
    let folder = ScratchFolder(inMemory: true)
    let hour = PresenceHour.run(seed: 1, folder: folder.path, readTimeout: 60_000)
    #expect(hour.rightness < 0.99)
  }
}
