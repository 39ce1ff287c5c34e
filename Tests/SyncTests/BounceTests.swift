import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// What was acknowledged may still come back: from a full mailbox, a full disk, a client, another server.
@Suite struct BounceTests {
  static let full = StanzaError(kind: "wait", condition: "resource-constraint")

  /// Everything to bo is acknowledged first and comes back then, for so long (ms).
  private func run(_ rig: Rig, for time: Int64) {
    rig.run()
    let end = rig.uptime + time
    while rig.uptime < end {
      let sent = rig.bounced
      rig.bounceNew(from: bo)
      rig.run()
      if rig.bounced == sent { rig.pass(500) }
    }
  }

  @Test func `O10 what a full mailbox sends back is tried a bounded number of times, ever later`()
    throws
  {
    let rig = try Rig.online()
    rig.bounces = Self.full
    rig.send("hi", "m1")
    run(rig, for: 10_000)
    #expect(rig.server.received.count == 4)
    #expect(try rig.status("m1") == .queued)
    let message = try #require(try rig.database.messages.mine(OriginID(named: "m1")))
    #expect(message.failure?.contains("mailbox is full") == true)
    run(rig, for: 3_600_000)
    #expect(rig.server.received.count == 7)
    #expect(try rig.status("m1") == .failed)
    #expect(try rig.counts() == OutboxCounts(failed: 1))
  }

  /// Nothing acknowledges the retry there, and the link lives.
  @Test(arguments: [true, false])
  func `O10 without acknowledgements what came back is tried again, and then confirmed`(
    hasArchive: Bool
  ) throws {
    let rig = try Rig()
    rig.server.acknowledges = false
    rig.server.hasArchive = hasArchive
    rig.handle(.start)
    rig.link(acknowledges: false)
    rig.run()
    rig.send("hi", "m1")
    rig.run()
    try #require(try rig.status("m1") == .sent)
    rig.handle(.session(.refused(OriginID(named: "m1"), from: bo, Self.full)))
    rig.run()
    #expect(try rig.status("m1") == .sending)
    rig.send("more", "m2")
    rig.pass(10_000)
    #expect(rig.server.received.map(\.name) == ["m1", "m1", "m2"])
    #expect(try rig.page().map(\.status) == [.sent, .sent])
    rig.pass(600_000)
    #expect(rig.isLinked && rig.server.received.count == 3)
  }

  @Test func `O10 tries are counted over the life of a message, whatever the link does`() throws {
    let rig = try Rig.online()
    rig.bounces = Self.full
    rig.send("hi", "m1")
    for _ in 0..<30 {
      run(rig, for: 5_000)
      rig.cut()
      try rig.kill()
      rig.link()
    }
    run(rig, for: 3_600_000)
    #expect(rig.server.received.count <= 8)
    #expect(try rig.status("m1") == .failed)
  }

  /// The own archive has it, which says nothing of what came of it behind that.
  @Test func `O9 O10 what comes back on the next link, before it goes again, is tried again`()
    throws
  {
    let rig = try Rig.online()
    rig.send("hi", "m1")
    while rig.serve() {}
    rig.cut()
    rig.link()
    rig.handle(.session(.refused(OriginID(named: "m1"), from: bo, Self.full)))
    rig.send("later", "m2")
    rig.run()
    rig.pass(20_000)
    #expect(rig.sends == ["m1", "m1", "m2"])
    #expect(try rig.status("m1") == .sent && rig.status("m2") == .sent)
  }

  @Test func `O7 younger ones of the chat wait behind one that came back, other chats do not`()
    throws
  {
    let rig = try Rig.online()
    rig.bounces = Self.full
    rig.send("one", "z1")
    rig.run()
    rig.bounceNew(from: bo)
    rig.send("two", "a2")
    rig.send("for cy", "c1", to: cy)
    rig.run()
    #expect(rig.server.received.map(\.name) == ["z1", "c1"])
    rig.bounces = nil
    run(rig, for: 10_000)
    #expect(rig.server.received.map(\.name) == ["z1", "c1", "z1", "a2"])
    #expect(try rig.page().map(\.status) == [.sent, .sent])
    #expect(try rig.texts() == ["one", "two"])
  }

