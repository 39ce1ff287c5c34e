import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

@Suite struct ArrivalTests {
  func arrivals(_ rig: Rig) -> [String] {
    rig.changes.compactMap { if case .arrived(let message) = $0 { message.text } else { nil } }
  }

  @Test func `A1 X3 what comes live is told of once, whatever copies follow`() throws {
    let rig = try Rig.online()
    rig.server.deliver("hi", id: "x1", from: bo)
    rig.run()
    #expect(arrivals(rig) == ["hi"])
    #expect(try rig.page().first?.isPlaced == true)
  }

  @Test func `A1 what is old, or mine, is not told of`() throws {
    let rig = try Rig()
    for number in 1...5 {
      rig.server.deliver("old \(number)", id: "x\(number)", from: bo, isLive: false)
    }
    rig.handle(.start)
    rig.link()
    rig.run()
    rig.server.carbon("from my laptop", id: "c1", to: bo)
    rig.run()
    #expect(arrivals(rig).isEmpty)
    #expect(try rig.page().count == 6)
  }

  @Test func `A1 C5 what another device of mine has read meanwhile is not told of`() throws {
    let rig = try Rig()
    rig.uptime = 10_000  // The archive's stamps begin at 1 s.
    rig.handle(.start)
    rig.link()
    rig.run()
    rig.cut()
    rig.link()
    for id in ["x1", "x2", "x3"] { rig.server.deliver(id, id: id, from: bo) }
    rig.server.shared = [ReadPlace(chat: bo, archiveID: ArchiveID(named: "a2"))]
    rig.run()
    #expect(arrivals(rig) == ["x3"])
    rig.server.deliver("x4", id: "x4", from: bo)
    rig.run()
    #expect(arrivals(rig) == ["x3", "x4"])
  }

  @Test(arguments: [(59_000, true), (61_000, false)] as [(Int64, Bool)])
  func `A1 what waited at the server for less than a minute has just come`(
    age: Int64, isNew: Bool
  ) throws {
    let rig = try Rig.online()
    let stamp = Timestamp(milliseconds: rig.uptime - age)
    rig.handle(
      .session(
        .message(
          InboundMessage(
            source: .live, from: bo.with(resource: "phone")!, to: me, id: NamedID.id(of: "x1"),
            originID: OriginID(named: "x1"), content: .text("hi"), stamp: stamp))))
    #expect(arrivals(rig) == (isNew ? ["hi"] : []))
  }
}
