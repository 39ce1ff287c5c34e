import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// A room's form in the hands of its owner (XEP-0045 §10.2).
@Suite struct RoomFormTests {
  private static let form = DataForm(
    .form, fields: [.init(name: "muc#roomconfig_roomname", label: "Name", values: ["team"])])

  private static func states(_ rig: Rig) -> [RoomForm] {
    rig.changes.compactMap { if case .roomForm(team, let state) = $0 { state } else { nil } }
  }

  private static func opened() throws -> Rig {
    let rig = try ModerationTests.leading()
    rig.server.room.form = form
    rig.wish(.moderate(team, .configure))
    rig.run()
    return rig
  }

  private static var filled: DataForm {
    var filled = form
    filled.kind = .submit
    filled.fill("muc#roomconfig_roomname", ["the team"])
    return filled
  }

  @Test func `G6 the form is asked for, filled in, and taken`() throws {
    let rig = try Self.opened()
    #expect(Self.states(rig) == [.loading, .open(Self.form)])
    rig.wish(.moderate(team, .submit(Self.filled)))
    rig.run()
    #expect(rig.server.room.submitted == [Self.filled])
    #expect(Self.states(rig).last == .saved)
    // It is over: nothing is left to cancel.
    rig.wish(.moderate(team, .cancelConfiguration))
    rig.run()
    #expect(rig.server.room.submitted.count == 1)
  }

  /// What is offered, what is filled in (`nil`: left as it is), and what the room gets.
  @Test(arguments: [
    (["0", ""], [nil, "sesame"], ["1", "sesame"]),
    (["1", "sesame"], [nil, ""], ["0", ""]),
    (["1", "sesame"], ["0", nil], ["0", "sesame"]),
    (["0", ""], ["1", nil], ["1", ""]),
    (["1", "sesame"], [nil, "open"], ["1", "open"]),
  ])
  func `G6 A4 a password that is given counts, and one that is taken away leaves the room open`(
    offered: [String], filled: [String?], sent: [String]
  ) throws {
    let names = ["muc#roomconfig_passwordprotectedroom", "muc#roomconfig_roomsecret"]
    let rig = try ModerationTests.leading()
    rig.server.room.form = DataForm(
      .form, fields: zip(names, offered).map { .init(name: $0, values: [$1]) })
    rig.wish(.moderate(team, .configure))
    rig.run()
    var form = try #require(rig.server.room.form)
    form.kind = .submit
    for (name, value) in zip(names, filled) { if let value { form.fill(name, [value]) } }
    rig.wish(.moderate(team, .submit(form)))
    rig.run()
    #expect(rig.server.room.submitted.last?.fields.map(\.values) == sent.map { [$0] })
  }

  @Test func `G6 A4 what is refused says why, and can be sent again`() throws {
    let rig = try Self.opened()
    rig.server.room.orderRefusal = StanzaError(
      kind: "modify", condition: "not-acceptable", text: "that name is taken")
    rig.wish(.moderate(team, .submit(Self.filled)))
    rig.run()
    #expect(Self.states(rig).last == .refused("The group was not changed: that name is taken"))
    rig.server.room.orderRefusal = nil
    rig.wish(.moderate(team, .submit(Self.filled)))
    rig.run()
    #expect(Self.states(rig).last == .saved)
  }

  @Test func `G6 who leaves the form tells the room that nothing changes`() throws {
    let rig = try Self.opened()
    rig.wish(.moderate(team, .cancelConfiguration))
    rig.run()
    #expect(rig.server.room.submitted.map(\.kind) == [.cancel])
    #expect(Self.states(rig).count == 2)
  }

  @Test func `G6 A4 who is no owner is told so, and so is who has no link`() throws {
    let rig = try ModerationTests.leading()
    rig.wish(.moderate(team, .configure))
    rig.run()
    #expect(
      Self.states(rig).last
        == .refused("The group cannot be configured: only its owners may do that"))
    rig.cut()
    rig.wish(.moderate(team, .configure))
    #expect(Self.states(rig).last == .refused("You are not in the group now"))
  }

  @Test func `G6 a room that says that it changed is asked what it is, once at a time`() throws {
    let rig = try RoomTests.joined()
    var news = InboundMessage(source: .live, from: team, to: me, kind: .group)
    news.news = .configured
    rig.server.room.facts?.isMembersOnly = true
    for _ in 0..<20 { rig.handle(.session(.message(news))) }
    let asked = { rig.commands.count { if case .describeRoom = $0 { true } else { false } } }
    #expect(asked() == 1)
    rig.run()
    #expect(asked() == 2)
    let rooms = rig.changes.compactMap { if case .room(let room) = $0 { room } else { nil } }
    #expect(rooms.last?.isMembersOnly == true)
  }
}
