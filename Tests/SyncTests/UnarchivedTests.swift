import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// Fact 5b: a server may acknowledge and deliver a message without archiving it.
@Suite struct UnarchivedTests {
  /// One message that the archive does not get, and one more after it.
  private func rig(receipt: Bool) throws -> Rig {
    let rig = try Rig.online()
    rig.server.forgets = ["lost"]
    rig.send("lost", "m1")
    while rig.serve() {}
    if receipt { rig.answer(receiptFor: "m1") }
    rig.run()
    rig.send("kept", "m2")
    rig.run()
    return rig
  }

  private func notices(_ rig: Rig) -> Int {
    rig.changes.count { if case .notice = $0 { true } else { false } }
  }

  @Test func `O9 what was confirmed and is not in the archive goes again, then it is told`() throws
  {
    let rig = try rig(receipt: false)
    #expect(try rig.texts() == ["lost", "kept"])
    rig.pass(30_000)
    #expect(rig.server.received.filter { $0.name == "m1" }.count == 3)
    #expect(notices(rig) == 1)
    let message = try #require(try rig.database.messages.mine(OriginID(named: "m1")))
    #expect(message.status == .sent)
    let causes = try rig.database.lives.events(of: message.id).compactMap(\.cause)
    #expect(causes.contains { $0.contains("not there, though the server confirmed it") })
    #expect(try rig.texts() == ["lost", "kept"])
    rig.forget()
    rig.server.deliver("later", id: "x1", from: bo)
    rig.run()
    #expect(try rig.texts() == ["lost", "kept", "later"])
    rig.pass(30_000)
    #expect(notices(rig) == 0, "it is told once")
  }

  @Test func `O9 what the archive takes at the second time stands there, and nothing is told`()
    throws
  {
    let rig = try rig(receipt: false)
    rig.server.forgets = []
    rig.pass(30_000)
    #expect(rig.server.received.map(\.name) == ["m1", "m2", "m1"])
    #expect(try rig.texts() == ["kept", "lost"])
    #expect(try rig.page().allSatisfy { $0.archiveID != nil && $0.status == .sent })
    #expect(notices(rig) == 0)
  }

  @Test(arguments: ["edit", "deletion", "reaction"])
  func `M1 M2 M4 O9 what is said of a message and kept nowhere goes again, then it is told there`(
    what: String
  ) throws {
    let rig = try Rig.online()
    rig.send("one", "m1")
    rig.run()
    let said = try rig.page()[0].id
    rig.server.forgets = ["two", "", "👍"]
    let id = OriginID(named: "a2")
    switch what {
    case "edit": rig.wish(.edit(OriginID(named: "m1"), text: "two", newID: id))
    case "deletion": rig.wish(.retract(OriginID(named: "m1"), newID: id))
    default: rig.wish(.react(row: said, Emoji("👍")!, newID: id))
    }
    rig.run()
    #expect(try pending(rig) == nil, "the server took it")
    rig.pass(60_000)
    #expect(rig.server.received.map(\.name) == ["m1", "a2", "a2", "a2"])
    let doubt = try #require(try pending(rig))
    #expect(doubt.originID == id && doubt.status == .sent)
    #expect(doubt.failure == "not confirmed by bo")
    rig.forget()
    rig.wish(.retry(id))
    rig.run()
    #expect(rig.server.received.count == 5)
    rig.answer(receiptFor: "a2")
    rig.run()
    #expect(try pending(rig) == nil)
    let told = rig.changes.compactMap {
      if case .message(let message) = $0 { message.id } else { nil }
    }
    #expect(told.contains(said))
  }

  private func pending(_ rig: Rig) throws -> Message.Pending? {
    let message = try rig.page()[0]
    return message.edit?.pending ?? message.retraction?.pending ?? message.myReaction?.pending
  }

  @Test func `O9 where the peer has it, it is a line in its life and no more`() throws {
    let rig = try rig(receipt: true)
    #expect(notices(rig) == 0)
    #expect(try rig.status("m1") == .delivered)
  }

  @Test func `D1 O9 a marker makes nothing read that the archive does not have, and it goes again`()
    throws
  {
    let rig = try Rig.online()
    rig.server.forgets = ["lost"]
    rig.send("lost", "m1")
    rig.send("kept", "m2")
    rig.run()
    rig.answer(displayedFor: "m2", device: "phone")
    #expect(try rig.page().map(\.status) == [.sent, .read])
    rig.server.forgets = []
    rig.pass(30_000)
    #expect(rig.server.received.map(\.name) == ["m1", "m2", "m1"])
  }

  @Test func `D1 what was read before it was known to be in the archive is read then`() throws {
    let rig = try Rig.online()
    rig.send("one", "m1")
    rig.send("two", "m2")
    while try rig.page().contains(where: { $0.status != .sent }), rig.serve() || rig.receive() {}
    try #require(try rig.page().allSatisfy { !$0.isPlaced })
    rig.answer(displayedFor: "m2", device: "phone")
    #expect(try rig.page().map(\.status) == [.sent, .read])
    rig.run()
    #expect(try rig.page().map(\.status) == [.read, .read])
  }

