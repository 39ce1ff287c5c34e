import Model
import Testing
import XMPP

@testable import Sync

/// The devices of somebody, while one looks (C2).
@Suite struct PersonCardTests {
  private static let phone = bo.with(resource: "phone")!

  private func cards(_ rig: Rig) -> [PersonCard] {
    rig.changes.compactMap { if case .card(let card) = $0 { card } else { nil } }
  }

  private func questions(_ rig: Rig) -> [SessionCommand] {
    rig.commands.filter { if case .askProgram = $0 { true } else { false } }
  }

  private static func present(_ rig: Rig, _ kind: InboundPresence.Kind, show: String? = nil) {
    rig.handle(.session(.presence(InboundPresence(from: phone, kind: kind, show: show))))
  }

  @Test func `C2 P8 they are told with each change, asked once what they are, and known offline`()
    throws
  {
    let rig = try Rig.online()
    rig.befriend()
    Self.present(rig, .available)
    #expect(cards(rig).isEmpty && questions(rig).isEmpty, "nobody looks")
    rig.wish(.openCard(bo))
    #expect(
      cards(rig) == [PersonCard(jid: bo, devices: [.init(resource: "phone", presence: .online)])])
    #expect(questions(rig) == [.askProgram(Self.phone)])
    rig.handle(.session(.programTold(Self.phone, "Other 1.0")))
    Self.present(rig, .available, show: "away")
    #expect(
      cards(rig).last?.devices == [
        .init(resource: "phone", presence: .away, program: "Other 1.0")
      ])
    #expect(questions(rig).count == 1)
    rig.cut()
    rig.forget()
    rig.wish(.closeCard)
    rig.wish(.openCard(bo))
    #expect(cards(rig).last?.devices.map(\.resource) == ["phone"] && questions(rig).isEmpty)
  }

  @Test
  func
    `C2 N4 it says when who is gone was last there, as this device saw it, or their server says`()
    throws
  {
    let rig = try Rig.online()
    rig.befriend()
    Self.present(rig, .available)
    rig.pass(5_000)
    Self.present(rig, .unavailable)
    rig.pass(PresenceTracker.flicker)
    let gone = rig.uptime
    rig.pass(60_000)
    rig.cut()
    try rig.kill()
    rig.wish(.openCard(bo))
    #expect(cards(rig).last?.lastSeen == Timestamp(milliseconds: gone))
    rig.link()
    rig.run()
    #expect(rig.commands.filter { $0 == .askLastThere(bo) }.count == 1)
    rig.handle(.session(.lastThere(bo, seconds: 7)))
    #expect(cards(rig).last?.lastSeen == Timestamp(milliseconds: rig.uptime - 7_000))
    Self.present(rig, .available)
    #expect(cards(rig).last?.lastSeen == nil && cards(rig).last?.devices.count == 1)
  }

  @Test func `N4 who went while there was no link was seen until it was lost`() throws {
    let rig = try Rig.online()
    rig.befriend()
    Self.present(rig, .available)
    rig.pass(5_000)
    rig.cut()
    let lost = rig.uptime
    rig.pass(60_000)
    rig.link()
    rig.run()
    rig.pass(PresenceTracker.settling)
    rig.wish(.openCard(bo))
    #expect(cards(rig).last?.lastSeen == Timestamp(milliseconds: lost))
  }

  @Test func `Z1 what nobody asked of when somebody was there is dropped`() throws {
    let rig = try Rig.online()
    rig.befriend()
    rig.wish(.openCard(cy))
    rig.handle(.session(.lastThere(bo, seconds: 7)))
    rig.wish(.openCard(bo))
    #expect(cards(rig).last?.lastSeen == nil)
  }

  @Test func `C2 a device that tells no version is called by its name`() throws {
    let rig = try Rig.online()
    rig.befriend()
    Self.present(rig, .available)
    rig.handle(.session(.clientTold(Self.phone, "Unasked")))
    rig.wish(.openCard(bo))
    #expect(cards(rig).last?.devices.first?.program == nil)
    rig.handle(.session(.clientTold(Self.phone, "Other")))
    #expect(cards(rig).last?.devices.first?.program == "Other")
    rig.handle(.session(.programTold(Self.phone, "Other 1.0")))
    #expect(cards(rig).last?.devices.first?.program == "Other 1.0")
  }

  @Test func `Z1 Z4 what nobody asked for is dropped`() throws {
    let rig = try Rig.online()
    rig.befriend()
    Self.present(rig, .available)
    rig.wish(.openCard(cy))
    rig.handle(.session(.programTold(Self.phone, "Other 1.0")))
    rig.wish(.openCard(bo))
    #expect(cards(rig).last?.devices.first?.program == nil)
  }

  @Test func `Z6 who does not see me is not asked, and so not told that I am there`() throws {
    let rig = try Rig.online()
    let contact = Contact(jid: bo, name: nil, subscription: .to)
    rig.handle(.session(.rosterPush(RosterItem(contact: contact, isRemoved: false))))
    Self.present(rig, .available)
    rig.wish(.openCard(bo))
    #expect(cards(rig).last?.devices.count == 1 && questions(rig).isEmpty)
  }
}
