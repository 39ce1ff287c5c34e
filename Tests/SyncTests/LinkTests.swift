import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

@Suite struct LinkTests {
  @Test func `P2 at the start all that the disk has comes before the connection`() throws {
    let rig = try Rig.online()
    rig.server.roster = [
      RosterItem(contact: Contact(jid: bo, name: "Bo", subscription: .both), isRemoved: false)
    ]
    rig.cut()
    rig.link()
    rig.run()
    rig.handle(
      .session(.presence(InboundPresence(from: bo.with(resource: "a")!, kind: .available))))
    rig.send("hi", "m1")
    rig.run()
    rig.forget()
    try rig.kill()
    let chats = rig.changes.compactMap { if case .chat(let chat) = $0 { chat.name } else { nil } }
    #expect(Set(chats) == ["Bo", "Notes to self"])
    #expect(rig.changes.contains(.contact(Contact(jid: bo, name: "Bo", subscription: .both))))
    #expect(rig.changes.contains(.presence(bo, .online)))
    #expect(rig.changes.contains(.presenceOutdated(true)))
    // Where the first unread message stands goes over with the same batch.
    let told = rig.changes.filter { if case .firstUnread = $0 { false } else { true } }
    #expect(told.last == .connection(.connecting(attempt: 1)))
    #expect(rig.isConnecting)
  }