  @Test func `O7 what came back goes again in the order of writing, whatever the ids`() throws {
    let rig = try Rig.online()
    rig.bounces = Self.full
    let ids = ["q", "c", "x", "a", "m", "b"]
    for id in ids { rig.send(id, id) }
    rig.run()
    rig.bounceNew(from: bo)
    rig.bounces = nil
    run(rig, for: 20_000)
    #expect(rig.server.received.map(\.name) == ids + ids)
    #expect(try rig.texts() == ids)
  }

  @Test func `O7 of two that come back together the older goes first, whichever error came first`()
    throws
  {
    let rig = try Rig.online()
    rig.send("one", "z1")
    rig.send("two", "a2")
    rig.forget()
    let busy = StanzaError(kind: "wait", condition: "internal-server-error")
    rig.handleTogether(
      ["a2", "z1"].map { .session(.refused(OriginID(named: $0), from: bo, busy)) })
    #expect(rig.sends == ["z1"])
    run(rig, for: 10_000)
    #expect(try rig.texts() == ["one", "two"])
    #expect(try rig.counts() == OutboxCounts())
  }

  @Test func `O10 a mailbox with room again is noticed when its owner comes`() throws {
    let rig = try Rig.online()
    rig.bounces = Self.full
    rig.send("hi", "m1")
    run(rig, for: 12_000)
    let tries = rig.server.received.count
    rig.bounces = nil
    rig.handle(
      .session(.presence(InboundPresence(from: bo.with(resource: "phone")!, kind: .available))))
    rig.run()
    #expect(rig.server.received.count == tries + 1)
    #expect(try rig.status("m1") == .sent)
  }

  @Test func `O10 one that gave up takes those behind it along, and Enter tries once more`() throws
  {
    let rig = try Rig.online()
    rig.bounces = Self.full
    rig.send("one", "m1")
    rig.send("two", "m2")
    run(rig, for: 7_200_000)
    #expect(try rig.page().map(\.status) == [.failed, .failed])
    let tries = rig.server.received.count
    rig.wish(.retry(OriginID(named: "m1")))
    run(rig, for: 7_200_000)
    #expect(rig.server.received.count == tries + 1)
    rig.bounces = nil
    rig.wish(.retry(OriginID(named: "m1")))
    rig.run()
    #expect(try rig.status("m1") == .sent)
  }

  @Test func `O10 those that fail with the first are told in the order of writing`() throws {
    let rig = try Rig.online()
    rig.bounces = Self.full
    for number in 1...5 { rig.send("\(number)", "m\(number)") }
    run(rig, for: 7_200_000)
    #expect(rig.told(as: .failed) == (1...5).map { "m\($0)" })
  }

  @Test(arguments: [true, false])
  func `O10 a server that is being restarted was there before, one that never was does not heal`(
    wasThere: Bool
  ) throws {
    let rig = try Rig.online()
    if wasThere {
      rig.server.deliver("hello", id: "x1", from: bo)
      rig.run()
    }
    rig.bounces = StanzaError(kind: "cancel", condition: "remote-server-not-found")
    rig.send("hi", "m1")
    rig.run()
    rig.bounceNew(from: bo)
    rig.run()
    #expect(try rig.status("m1") == (wasThere ? .sending : .failed))
    rig.bounces = nil
    rig.pass(2_000)
    #expect(try rig.status("m1") == (wasThere ? .sent : .failed))
  }

  /// As Prosody answers for all that was on a link between servers, or to a device, when that broke: what had arrived
  /// already among them.
  @Test func `O10 who cannot be reached now can be later, whatever type the error has`() throws {
    let rig = try Rig.online()
    rig.bounces = StanzaError(kind: "cancel", condition: "recipient-unavailable")
    rig.send("hi", "m1")
    rig.run()
    rig.bounceNew(from: bo)
    rig.run()
    #expect(try rig.status("m1") == .sending)
    rig.bounces = nil
    rig.pass(2_000)
    #expect(try rig.status("m1") == .sent)
  }

