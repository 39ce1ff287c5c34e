import Model
import Testing
import XMPP

@testable import Sync

/// What people say beside their presence, and what I do (N3).
@Suite struct StatusTests {
  private static let phone = bo.with(resource: "phone")!
  private static let desk = bo.with(resource: "desk")!

  private func said(_ rig: Rig) -> [String?] {
    rig.commands.compactMap {
      if case .presence(nil, _, let status) = $0 { .some(status) } else { nil }
    }
  }

  private func told(_ rig: Rig) -> [String?] {
    rig.changes.compactMap { if case .status(bo, let text) = $0 { .some(text) } else { nil } }
  }

  private static func present(
    _ rig: Rig, _ device: JID = phone, show: String? = nil, status: String?
  ) {
    var presence = InboundPresence(from: device, kind: .available, show: show)
    presence.status = status
    rig.handle(.session(.presence(presence)))
  }

  @Test func `N3 P8 my status goes with each presence, and is kept over a kill and without a link`()
    throws
  {
    let rig = try Rig.online()
    rig.wish(.setStatus("  at\nlunch "))
    #expect(said(rig) == ["at lunch"])
    rig.wish(.setStatus("at lunch"))
    rig.wish(.focus(false))
    #expect(said(rig) == ["at lunch", "at lunch"])
    rig.cut()
    rig.wish(.setStatus("away"))
    rig.wish(.setStatus("back"))
    rig.forget()
    try rig.kill()
    #expect(rig.changes.contains(.ownStatus("back")))
    rig.link()
    rig.run()
    #expect(said(rig) == ["back"])
    rig.wish(.setStatus(""))
    #expect(said(rig) == ["back", nil] && rig.changes.last == .ownStatus(nil))
  }

  @Test func `N3 on a stream that goes on it is told where it changed meanwhile, and only there`()
    throws
  {
    let rig = try Rig()
    rig.handle(.start)
    rig.linkResumable()
    rig.run()
    rig.wish(.setStatus("here"))
    rig.run()
    rig.cut()
    rig.forget()
    try rig.kill()
    #expect(rig.resume())
    rig.run()
    #expect(said(rig).isEmpty)
    rig.cut()
    rig.wish(.setStatus("there"))
    rig.forget()
    #expect(rig.resume())
    rig.run()
    #expect(said(rig) == ["there"])
  }

  @Test func `Z2 what cannot be sent is refused, and the rest stays`() throws {
    let rig = try Rig.online()
    rig.wish(.setStatus("here"))
    rig.wish(.setStatus("a\u{1B}[2Jb"))
    #expect(said(rig) == ["here"])
    #expect(
      rig.changes.last == .notice(Notice(.error, "The status has a character that cannot be sent")))
  }

  @Test func `N3 N4 others' is told with each change, of who is there first, and kept offline`()
    throws
  {
    let rig = try Rig.online()
    rig.befriend()
    Self.present(rig, show: "away", status: "on the train")
    Self.present(rig, Self.desk, status: "working")
    Self.present(rig, Self.desk, status: "working")
    #expect(told(rig) == ["on the train", "working"])
    rig.cut()
    rig.forget()
    try rig.kill()
    #expect(told(rig) == ["working"])
    rig.link()
    rig.run()
    rig.pass(PresenceTracker.settling)
    #expect(told(rig).last == .some(nil), "nobody is there any more")
  }

  @Test func `N3 who goes has none, but for a flicker`() throws {
    let rig = try Rig.online()
    rig.befriend()
    Self.present(rig, status: "working")
    rig.handle(.session(.presence(InboundPresence(from: Self.phone, kind: .unavailable))))
    #expect(told(rig) == ["working"])
    rig.pass(PresenceTracker.flicker)
    #expect(told(rig) == ["working", nil])
  }

  @Test func `Z1 a stranger's is not told`() throws {
    let rig = try Rig.online()
    Self.present(rig, status: "look at me")
    #expect(told(rig).isEmpty)
  }
}
