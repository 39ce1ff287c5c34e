import Foundation
import Harness
import Testing

extension ServerTrials {
  /// The disk of the server is full for a while, and the reader is away: what the server cannot keep it must
  /// not have taken.
  @Suite(
    .enabled(if: SmallDisk.isPermitted, "this computer lets no test mount a file system"),
    .enabled(if: ServerTrials.trials != nil, "a minute each: PSST_TRIALS asks for it"))
  struct FullDiskTests {
    @Test
    func `O9 what the private server cannot store for who is away waits, and arrives in order`()
      throws
    {
      let server = try RealServer(in: PsstHome(megabytes: 16))
      defer { server.close() }
      let disk = try #require(server.home.disk)
      let pair = Correspondence(
        try Correspondent(server.invite("ana")), try Correspondent(server.invite("bo")))
      defer { pair.close() }
      let tally = try tally(pair, disk, "private Prosody, full disk")
      #expect(tally.isClean, "\(tally.report)")
    }

    @Test(
      .enabled(if: StockProsody.isReadable, "only root may read Debian's Prosody configuration"))
    func `O9 what Debian's Prosody took for who is away and could not store arrives once`()
      throws
    {
      let folder = try PsstHome(megabytes: 16)
      defer { folder.close() }
      let disk = try #require(folder.disk)
      let world = try StockWorld { own, authority in
        let server = try StockProsody(
          .archive, "psst.test", in: own, trusting: authority, at: disk.place, data: disk.path)
        try server.register("ana", "bo")
        return server
      }
      defer { world.close() }
      let tally = try tally(world.pair, disk, "Prosody with archive, full disk")
      #expect(tally.isWhole, "\(tally.report)")
    }

    private func tally(_ pair: Correspondence, _ disk: SmallDisk, _ place: String) throws -> Tally {
      try pair.ana.waitUntilOnline()
      try pair.bo.waitUntilOnline()
      pair.say(["before-1-"])
      try pair.waitUntilAllIsShown("the first", bound: 30)
      try pair.bo.finish()
      try disk.fill()
      pair.say((1...10).map { "full-\($0)-" })
      try pair.ana.program.waitUntil("a try", bound: 30) { $0.outputText.contains("] full-1-: s") }
      // Long enough for a server that says yes to everything to have said so.
      let later = Monotonic.milliseconds + 5_000
      try pair.ana.program.waitUntil("a while") { _ in Monotonic.milliseconds >= later }
      try disk.makeRoom()
      pair.say(["after-1-"])
      pair.ana.say(["/send"])
      try pair.bo.restart()
      try? pair.waitUntilAllIsShown("all", bound: 60)
      try pair.settle()
      let tally = try pair.tally(place)
      print(tally)
      return tally
    }
  }
}
