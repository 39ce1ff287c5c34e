import Model
import Scratch
import Testing
import XMPP

@testable import Sync

/// Dead links, found by asking.
@Suite struct KeepAliveTests {
  /// Silence between the pings, as it was seen, in seconds.
  private func intervals(_ rig: Rig, count: Int) -> [Int64] {
    (0..<count).map { _ in
      rig.forget()
      let start = rig.uptime
      while rig.pings == 0, rig.isLinked { rig.pass(1_000) }
      return (rig.uptime - start) / 1_000
    }
  }

  @Test func `O1 while the server answers it is asked ever less often, at last every ten minutes`()
    throws
  {
    let rig = try Rig.online(isPrivate: false)
    #expect(intervals(rig, count: 6) == [60, 120, 240, 480, 600, 600])
  }

  @Test func `O1 where silence killed a link the next one is asked sooner`() throws {
    let rig = try Rig.online(isPrivate: false)
    _ = intervals(rig, count: 3)
    rig.isSilent = true
    rig.pass(480_000 + 20_000)
    #expect(!rig.isLinked)
    rig.isSilent = false
    rig.link()
    rig.run()
    #expect(intervals(rig, count: 16) == [Int64](repeating: 240, count: 16))
    // It may have been something else: after many answers a longer silence is tried again.
    #expect(intervals(rig, count: 2) == [480, 480])
    rig.handle(.network(NetworkChange(isNew: true, isReachable: true)))
    rig.run()
    #expect(intervals(rig, count: 2) == [60, 120])
  }

  @Test func `O1 the interval has a lower bound`() throws {
    let rig = try Rig.online(isPrivate: false)
    for _ in 0..<5 {
      rig.isSilent = true
      rig.pass(KeepAlive.longest + 20_000)
      #expect(!rig.isLinked)
      rig.isSilent = false
      rig.link()
      rig.run()
    }
    #expect(intervals(rig, count: 1) == [30])
  }

  @Test func `O1 what comes by itself makes asking needless`() throws {
    let rig = try Rig.online(isPrivate: false)
    for _ in 0..<100 {
      rig.pass(50_000)
      rig.core.heard(at: rig.uptime)
    }
    #expect(rig.pings == 0)
  }

  /// The server has acknowledged it, so that nothing of the server's is awaited any more.
  @Test(arguments: [true, false])
  func `O1 G2 with something unheard of in its room a dead peer is found within 20 s`(
    isPrivate: Bool
  ) throws {
    let rig = try RoomTests.joined(isPrivate: isPrivate)
    rig.server.room.isSilent = true
    rig.send("hi", "m1", to: team)
    rig.run()
    rig.isSilent = true
    rig.pass(19_999)
    #expect(rig.isLinked && rig.pings == 1)
    rig.pass(1)
    #expect(!rig.isLinked)
    #expect(try rig.status("m1") == .queued)
  }

  @Test func `O1 G2 a room that is silent while the server talks is no dead peer`() throws {
    let rig = try RoomTests.joined(isPrivate: false)
    rig.server.room.isSilent = true
    rig.send("hi", "m1", to: team)
    rig.run()
    rig.pass(5_000)
    rig.core.heard(at: rig.uptime)
    rig.pass(6_000)
    #expect(rig.isLinked && rig.pings == 0)
  }

  @Test(arguments: [true, false])
  func `O1 with something on its way a dead peer is found within 20 s`(isPrivate: Bool) throws {
    let rig = try Rig.online(isPrivate: isPrivate)
    rig.isSilent = true
    rig.send("one", "m1")
    rig.pass(19_999)
    #expect(rig.isLinked && rig.pings == 1)
    rig.pass(1)
    #expect(!rig.isLinked)
    #expect(try rig.status("m1") == .queued)
    #expect(rig.connections.contains { if case .offline = $0 { true } else { false } })
  }