  /// Two that the archive did not get.
  private func rigThatForgot() throws -> Rig {
    let rig = try Rig.online()
    rig.server.forgets = ["one", "two"]
    rig.send("one", "m1")
    rig.send("two", "m2")
    rig.run()
    rig.server.forgets = []
    return rig
  }

  /// The older one comes back just before both would go again.
  private func rigWithBounce() throws -> Rig {
    let rig = try rigThatForgot()
    rig.pass(CatchUp.secondLook - 500)
    rig.forget()
    rig.handle(.session(.refused(OriginID(named: "m1"), from: bo, BounceTests.full)))
    return rig
  }

  @Test func `O7 what the archive does not have goes again behind an older one that came back`()
    throws
  {
    let rig = try rigWithBounce()
    rig.pass(20_000)
    #expect(rig.sends == ["m1", "m2"])
    #expect(try rig.texts() == ["one", "two"])
    #expect(try rig.page().allSatisfy { $0.archiveID != nil })
  }

  @Test func `O7 an older one's error in the same read as the archive's answer holds it back, too`()
    throws
  {
    let rig = try rigThatForgot()
    rig.isSilent = true
    rig.pass(CatchUp.secondLook)
    while rig.serve() {}
    let answers = rig.server.outbound.map { CoreEvent.session($0) }
    rig.server.outbound = []
    rig.forget()
    let error = CoreEvent.session(.refused(OriginID(named: "m1"), from: bo, BounceTests.full))
    rig.handleTogether(answers + [error])
    #expect(rig.sends == [])
    rig.isSilent = false
    rig.pass(20_000)
    #expect(rig.sends == ["m1", "m2"])
    #expect(try rig.texts() == ["one", "two"])
  }

  @Test func `O7 O9 one that came back and was given up holds what is not archived no longer`()
    throws
  {
    let rig = try rigWithBounce()
    rig.pass(600)
    #expect(rig.sends == [], "the second look finds both waiting")
    rig.isSilent = true
    rig.pass(2_000)
    #expect(rig.sends == ["m1"])
    let refusal = StanzaError(kind: "cancel", condition: "forbidden")
    rig.handle(.session(.refused(OriginID(named: "m1"), from: bo, refusal)))
    rig.isSilent = false
    rig.run()
    rig.pass(20_000)
    #expect(rig.sends == ["m1", "m2"])
    #expect(try rig.status("m1") == .failed)
  }

  @Test func `O7 T1 what the archive shows late stands before what I wrote after it`() throws {
    let rig = try Rig.online()
    rig.server.forgets = ["one"]
    rig.send("one", "m1")
    rig.send("two", "m2")
    while rig.serve() {}
    // More than a page lies between mine and what bo says next: its end is not reached yet when that has its place.
    for number in 1...60 { rig.server.deliver("x", id: "x\(number)", from: cy, isLive: false) }
    rig.server.deliver("three", id: "b1", from: bo)
    rig.run()
    #expect(try rig.texts() == ["one", "two", "three"])
  }

  /// What was refused and is tried again says nothing of what stood behind it at first.
  @Test func `O7 T1 what is not archived stands before what I wrote later, if an older goes again`()
    throws
  {
    let rig = try Rig.online()
    rig.server.forgets = ["again", "lost"]
    for (index, text) in ["again", "lost", "kept"].enumerated() { rig.send(text, "m\(index + 1)") }
    while rig.serve() || rig.receive(), try rig.status("m3") != .sent {}
    let refusal = StanzaError(kind: "cancel", condition: "forbidden")
    rig.handle(.session(.refused(OriginID(named: "m1"), from: bo, refusal)))
    rig.answer(receiptFor: "m2")
    for number in 1...60 { rig.server.deliver("x", id: "x\(number)", from: cy, isLive: false) }
    rig.server.forgets = ["lost"]
    rig.wish(.retry(OriginID(named: "m1")))
    rig.run()
    #expect(try rig.texts() == ["lost", "kept", "again"])
  }

  @Test func `O9 what the archive has is nothing to tell`() throws {
    let rig = try Rig.online()
    for index in 1...120 { rig.send("\(index)", "m\(index)") }
    rig.run()
    #expect(notices(rig) == 0)
  }

  /// More than gets a place in one turn.
  @Test(arguments: [false, true])
  func `Z4 T1 what is much and in no archive gets its places in several turns, in order`(
    isGroup: Bool
  ) throws {
    let rig = isGroup ? try RoomTests.joined() : try Rig.online()
    let chat = isGroup ? team : bo
    for number in 1...40 {
      let id = OriginID(named: "x\(number)")
      let text = "\(number) " + String(repeating: "x", count: 250_000)
      var message = rig.server.room.say(text, id: id, as: "bo")
      rig.server.room.forgetNewest()
      message.archiveID = nil
      if !isGroup { (message.from, message.kind) = (bo.with(resource: "phone")!, .direct) }
      rig.server.tell(.message(message))
    }
    rig.forget()
    rig.run()
    rig.pass(60_000)
    let page = try rig.page(chat)
    #expect(page.map { $0.text.prefix { $0 != " " } } == (1...40).map { "\($0)" })
    #expect(page.allSatisfy { $0.order.anchor < MessageOrder.unplaced })
  }
}
