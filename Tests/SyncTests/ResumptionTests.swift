import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

@Suite struct ResumptionTests {
  /// At rest on a stream that can be resumed.
  private func online() throws -> Rig {
    let rig = try Rig()
    rig.handle(.start)
    rig.linkResumable()
    rig.run()
    rig.forget()
    return rig
  }

  @Test(arguments: 0...5)
  func `O9 O14 what the server had at the cut is not sent again, the rest is, in order`(
    handled: Int
  ) throws {
    let rig = try online()
    for index in 1...5 { rig.send("\(index)", "m\(index)") }
    let before = rig.server.received.count
    while rig.server.received.count < before + handled { _ = rig.serve() }
    rig.cut()
    rig.forget()
    #expect(rig.resume())
    #expect(rig.sends == (1...5).dropFirst(handled).map { "m\($0)" })
    rig.run()
    #expect(rig.server.received.map(\.name) == (1...5).map { "m\($0)" })
    #expect(try rig.counts() == OutboxCounts())
  }

  @Test func `O9 resumed, the rest goes out before the archive has answered`() throws {
    let rig = try online()
    rig.send("1", "m1")
    rig.cut()
    rig.forget()
    #expect(rig.resume())
    #expect(rig.sends == ["m1"])
    #expect(!rig.commands.contains(.fetchRoster))
    #expect(!rig.commands.contains { if case .presence = $0 { true } else { false } })
  }

  @Test func `O9 a stream that was not caught up with waits for the archive when resumed`() throws {
    let rig = try Rig()
    rig.handle(.start)
    rig.send("1", "m1")
    rig.linkResumable()
    rig.cut()
    rig.forget()
    #expect(rig.resume())
    #expect(rig.sends.isEmpty)
    #expect(rig.commands.contains(.fetchRoster), "the roster had not come")
    rig.run()
    #expect(rig.sends == ["m1"])
  }

  @Test func `O9 the stream goes on after kill -9, with what came meanwhile`() throws {
    let rig = try online()
    rig.send("1", "m1")
    rig.send("2", "m2")
    while rig.server.received.count < 1 { _ = rig.serve() }
    try rig.kill()
    rig.server.deliver("while away", id: "x1", from: bo)
    rig.forget()
    #expect(rig.resume())
    #expect(rig.sends == ["m2"])
    rig.run()
    #expect(rig.server.received.map(\.name) == ["m1", "m2"])
    #expect(try rig.texts().sorted() == ["1", "2", "while away"])
    #expect(try rig.counts() == OutboxCounts())
  }

  @Test func `O9 a refusal's count takes out what the server had, the archive the rest`() throws {
    let rig = try online()
    rig.send("1", "m1")
    rig.send("2", "m2")
    while rig.server.received.count < 1 { _ = rig.serve() }
    rig.cut()
    rig.forget()
    rig.linkResumable(knowsOld: true)
    #expect(try rig.status("m1") == .sent, "before any archive page")
    #expect(try rig.status("m2") == .queued)
    rig.run()
    #expect(rig.server.received.map(\.name) == ["m1", "m2"])
    #expect(try rig.counts() == OutboxCounts())
  }

  @Test func `D1 a receipt that was cut off goes out on the resumed stream`() throws {
    let rig = try online()
    rig.server.deliver("hi", id: "x1", from: bo)
    while rig.receive() {}
    let receipt = SessionCommand.tell(to: bo, .receipt(id: NamedID.id(of: "x1")))
    #expect(rig.commands.contains(receipt))
    try rig.kill()
    #expect(rig.resume())
    rig.run()
    #expect(rig.server.others.filter { $0 == receipt }.count == 1)
  }

  @Test func `N2 a clean end leaves nothing to resume, a cut before it does`() throws {
    let rig = try online()
    #expect(try rig.database.streams.state() != nil)
    rig.handle(.stop)
    #expect(try rig.database.streams.state() == nil)
    let cut = try online()
    cut.cut()
    cut.handle(.stop)
    #expect(try cut.database.streams.state() != nil)
  }

  static let ends: [(SessionEnd, isKept: Bool)] = [
    (.closed, true), (.streamError(condition: "reset", text: nil), true),
    (.protocolError(reason: "h"), false),
  ]

  @Test(arguments: ends)
  func `O9 after an error of the protocol the stream is not tried again`(
    end: SessionEnd, isKept: Bool
  ) throws {
    let rig = try online()
    rig.handle(.session(.ended(end)))
    #expect(try (rig.database.streams.state() != nil) == isKept)
    #expect((rig.core.stream != nil) == isKept)
  }