  @Test func `O7 however many came back from one chat, another's message leaves at once`() throws {
    let rig = try Rig.online()
    rig.bounces = Self.full
    for number in 1...60 { rig.send("\(number)", "m\(number)") }
    rig.run()
    rig.bounceNew(from: bo)
    rig.run()
    rig.cut()
    rig.send("for cy", "c1", to: cy)
    rig.link()
    rig.run()
    #expect(try rig.status("c1") == .sent)
  }

  @Test func `O9 a retry that only the archive confirms holds its chat back no longer`() throws {
    let rig = try Rig()
    rig.server.acknowledges = false
    rig.handle(.start)
    rig.link(acknowledges: false)
    rig.run()
    rig.server.refusals["one"] = StanzaError(kind: "wait", condition: "internal-server-error")
    rig.send("one", "m1")
    _ = rig.serve()
    rig.server.refusals = [:]
    rig.run()
    rig.pass(5_000)
    rig.send("two", "m2")
    rig.run()
    rig.pass(5_000)
    #expect(rig.server.received.last?.name == "m2")
  }

  @Test func `O7 an error for what has arrived holds nothing back`() throws {
    let rig = try Rig.online()
    rig.bounces = Self.full
    rig.send("one", "m1")
    rig.run()
    rig.bounceNew(from: bo)
    rig.isSilent = true
    rig.pass(2_000)
    #expect(rig.sends == ["m1", "m1"])
    rig.answer(receiptFor: "m1")
    rig.handle(.session(.refused(OriginID(named: "m1"), from: bo, Self.full)))
    rig.isSilent = false
    rig.server.inbound = []
    rig.send("two", "m2")
    rig.run()
    rig.pass(3_000)
    #expect(rig.server.received.last?.name == "m2")
    #expect(try rig.status("m1") == .delivered)
  }

  @Test
  func `O10 C5 what another device gave up and comes back to the one that tried again goes again`()
    throws
  {
    let rig = try Rig.online()
    rig.server.carbon("from the laptop", id: "c1", to: bo)
    var told = InboundMessage(source: .live, from: me.with(resource: "laptop")!, to: me)
    let notice = RefusalNotice(chat: bo, originID: OriginID(named: "c1"), reason: "box is full")
    told.payloads = [.refusal(notice)]
    rig.server.tell(.message(told))
    rig.run()
    rig.wish(.retry(OriginID(named: "c1")))
    rig.run()
    #expect(try rig.status("c1") == .sent)
    // The error for the laptop's attempt is in the archive as well, and nothing to this one.
    rig.server.deliver(
      "", id: "c1", from: bo, kind: .error(Self.full), isLive: false,
      to: me.with(resource: "laptop")!)
    rig.server.deliver("hi", id: "x1", from: cy)
    rig.run()
    #expect(try rig.status("c1") == .sent)
    rig.handle(.session(.refused(OriginID(named: "c1"), from: bo, Self.full)))
    #expect(try rig.status("c1") == .sending)
    rig.run()
    rig.pass(20_000)
    #expect(rig.server.received.map(\.name) == ["c1", "c1"])
    #expect(try rig.status("c1") == .sent)
  }

  @Test func `O8 what waits for its next try can be deleted, and its chat goes on`() throws {
    let rig = try Rig.online()
    rig.bounces = Self.full
    rig.send("one", "m1")
    run(rig, for: 12_000)
    rig.send("two", "m2")
    rig.bounces = nil
    rig.wish(.cancel(OriginID(named: "m1")))
    rig.run()
    #expect(try rig.texts() == ["two"])
    #expect(try rig.status("m2") == .sent)
  }
}

extension Rig {
  /// Gives back what the server took since the last time.
  func bounceNew(from: JID) {
    guard let bounces else { return }
    for id in server.received.dropFirst(bounced) {
      handle(.session(.refused(id, from: from, bounces)))
    }
    bounced = server.received.count
  }
}