  @Test(arguments: [
    (isPrivate: false, pauses: [1, 2, 4, 8, 16, 32, 60, 60, 60]),
    (isPrivate: true, pauses: [1, 2, 3, 3, 3]),
  ])
  func `O17 it reconnects at once, then ever later up to a minute, or to seconds on one computer`(
    isPrivate: Bool, pauses: [Int]
  ) throws {
    let rig = try Rig.online(isPrivate: isPrivate)
    rig.pass(60_000)
    rig.cut()
    #expect(rig.isConnecting)
    let longest: Int64 = isPrivate ? 3_000 : 60_000
    for seconds in pauses {
      rig.forget()
      rig.handle(.closed(reason: "refused"))
      let planned = try #require(rig.core.nextDeadline) - rig.uptime
      #expect(planned >= Int64(seconds) * 800 && planned <= min(Int64(seconds) * 1_200, longest))
      #expect(
        rig.changes.contains(
          .connection(.offline(reason: "refused", nextTry: rig.uptime + planned))))
      rig.pass(planned)
      #expect(
        rig.changes.contains { if case .connection(.connecting) = $0 { true } else { false } })
    }
  }

  @Test func `I6 O17 what waits for the user is not tried again by itself, but at a key`() throws {
    let rig = try Rig.online()
    rig.pass(60_000)
    rig.cut()
    rig.forget()
    rig.handle(.closed(reason: "it is stopped", awaitsUser: true))
    #expect(rig.connections == [.offline(reason: "it is stopped", nextTry: nil, awaitsUser: true)])
    #expect(rig.core.nextDeadline == nil)
    rig.wish(.connectNow)
    #expect(rig.isConnecting)
  }

  @Test func `O17 links that end when they have brought one message are not asked for without end`()
    throws
  {
    let rig = try Rig.online()
    let end = rig.uptime + 15_000
    var links = 0
    while rig.uptime < end {
      links += 1
      rig.server.deliver("hello", id: "x\(links)", from: bo)
      rig.run()
      rig.cut()
      if !rig.isConnecting { rig.pass(try #require(rig.core.nextDeadline) - rig.uptime) }
      rig.link()
    }
    #expect((5...12).contains(links), "they get on, too")
  }

  @Test func `O17 a link that brought much was a good one, however short and often`() throws {
    let rig = try Rig.online()
    for link in 1...20 {
      for number in 1...10 { rig.server.deliver("hello", id: "x\(link)-\(number)", from: bo) }
      rig.run()
      rig.cut()
      #expect(rig.isConnecting)
      rig.link()
      rig.run()
    }
  }

  @Test func `O17 a link that carried something new was a good one, however short`() throws {
    let rig = try Rig.online()
    for round in 1...2 {
      rig.send("hi", "m\(round)")
      rig.run()
      #expect(try rig.database.messages.mine(OriginID(named: "m\(round)"))?.status == .sent)
      rig.cut()
      #expect(rig.isConnecting)
      rig.link()
      rig.run()
    }
    rig.server.deliver("hello", id: "x1", from: bo)
    rig.run()
    rig.cut()
    #expect(rig.isConnecting)
    rig.link()
    rig.run()
    rig.cut()
    #expect(!rig.isConnecting, "this one carried nothing")
  }

  @Test(arguments: [UInt64.min, 1, 400, .max / 2, .max])
  func `O17 the jitter stays within a fifth, whatever the dice say`(random: UInt64) {
    for delay: Int64 in [0, 1_000, 2_000, 32_000, 64_000] {
      #expect((delay * 8 / 10...delay * 12 / 10).contains(Jitter.spread(delay, random)))
    }
  }

  @Test func `O17 a slow way in is given its time, but not for ever`() throws {
    let rig = try Rig()
    rig.handle(.start)
    let start = rig.uptime
    while rig.uptime < start + Reconnect.limit {
      #expect(rig.handle(.wake).isEmpty)
      rig.core.heard(at: rig.uptime)
      rig.uptime += 10_000
    }
    #expect(rig.handle(.wake).contains(.disconnect))
  }

  @Test func `O17 a key tries now`() throws {
    let rig = try Rig()
    rig.handle(.start)
    rig.handle(.closed(reason: "refused"))
    rig.forget()
    rig.wish(.connectNow)
    #expect(rig.changes.contains(.connection(.connecting(attempt: 2))))
  }

  @Test func `O17 a server that does not answer is given up after 15 s and tried again`() throws {
    let rig = try Rig()
    rig.handle(.start)
    let deadline = try #require(rig.core.nextDeadline)
    #expect(deadline == rig.uptime + Reconnect.timeout)
    rig.uptime = deadline
    #expect(rig.handle(.wake).contains(.disconnect))
    rig.handle(.closed(reason: "given up"))
    rig.forget()
    rig.pass(2_000)
    #expect(rig.changes.contains(.connection(.connecting(attempt: 2))))
  }

  @Test(arguments: [
    SessionEnd.signInRefused(reason: "wrong password"), .notSafe(reason: "no proof"),
  ])
  func `O17 what only the user can heal pauses`(end: SessionEnd) throws {
    let rig = try Rig()
    rig.handle(.start)
    rig.forget()
    rig.handle(.session(.ended(end)))
    rig.handle(.closed(reason: "closed"))
    #expect(rig.changes == [.connection(.paused(reason: end.explanation))])
    #expect(rig.core.nextDeadline == nil)
    rig.wish(.connectNow)
    #expect(rig.core.nextDeadline != nil)
  }

  @Test func `O17 words that were taken before are tried again when they are refused, thrice`()
    throws
  {
    let rig = try Rig.online()
    let refusal = SessionEnd.signInRefused(reason: "wrong password")
    rig.cut()
    for _ in 1...3 {
      rig.handle(.session(.ended(refusal)))
      rig.handle(.closed(reason: "closed"))
      #expect(rig.core.nextDeadline != nil, "a server that is just ending refuses everybody")
      rig.wish(.connectNow)
    }
    rig.handle(.session(.ended(refusal)))
    #expect(rig.connections.last == .paused(reason: refusal.explanation))
  }

  @Test func `O1 on a network an unanswered ping is a dead link, on loopback nobody asks`() throws {
    let far = try Rig(isPrivate: false)
    far.handle(.start)
    far.link()
    far.run()
    far.uptime += KeepAlive.firstInterval
    far.handle(.wake)
    #expect(far.pings == 2)
    far.uptime += KeepAlive.Occasion.silence.timeout
    #expect(far.handle(.wake).contains(.disconnect))
    let near = try Rig.online()
    #expect(near.core.nextDeadline == nil)
  }

  @Test func `I6 at rest on the private server no wake-up is planned`() throws {
    let rig = try Rig.online()
    rig.send("hi", "m1")
    rig.server.deliver("hi", id: "x1", from: bo)
    rig.run()
    #expect(rig.core.nextDeadline == nil)
  }

  @Test func `O17 after the end nothing connects again`() throws {
    let rig = try Rig.online()
    rig.handle(.stop)
    #expect(rig.commands.contains(.close))
    rig.forget()
    rig.handle(.closed(reason: "end"))
    #expect(rig.core.nextDeadline == nil)
    #expect(!rig.changes.contains { if case .connection = $0 { true } else { false } })
  }

  // MARK: Presence

  func presence(_ device: String, _ kind: InboundPresence.Kind, _ show: String? = nil) -> CoreEvent
  {
    .session(.presence(InboundPresence(from: bo.with(resource: device)!, kind: kind, show: show)))
  }

  @Test func `N1 the best of all devices is shown`() throws {
    let rig = try Rig.online()
    rig.befriend()
    let steps: [(CoreEvent, Presence)] = [
      (presence("a", .available, "away"), .away), (presence("b", .available), .online),
      (presence("b", .available, "dnd"), .away), (presence("a", .available, "chat"), .online),
      (presence("a", .unavailable), .away), (presence("b", .unavailable), .offline),
    ]
    for (event, expected) in steps {
      rig.forget()
      rig.handle(event)
      rig.pass(PresenceTracker.flicker)
      let told = rig.changes.compactMap { if case .presence(bo, let now) = $0 { now } else { nil } }
      #expect(told.allSatisfy { $0 == expected })
      #expect(try rig.database.presences.all()[bo] ?? .offline == expected)
    }
  }

  @Test func `N2 gone and back within a tenth of a second is not shown`() throws {
    let rig = try Rig.online()
    rig.befriend()
    rig.handle(presence("a", .available))
    rig.forget()
    rig.handle(presence("a", .unavailable))
    rig.uptime += 99
    rig.handle(presence("a", .available))
    rig.pass(1_000)
    #expect(rig.changes.isEmpty)
  }

  @Test func `N4 the last known stays without a link, and who is gone is offline after it`() throws
  {
    let rig = try Rig.online()
    rig.befriend()
    rig.handle(presence("a", .available))
    rig.forget()
    rig.cut()
    #expect(rig.changes.contains(.presenceOutdated(true)))
    #expect(!rig.changes.contains(.presence(bo, .offline)))
    rig.link()
    #expect(!rig.changes.contains(.presenceOutdated(false)))
    rig.run()
    #expect(rig.changes.contains(.presence(bo, .offline)))
    #expect(rig.changes.contains(.presenceOutdated(false)))
  }

  @Test func `N4 malformed presence is offline`() throws {
    let rig = try Rig.online()
    rig.befriend()
    rig.handle(presence("a", .available))
    rig.handle(presence("a", .error))
    rig.pass(PresenceTracker.flicker)
    #expect(try rig.database.presences.all().isEmpty)
  }

  @Test func `N4 a state that no one knows is offline, logged, and only of that device`() throws {
    let rig = try Rig.online()
    rig.befriend()
    for device in ["a", "b"] { rig.handle(presence(device, .available)) }
    var odd = InboundPresence(from: bo.with(resource: "a")!, kind: .available)
    odd.unknownShow = true
    rig.handle(.session(.presence(odd)))
    rig.pass(PresenceTracker.flicker)
    #expect(try rig.database.presences.all() == [bo: .online])
    odd.from = bo.with(resource: "b")!
    rig.handle(.session(.presence(odd)))
    rig.pass(PresenceTracker.flicker)
    #expect(try rig.database.presences.all().isEmpty)
    #expect(rig.log.contains { $0.contains("bo@example.org/a") && $0.contains("offline") })
  }

  @Test func `N3 losing the focus is away, also on the next link`() throws {
    let rig = try Rig.online()
    rig.wish(.focus(false))
    #expect(rig.commands == [.presence(to: nil, .away)])
    rig.cut()
    rig.forget()
    rig.link()
    #expect(rig.commands.contains(.presence(to: nil, .away)))
  }

  @Test func `C2 who left the roster is gone`() throws {
    let rig = try Rig.online()
    let contact = Contact(jid: bo, name: nil, subscription: .both)
    rig.handle(.session(.rosterPush(RosterItem(contact: contact, isRemoved: false))))
    #expect(rig.changes.contains(.contact(contact)))
    rig.handle(.session(.roster([])))
    #expect(rig.changes.contains(.contactRemoved(bo)))
    #expect(try rig.database.roster.all().isEmpty)
  }
}