  @Test func `O9 a stream that the server ends while it is resumed is not tried again`() throws {
    let rig = try online()
    rig.cut()
    rig.handle(.session(.ended(.streamError(condition: "undefined-condition", text: nil))))
    #expect(rig.core.stream == nil)
  }

  @Test(arguments: [true, false])
  func `O9 O17 a stream that was resumed and never answered is not tried again`(
    answers: Bool
  ) throws {
    let rig = try online()
    rig.cut()
    #expect(rig.resume())
    if answers { rig.run() }
    rig.isSilent = true
    rig.send("hi", "m1")
    rig.pass(21_000)
    #expect(!rig.isLinked, "it was dropped")
    #expect((rig.core.stream != nil) == answers)
  }

  @Test func `P5 what a full disk refused is not counted, and comes again when resumed`() throws {
    let rig = try online()
    let handled = try #require(rig.core.stream).handled
    try rig.database.limitGrowth(pages: 0)
    var number = 0
    while rig.isLinked, number < 50 {
      number += 1
      rig.server.deliver(
        String(repeating: "x", count: 9_000), id: "x\(number)", from: bo, isLive: true)
      _ = rig.receive()
    }
    #expect(!rig.isLinked)
    let stored = try #require(try rig.database.streams.state())
    let count = try rig.texts().count
    #expect(Int(stored.handled - handled) >= count && count == number - 1)
    try rig.database.limitGrowth(pages: 100_000)
    #expect(rig.resume())
    rig.run()
    #expect(try rig.texts().count == number)
  }

  // MARK: Presence

  private func presence(_ device: String, _ kind: InboundPresence.Kind) -> SessionEvent {
    .presence(InboundPresence(from: bo.with(resource: device)!, kind: kind))
  }

  private func shown(_ rig: Rig) -> [Presence] {
    rig.changes.compactMap { if case .presence(bo, let now) = $0 { now } else { nil } }
  }

  @Test(arguments: [false, true])
  func `N4 resumed, presence is fresh at once and of every device`(isKilled: Bool) throws {
    let rig = try online()
    rig.befriend()
    for device in ["a", "b"] { rig.server.tell(presence(device, .available)) }
    rig.run()
    rig.forget()
    if isKilled { try rig.kill() } else { rig.cut() }
    #expect(rig.changes.contains(.presenceOutdated(true)))
    rig.server.tell(presence("a", .unavailable))
    rig.forget()
    #expect(rig.resume())
    #expect(rig.changes.contains(.presenceOutdated(false)))
    rig.run()
    rig.pass(1_000)
    #expect(shown(rig) == [], "the other device is still there")
    rig.server.tell(presence("b", .unavailable))
    rig.run()
    rig.pass(1_000)
    #expect(shown(rig) == [.offline])
  }

  @Test func `N2 who goes and comes back within a tenth of a second around a cut is not shown`()
    throws
  {
    let rig = try online()
    rig.befriend()
    rig.server.tell(presence("a", .available))
    rig.run()
    rig.forget()
    rig.server.tell(presence("a", .unavailable))
    rig.run()
    rig.uptime += 50
    rig.server.tell(presence("a", .available))
    rig.cut()
    #expect(rig.resume())
    rig.run()
    rig.pass(1_000)
    #expect(!shown(rig).contains(.online) || shown(rig) == [.offline, .online])
    #expect(try rig.database.presences.all()[bo] == .online)
  }

  @Test func `N2 on a stream that goes on after a restart presence is not told again`() throws {
    func told(_ rig: Rig) -> [OwnPresence] {
      rig.commands.compactMap { if case .presence(nil, let own, _) = $0 { own } else { nil } }
    }
    let rig = try online()
    try rig.kill()
    rig.forget()
    #expect(rig.resume())
    rig.run()
    #expect(told(rig).isEmpty)
    rig.wish(.focus(false))
    rig.run()
    // Who starts the program sits there.
    try rig.kill()
    rig.forget()
    #expect(rig.resume())
    #expect(told(rig) == [.available])
    rig.cut()
    rig.forget()
    rig.linkResumable()
    #expect(told(rig) == [.available], "another stream knows nothing")
  }

  @Test func `N3 a new focus is told on the resumed stream, the old one is not repeated`() throws {
    let rig = try online()
    rig.cut()
    rig.wish(.focus(false))
    rig.forget()
    #expect(rig.resume())
    #expect(rig.commands.contains(.presence(to: nil, .away)))
  }
}
