import Model
import Storage
import Testing
import XMPP

@testable import Sync

/// People's pictures (XEP-0084).
@Suite struct AvatarTests {
  private static let bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1]
  private static let avatar = Avatar(own: bytes)!

  private func fetched(_ rig: Rig) -> [String] {
    rig.commands.compactMap { if case .fetchAvatar(let hash, _) = $0 { hash } else { nil } }
  }

  private func told(_ rig: Rig) -> [Avatar?] {
    rig.commands.compactMap {
      if case .tellAvatar(_, let avatar, _) = $0 { .some(avatar) } else { nil }
    }
  }

  private func shown(_ rig: Rig) -> String? {
    for case .card(let card) in rig.changes.reversed() { return card.avatar }
    return nil
  }

  @Test func `P8 a contact's is fetched once somebody looks, kept, and shown offline`() throws {
    let rig = try Rig.online()
    rig.befriend()
    rig.handle(.session(.avatar(bo, Self.avatar)))
    #expect(fetched(rig).isEmpty, "nobody looks")
    rig.wish(.openCard(bo))
    #expect(fetched(rig) == [Self.avatar.hash] && shown(rig) == nil)
    rig.handle(.session(.avatarData(bo, Self.avatar.hash, Self.bytes)))
    #expect(shown(rig) == Self.avatar.hash && rig.avatars[Self.avatar.hash] == Self.bytes)
    rig.cut()
    rig.forget()
    try rig.kill()
    rig.wish(.openCard(bo))
    #expect(shown(rig) == Self.avatar.hash && fetched(rig).isEmpty)
    rig.link()
    rig.run()
    rig.handle(.session(.avatar(bo, nil)))
    #expect(shown(rig) == nil && rig.avatars.isEmpty)
  }

  @Test func `Z1 Z4 a stranger's, what nobody asked for, and what cannot be had are not kept`()
    throws
  {
    let rig = try Rig.online()
    rig.handle(.session(.avatar(cy, Self.avatar)))
    #expect(try rig.database.avatars.count() == 0)
    rig.befriend()
    rig.handle(.session(.avatar(bo, Self.avatar)))
    rig.handle(.session(.avatarData(bo, Self.avatar.hash, Self.bytes)))
    #expect(rig.avatars.isEmpty)
    rig.wish(.openCard(bo))
    rig.handle(.session(.avatarData(bo, Self.avatar.hash, nil)))
    #expect(rig.commands.last == .fetchPhoto(Self.avatar.hash, of: bo))
    rig.handle(.session(.avatarData(bo, Self.avatar.hash, nil)))
    #expect(rig.commands.filter { $0 == .fetchPhoto(Self.avatar.hash, of: bo) }.count == 1)
    rig.wish(.closeCard)
    rig.wish(.openCard(bo))
    #expect(rig.avatars.isEmpty && fetched(rig).count == 1, "not again on this link")
  }

  @Test func `P8 who has one in the vCard alone is shown by that`() throws {
    let rig = try Rig.online()
    rig.befriend()
    for who in [bo, cy] {
      var presence = InboundPresence(from: who.with(resource: "phone")!, kind: .available)
      presence.photo = Self.avatar.hash
      rig.handle(.session(.presence(presence)))
    }
    #expect(try rig.database.avatars.count() == 1, "not a stranger's")
    rig.wish(.openCard(bo))
    rig.handle(.session(.avatarData(bo, Self.avatar.hash, nil)))
    rig.handle(.session(.avatarData(bo, Self.avatar.hash, Self.bytes)))
    #expect(shown(rig) == Self.avatar.hash)
  }

  @Test func `Z4 so many are kept, the newest`() throws {
    let rig = try Rig.online()
    for index in 0...Avatar.capacity {
      let who = JID("x\(index)@example.org")!
      let item = RosterItem(
        contact: Contact(jid: who, name: nil, subscription: .both), isRemoved: false)
      let bytes = Self.bytes + [UInt8(index / 256), UInt8(index % 256)]
      rig.handleTogether([.session(.rosterPush(item)), .session(.avatar(who, Avatar(own: bytes)))])
      rig.wish(.openCard(who))
      rig.handle(.session(.avatarData(who, Avatar.hash(of: bytes), bytes)))
    }
    #expect(rig.avatars.count == Avatar.capacity)
    #expect(rig.avatars[Avatar.hash(of: Self.bytes + [0, 0])] == nil)
  }

  @Test func `P8 M7 mine is told at the next link, once, and taken back`() throws {
    let rig = try Rig.online()
    rig.cut()
    rig.wish(.setMyPicture(Self.bytes))
    try rig.kill()
    rig.link()
    rig.run()
    #expect(told(rig) == [Self.avatar])
    #expect(
      rig.commands.contains { if case .tellAvatar(_, _, Self.bytes) = $0 { true } else { false } })
    rig.handle(.session(.avatarTold(id: "picture-1", nil)))
    rig.cut()
    rig.link()
    rig.run()
    #expect(told(rig).count == 1)
    rig.wish(.setMyPicture([]))
    #expect(told(rig).last == .some(nil))
    rig.handle(
      .session(.avatarTold(id: "picture-2", StanzaError(kind: "cancel", condition: "forbidden"))))
    #expect(
      rig.changes.contains {
        if case .notice(let notice) = $0 { notice.kind == .error } else { false }
      })
  }

  @Test func `Z6 what is no picture is not told`() throws {
    let rig = try Rig.online()
    rig.wish(.setMyPicture(Array("<svg/>".utf8)))
    #expect(told(rig).isEmpty && rig.changes.last == .notice(Notice(.error, Avatars.refusal)))
  }
}
