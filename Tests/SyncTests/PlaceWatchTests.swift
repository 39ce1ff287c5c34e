import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// When the server's times of what was sent are known (T1).
@Suite struct PlaceWatchTests {
  private func times(_ rig: Rig) throws -> [Bool] {
    try rig.page().map { $0.serverTime != nil }
  }

  @Test
  func `T1 the newest of a burst that the archive shows late get the server's time in the end`()
    throws
  {
    let rig = try Rig.online()
    for number in 1...4 { rig.send("\(number)", "m\(number)") }
    while rig.server.archive.count < 4, rig.serve() {}
    let hidden = [rig.server.hideNewest(), rig.server.hideNewest()]
    rig.run()
    for number in 1...4 { rig.answer(receiptFor: "m\(number)", displayedFor: "m\(number)") }
    rig.pass(7_000)
    #expect(try times(rig) == [true, true, false, false])
    for entry in hidden.reversed() { rig.server.show(entry, behind: 0) }
    rig.pass(10_000)
    #expect(try times(rig) == [true, true, true, true])
    #expect(try rig.page().map(\.status) == [.read, .read, .read, .read])
    #expect(try rig.texts() == ["1", "2", "3", "4"])
  }

  @Test func `I6 what has its time is not asked for again, and what never gets it not for ever`()
    throws
  {
    let rig = try Rig.online()
    rig.send("1", "m1")
    rig.run()
    #expect(try times(rig) == [true])
    let asked = rig.queries
    rig.pass(20_000)
    #expect(rig.queries == asked)
    rig.server.forgets = ["2"]
    rig.send("2", "m2")
    rig.run()
    rig.answer(receiptFor: "m2", displayedFor: "m2")
    rig.pass(600_000)
    #expect(rig.queries - asked < 20)
  }
}
