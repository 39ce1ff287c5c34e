import Model
import Storage
import Testing
import XMPP

@testable import Sync

/// Whether the contact of the chat one looks at is still there (N2).
@Suite struct ContactWatchTests {
  let phone = bo.with(resource: "phone")!
  let laptop = bo.with(resource: "laptop")!

  func pings(_ rig: Rig) -> [String] {
    rig.commands.compactMap {
      if case .pingContact(let device) = $0 { device.resource } else { nil }
    }
  }

  func shown(_ rig: Rig, _ who: JID = bo) -> Presence? {
    rig.changes.reversed().lazy.compactMap {
      if case .presence(who, let presence) = $0 { presence } else { nil }
    }.first
  }

  func rig(
    isPrivate: Bool = false, sees subscription: Contact.Subscription = .both,
    devices: [JID]? = nil
  ) throws -> Rig {
    let rig = try Rig(isPrivate: isPrivate)
    rig.server.roster = [
      RosterItem(contact: Contact(jid: bo, name: nil, subscription: subscription), isRemoved: false)
    ]
    rig.handle(.start)
    rig.link()
    rig.run()
    for device in devices ?? [phone] { come(device, rig) }
    rig.wish(.open(bo))
    return rig
  }

  func come(_ device: JID, _ rig: Rig) {
    rig.handle(.session(.presence(InboundPresence(from: device, kind: .available))))
  }

  func answer(_ device: JID, _ condition: String? = nil, _ rig: Rig) {
    let error = condition.map { StanzaError(kind: "cancel", condition: $0) }
    rig.handle(.session(.contactAnswered(device, error)))
  }

  @Test(arguments: [(answersAfter: 199, asksEvery: 2_000), (200, 3_000)] as [(Int64, Int64)])
  func `N2 who is looked at is asked often, who answers quickly more so, and nobody else`(
    answersAfter: Int64, asksEvery: Int64
  ) throws {
    let rig = try rig()
    rig.pass(10_000)
    #expect(pings(rig).isEmpty)
    rig.wish(.watch(bo))
    for _ in 1...4 {
      rig.pass(answersAfter)
      answer(phone, nil, rig)
      rig.pass(asksEvery - answersAfter)
    }
    #expect(pings(rig).count == 5)
    #expect(shown(rig) == .online)
    rig.wish(.watch(nil))
    rig.pass(60_000)
    #expect(pings(rig).count == 5)
  }

  @Test func `N2 who does not answer is gray within three seconds, and green with any sign`() throws
  {
    let rig = try rig()
    rig.wish(.watch(bo))
    rig.pass(0)
    #expect(shown(rig) == .online)
    rig.pass(3_000)
    #expect(shown(rig) == .offline)
    answer(phone, nil, rig)
    #expect(shown(rig) == .online)
    rig.pass(6_000)
    #expect(shown(rig) == .offline)
    rig.answer(receiptFor: "x", from: bo)
    #expect(shown(rig) == .online)
    rig.pass(20_000)
    #expect(shown(rig) == .offline)
    come(phone, rig)
    #expect(shown(rig) == .online)
  }

  @Test func `N2 who answered quickly is gray 3.5 seconds after the last answer`() throws {
    let rig = try rig()
    rig.wish(.watch(bo))
    rig.pass(150)
    answer(phone, nil, rig)
    rig.pass(3_350)
    #expect(shown(rig) == .offline)
  }

  @Test func `N2 X7 while my own link is slow nobody is taken for gone`() throws {
    let rig = try rig()
    rig.wish(.watch(bo))
    rig.pass(0)
    rig.isSilent = true
    rig.pass(10_000)
    #expect(shown(rig) == .online)
    rig.isSilent = false
    rig.run()
    rig.pass(6_000)
    #expect(shown(rig) == .offline)
  }

  @Test func `N2 who is silent is asked more and more rarely`() throws {
    let rig = try rig()
    rig.wish(.watch(bo))
    rig.pass(300_000)
    // After 6, 12, 24, 48 and then each 60 seconds.
    #expect(pings(rig).count == 8)
    answer(phone, nil, rig)
    rig.forget()
    rig.pass(6_001)
    #expect(pings(rig).count >= 1)
  }

  @Test(arguments: [
    ("recipient-unavailable", false, Presence.offline),
    ("remote-server-not-found", false, .offline), ("feature-not-implemented", true, .online),
    ("service-unavailable", false, .online), ("service-unavailable", true, .offline),
  ])
  func `N2 an error says gone only where it is not the device's own`(
    condition: String, knowsPings: Bool, presence: Presence
  ) throws {
    let rig = try rig()
    rig.wish(.watch(bo))
    rig.pass(0)
    if knowsPings {
      answer(phone, nil, rig)
      rig.pass(3_000)
    }
    answer(phone, condition, rig)
    rig.pass(200)
    #expect(shown(rig) == presence)
  }

  @Test func `N2 one device is asked at a time, and one that answers is enough`() throws {
    let rig = try rig(devices: [phone, laptop])
    rig.wish(.watch(bo))
    for _ in 1...6 {
      rig.pass(1)
      if rig.commands.last == .pingContact(laptop) { answer(laptop, nil, rig) }
      rig.pass(2_999)
    }
    #expect(Set(pings(rig)) == ["phone", "laptop"])
    #expect(shown(rig) == .online)
    rig.handle(.session(.presence(InboundPresence(from: laptop, kind: .unavailable))))
    rig.pass(200)
    #expect(shown(rig) == .offline)
  }

  @Test func `N2 N7 on the private server, and of who hides, nobody is asked`() throws {
    for rig in [try rig(isPrivate: true), try rig(sees: .from), try rig(devices: [])] {
      rig.wish(.watch(bo))
      rig.pass(60_000)
      #expect(pings(rig).isEmpty)
    }
  }

  @Test func `N2 who comes while the chat is open is asked, again after a cut`() throws {
    let rig = try rig(devices: [])
    rig.wish(.watch(bo))
    rig.pass(10_000)
    come(phone, rig)
    rig.pass(0)
    #expect(pings(rig) == ["phone"])
    answer(phone, nil, rig)
    rig.cut()
    rig.pass(0)
    rig.link()
    rig.run()
    come(phone, rig)
    rig.forget()
    rig.pass(3_000)
    #expect(pings(rig).first == "phone")
  }

  @Test func `I6 while nobody looks nothing is planned`() throws {
    let rig = try rig()
    rig.pass(5_000)
    let atRest = rig.core.nextDeadline
    rig.wish(.watch(bo))
    rig.wish(.watch(nil))
    #expect(rig.core.nextDeadline == atRest)
  }
}
