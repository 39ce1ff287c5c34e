import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// What I have read, told to somebody whose server was not there: it comes back, and is told again (D2).
@Suite struct MarkerBounceTests {
  static let away = StanzaError(kind: "cancel", condition: "remote-server-not-found")
  static let gone = StanzaError(kind: "cancel", condition: "service-unavailable")

  /// Markers for bo that came to the server.
  private func markers(_ rig: Rig) -> [String] {
    rig.server.others.compactMap {
      if case .tell(bo, .displayed(let id)) = $0 { NamedID.name(of: id) } else { nil }
    }
  }

  private func bounce(
    _ rig: Rig, _ error: StanzaError = Self.away, from: JID = bo, id: String = "session-7"
  ) {
    rig.handle(.session(.refused(OriginID(id), from: from, error)))
    rig.run()
  }

  /// Three messages came, the first was read, and the server has the marker for certain.
  private func reading() throws -> Rig {
    let rig = try Rig.online(isPrivate: false)
    for index in 1...3 { rig.server.deliver("\(index)", id: "x\(index)", from: bo) }
    rig.run()
    rig.wish(.markRead(chat: bo, through: try rig.page()[0].order))
    rig.pass(KeepAlive.firstInterval + 1_000)
    try #require(markers(rig) == ["x1"])
    return rig
  }

  /// Each marker comes back a moment after the server has answered what was asked behind it.
  private func pass(_ time: Int64, bouncing seen: inout Int, _ rig: Rig) {
    let end = rig.uptime + time
    while rig.uptime < end {
      if markers(rig).count > seen {
        seen = markers(rig).count
        bounce(rig)
      }
      rig.pass(500)
    }
  }

  @Test func `D2 O10 a marker that came back is told again, ever later, and not for ever`() throws {
    let rig = try reading()
    var seen = 0
    pass(10_000, bouncing: &seen, rig)
    #expect((3...5).contains(markers(rig).count))
    pass(3 * 3_600_000, bouncing: &seen, rig)
    #expect((6...8).contains(markers(rig).count), "once and the tries of O10")
    #expect(Set(markers(rig)) == ["x1"])
  }

  @Test func `D2 what was read meanwhile takes the place of the marker that came back`() throws {
    let rig = try reading()
    bounce(rig)
    rig.wish(.markRead(chat: bo, through: try rig.page()[2].order))
    rig.run()
    #expect(markers(rig) == ["x1"], "it would come back, too")
    rig.pass(60_000)
    #expect(markers(rig) == ["x1", "x3"])
  }

  @Test func `D2 a marker that came back is told at once when the other is seen again`() throws {
    let rig = try reading()
    rig.befriend()
    for _ in 0..<4 {
      bounce(rig)
      rig.pass(10_000)
    }
    let count = markers(rig).count
    bounce(rig)
    rig.pass(5_000)
    #expect(markers(rig).count == count, "by itself in minutes")
    let phone = bo.with(resource: "phone")!
    rig.handle(.session(.presence(InboundPresence(from: phone, kind: .available))))
    rig.run()
    rig.pass(2_000)
    #expect(markers(rig).count == count + 1)
  }

  @Test func `D2 a marker that came back is told at once when the other writes`() throws {
    let rig = try reading()
    for _ in 0..<4 {
      bounce(rig)
      rig.pass(10_000)
    }
    bounce(rig)
    let count = markers(rig).count
    rig.server.deliver("4", id: "x4", from: bo)
    rig.run()
    rig.pass(2_000)
    #expect(markers(rig).count == count + 1)
  }

  @Test(arguments: [false, true])
  func `D2 a marker that came back is told on the next link`(isKilled: Bool) throws {
    let rig = try reading()
    bounce(rig)
    if isKilled { try rig.kill() } else { rig.cut() }
    rig.link()
    rig.run()
    #expect(markers(rig) == ["x1", "x1"])
    rig.pass(KeepAlive.firstInterval + 1_000)
    rig.cut()
    rig.link()
    rig.run()
    #expect(markers(rig) == ["x1", "x1"], "this one did not come back")
  }

  @Test func `D2 a question that was answered proves nothing of a marker that came back`() throws {
    let rig = try Rig.online(isPrivate: false)
    rig.server.deliver("1", id: "x1", from: bo)
    rig.run()
    rig.wish(.markRead(chat: bo, through: try rig.page()[0].order))
    rig.server.deliver("2", id: "x2", from: bo)
    while rig.receive() {}
    bounce(rig)
    rig.cut()
    rig.link()
    rig.run()
    #expect(markers(rig) == ["x1", "x1"])
  }

  @Test func `D2 Z1 an error from somebody else tells nothing again`() throws {
    let rig = try reading()
    bounce(rig, from: cy)
    bounce(rig, from: me)
    rig.pass(60_000)
    #expect(markers(rig) == ["x1"])
  }

  @Test func `D2 a marker whose reader is no more is not told again`() throws {
    let rig = try reading()
    bounce(rig, Self.gone)
    rig.pass(3_600_000)
    // Nothing was asked behind this one.
    rig.wish(.markRead(chat: bo, through: try rig.page()[2].order))
    rig.run()
    bounce(rig, Self.gone)
    rig.cut()
    rig.link()
    rig.run()
    #expect(markers(rig) == ["x1", "x3"])
  }

  @Test func `D2 what is kept to oneself since is not told again`() throws {
    let rig = try reading()
    rig.wish(.hideReading(bo, true))
    bounce(rig)
    rig.pass(60_000)
    rig.cut()
    rig.link()
    rig.run()
    #expect(markers(rig) == ["x1"])
  }

  @Test func `D2 a message of mine that came back tells no marker again`() throws {
    let rig = try reading()
    rig.send("hello", "m1")
    rig.run()
    bounce(rig, id: OriginID(named: "m1").value)
    rig.pass(60_000)
    #expect(markers(rig) == ["x1"])
  }
}