  @Test func `O1 a server that is only slow is asked again, and keeps its link`() throws {
    let rig = try Rig.online()
    rig.server.acknowledges = false
    rig.send("one", "m1")
    rig.run()
    rig.pass(25_000)
    #expect(rig.isLinked && rig.pings >= 2)
    rig.server.acknowledges = true
    rig.pass(10_000)
    #expect(try rig.status("m1") == .sent)
    #expect(rig.core.nextDeadline == nil)
  }

  @Test func `I6 nothing is asked at rest on the private server, however long`() throws {
    let rig = try Rig.online()
    rig.pass(86_400_000)
    #expect(rig.pings == 0 && rig.core.nextDeadline == nil)
  }

  @Test func `N4 the round trip is measured and shown`() throws {
    let rig = try Rig.online(isPrivate: false)
    rig.isSilent = true
    rig.pass(60_000)
    rig.uptime += 321
    rig.isSilent = false
    rig.run()
    #expect(rig.connections == [.online(roundTrip: 321)])
  }

  /// A server that neither acknowledges nor archives says by its answers alone what it has.
  private func withBareServer() throws -> Rig {
    let rig = try Rig()
    rig.server.acknowledges = false
    rig.handle(.start)
    rig.link(acknowledges: false)
    let query = try #require(rig.lastQuery)
    rig.server.inbound.removeAll { if case .queryArchive = $0 { true } else { false } }
    let error = StanzaError(kind: "cancel", condition: "service-unavailable")
    rig.handle(.session(.archiveFailed(query: query.id, error)))
    rig.run()
    return rig
  }

  private func lastPing(_ rig: Rig) throws -> String {
    try #require(
      rig.commands.lazy.compactMap { if case .ping(let id) = $0 { id } else { nil } }.last)
  }

  @Test func `O9 O14 the answer to a ping proves nothing of what was sent after the ping`() throws {
    let rig = try withBareServer()
    rig.send("one", "m1")
    let ping = try lastPing(rig)
    rig.send("two", "m2")
    while rig.server.received.isEmpty, rig.serve() {}
    rig.handle(.session(.pong(id: ping)))
    #expect(try rig.status("m1") == .sent)
    #expect(try rig.status("m2") == .sending)
    rig.run()
    #expect(try rig.status("m2") == .sent)
    #expect(rig.server.received.map(\.name) == ["m1", "m2"])
  }

  @Test func `O9 the answer to a ping proves nothing of what was sent again after the ping`() throws
  {
    let rig = try withBareServer()
    rig.server.refusals["one"] = StanzaError(kind: "wait", condition: "internal-server-error")
    rig.send("one", "m1")
    let ping = try lastPing(rig)
    while rig.server.received.isEmpty, rig.serve() {}
    while rig.receive() {}
    rig.isSilent = true
    rig.pass(5_000)
    #expect(rig.sends == ["m1", "m1"])
    rig.handle(.session(.pong(id: ping)))
    #expect(try rig.status("m1") == .sending)
  }

  @Test func `T1 a receipt says that the server has what went to the same chat before`() throws {
    let rig = try withBareServer()
    for (text, id) in [("one", "m1"), ("three", "m3"), ("four", "m4")] { rig.send(text, id) }
    rig.send("two", "m2", to: cy)
    rig.answer(receiptFor: "m3")
    #expect(
      try ["m1", "m2", "m3", "m4"].map { try rig.status($0) }
        == [.sent, .sending, .delivered, .sending])
    rig.run()
    #expect(try rig.texts() == ["one", "three", "four"])
  }

  @Test func `O10 a receipt says nothing of an older one that came back`() throws {
    let rig = try withBareServer()
    rig.server.refusals["one"] = StanzaError(kind: "wait", condition: "internal-server-error")
    rig.send("one", "m1")
    rig.send("two", "m2")
    while rig.server.received.isEmpty, rig.serve() {}
    while rig.receive() {}
    rig.answer(receiptFor: "m2")
    #expect(try rig.status("m1") == .sending)
    #expect(try rig.status("m2") == .delivered)
  }
}
