import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// XEP-0424: a message is deleted for everyone.
@Suite struct RetractionTests {
  private func retract(_ rig: Rig, _ id: String, as new: String) {
    rig.wish(.retract(OriginID(named: id), newID: OriginID(named: new)))
  }

  /// What stands on the screen.
  private func shown(_ rig: Rig) throws -> [String] {
    try rig.page().map { $0.isDeleted ? "(deleted)" : $0.text }
  }

  private func retracts(_ id: String) -> Amendment { .retraction(of: NamedID.id(of: id)) }
  private func corrects(_ id: String) -> Amendment { .correction(of: NamedID.id(of: id)) }

  private let refusal = StanzaError(kind: "cancel", condition: "not-allowed")

  // MARK: Mine

  @Test func `M2 what has left is deleted by a message of its own, and its text is gone here`()
    throws
  {
    let rig = try Rig.online()
    rig.send("secret", "k1")
    rig.run()
    rig.send("second", "b2")
    rig.run()
    rig.forget()
    retract(rig, "k1", as: "a3")
    #expect(try shown(rig) == ["(deleted)", "second"])
    #expect(try rig.page()[0].retraction?.pending?.status == .sending)
    #expect(try rig.page()[0].sentText == "secret")
    let sent = rig.commands.compactMap { command in
      if case .send(_, let id, _, let amendment, _, _) = command {
        (id.name, amendment)
      } else {
        nil
      }
    }
    #expect(sent.map(\.0) == ["a3"] && sent.map(\.1) == [retracts("k1")])
    rig.run()
    #expect(try shown(rig) == ["(deleted)", "second"])
    #expect(try rig.page()[0].isErased && rig.page()[0].sentText == "")
    #expect(try rig.counts() == OutboxCounts())
    #expect(try rig.database.chats.chat(bo)?.last?.id == rig.page().last?.id)
  }

  @Test func `M2 M7 deleted offline it waits in its order, survives kill -9 and goes once`() throws
  {
    let rig = try Rig.cutAfterSaying("secret")
    rig.send("next", "z2")
    retract(rig, "k1", as: "a3")
    rig.send("last", "b4")
    #expect(try rig.counts() == OutboxCounts(queued: 3))
    try rig.kill()
    #expect(try shown(rig) == ["(deleted)", "next", "last"])
    #expect(try rig.page()[0].retraction?.pending?.originID == OriginID(named: "a3"))
    rig.link()
    rig.run()
    #expect(rig.server.received.map(\.name) == ["k1", "z2", "a3", "b4"])
    rig.cut()
    rig.link()
    rig.run()
    #expect(rig.server.received.map(\.name) == ["k1", "z2", "a3", "b4"])
    #expect(try shown(rig) == ["(deleted)", "next", "last"] && rig.page()[0].isErased)
    #expect(try rig.counts() == OutboxCounts())
  }

  @Test func `M2 M7 what may have left goes again before what deletes it, with its text`() throws {
    let rig = try Rig.online()
    rig.send("secret", "k1")
    retract(rig, "k1", as: "a2")
    #expect(try shown(rig) == ["(deleted)"])
    rig.forget()
    rig.cut()
    rig.server.cut()
    rig.link()
    rig.run()
    let texts = rig.commands.compactMap { command in
      if case .send(_, let id, let text, _, _, _) = command { "\(id.name) \(text)" } else { nil }
    }
    #expect(texts.suffix(2) == ["k1 secret", "a2 "])
    #expect(try shown(rig) == ["(deleted)"] && rig.page()[0].isErased)
  }

  @Test func `M2 O8 what cannot have left is removed, and u brings it back`() throws {
    let rig = try Rig()
    rig.startOffline()
    rig.send("secret", "k1")
    retract(rig, "k1", as: "a2")
    #expect(try rig.page().isEmpty && rig.counts() == OutboxCounts())
    rig.wish(.undo)
    #expect(try shown(rig) == ["secret"])
  }

  @Test func `M7 O10 a refused retraction brings the message back, and can be tried again`() throws
  {
    let rig = try Rig.online()
    rig.send("secret", "k1")
    rig.run()
    retract(rig, "k1", as: "a2")
    rig.server.inbound = []
    rig.handle(.session(.refused(OriginID(named: "a2"), from: bo, refusal)))
    #expect(try shown(rig) == ["secret"])
    let pending = try #require(try rig.page()[0].retraction?.pending)
    #expect(pending.status == .failed && pending.failure != nil)
    #expect(try rig.page()[0].status == .sent && rig.counts() == OutboxCounts(failed: 1))
    // The same wish again is the same retraction.
    retract(rig, "k1", as: "c3")
    #expect(try shown(rig) == ["(deleted)"])
    rig.run()
    #expect(try rig.page()[0].isErased && rig.counts() == OutboxCounts())
    #expect(!rig.server.received.map(\.name).contains("c3"))
  }

  @Test func `M7 O6 a waiting retraction can be deleted in the review, and comes back`() throws {
    let rig = try Rig.cutAfterSaying("secret")
    retract(rig, "k1", as: "a2")
    rig.wish(.delete([OriginID(named: "a2")]))
    #expect(try shown(rig) == ["secret"] && rig.page()[0].retraction == nil)
    rig.wish(.undo)
    #expect(try shown(rig) == ["(deleted)"])
    rig.link()
    rig.run()
    #expect(rig.server.received.map(\.name) == ["k1", "a2"])
  }

  @Test
  func `M2 a correction that waits does not go out any more, nor is a deleted message edited`()
    throws
  {
    let rig = try Rig.online()
    rig.send("helo", "k1")
    rig.run()
    rig.cut()
    rig.wish(.edit(OriginID(named: "k1"), text: "secret", newID: OriginID(named: "a2")))
    retract(rig, "k1", as: "a3")
    #expect(try rig.counts() == OutboxCounts(queued: 1))
    rig.wish(.edit(OriginID(named: "k1"), text: "more", newID: OriginID(named: "a4")))
    retract(rig, "k1", as: "a5")
    #expect(try rig.counts() == OutboxCounts(queued: 1))
    rig.link()
    rig.run()
    #expect(rig.server.received.map(\.name) == ["k1", "a3"])
    #expect(try shown(rig) == ["(deleted)"])
  }

  @Test func `M2 a deleted message that comes back is gone, with what deletes it`() throws {
    let rig = try Rig.cutAfterSaying("secret")
    retract(rig, "k1", as: "a2")
    rig.handle(.session(.refused(OriginID(named: "k1"), from: bo, refusal)))
    #expect(try rig.page().isEmpty && rig.counts() == OutboxCounts())
    rig.link()
    rig.run()
    #expect(rig.server.received.map(\.name) == ["k1"])
    try rig.kill()
    rig.link()
    rig.run()
    #expect(try rig.page().isEmpty && rig.counts() == OutboxCounts())
  }

  @Test func `M2 a message that comes back when it was erased is not sent without its text`() throws
  {
    let rig = try Rig.online()
    rig.send("secret", "k1")
    rig.run()
    retract(rig, "k1", as: "a2")
    rig.run()
    rig.forget()
    rig.handle(.session(.refused(OriginID(named: "k1"), from: bo, BounceTests.full)))
    rig.pass(60_000)
    rig.run()
    #expect(!rig.commands.contains { if case .send = $0 { true } else { false } })
    #expect(try rig.page().isEmpty && rig.counts() == OutboxCounts())
  }

  @Test func `M2 O9 what was deleted does not go again where the archive has lost it`() throws {
    let rig = try Rig.online()
    rig.server.forgets = ["secret"]
    rig.send("secret", "k1")
    rig.run()
    retract(rig, "k1", as: "a2")
    rig.run()
    rig.forget()
    rig.pass(60_000)
    #expect(rig.server.received.map(\.name) == ["k1", "a2"])
    #expect(!rig.changes.contains { if case .notice = $0 { true } else { false } })
    #expect(try shown(rig) == ["(deleted)"] && rig.page()[0].failure == nil)
  }

  // MARK: Others'

  @Test func `M2 A1 what another deletes unread counts no more, and is told no more`() throws {
    let rig = try Rig.online()
    rig.befriend()
    rig.server.deliver("secret", id: "z1", from: bo)
    rig.run()
    #expect(try rig.database.chats.chat(bo)?.unread == 1)
    rig.forget()
    rig.server.deliver("fallback", id: "a2", from: bo, amending: retracts("z1"))
    rig.run()
    #expect(try shown(rig) == ["(deleted)"])
    let chat = try #require(try rig.database.chats.chat(bo))
    #expect(chat.unread == 0 && chat.last?.isDeleted == true)
    #expect(!rig.changes.contains { if case .arrived = $0 { true } else { false } })
    #expect(try rig.page()[0].isErased)
    #expect(try rig.database.search.find(SearchQuery("secret")).hits.isEmpty)
    #expect(try rig.database.search.find(SearchQuery("fallback")).hits.isEmpty)
    // Out of the archive, once more.
    rig.cut()
    try rig.kill()
    rig.link()
    rig.run()
    #expect(try shown(rig) == ["(deleted)"])
  }

  @Test func `M2 A1 sent and deleted while nobody was there, it is not told of`() throws {
    let rig = try Rig.online()
    rig.cut()
    rig.server.deliver("secret", id: "z1", from: bo, isLive: false)
    rig.server.deliver("fallback", id: "a2", from: bo, isLive: false, amending: retracts("z1"))
    rig.forget()
    rig.link()
    rig.run()
    #expect(try shown(rig) == ["(deleted)"])
    #expect(try rig.database.chats.chat(bo)?.unread == 0)
    #expect(!rig.changes.contains { if case .arrived = $0 { true } else { false } })
  }

  @Test func `M2 C5 a retraction that comes before its message hides it from the first moment`()
    throws
  {
    let rig = try Rig.online()
    let long = "an-id-that-nobody-counts-to"
    rig.server.deliver("hi", id: "y0", from: bo)
    rig.server.deliver("fallback", id: "a2", from: bo, amending: retracts(long))
    rig.run()
    #expect(try shown(rig) == ["hi"])
    rig.forget()
    rig.server.deliver("secret", id: long, from: bo)
    rig.run()
    #expect(try shown(rig) == ["hi", "(deleted)"])
    #expect(try rig.database.chats.chat(bo)?.unread == 1)
    for change in rig.changes {
      if case .message(let message) = change { #expect(message.text != "secret") }
      if case .arrived = change { Issue.record("told of") }
    }
  }

  @Test func `M2 Z1 only the author deletes, and it is logged`() throws {
    let rig = try Rig.afterForgeries(retracts, texts: ("x", "x", "x"))
    #expect(try rig.texts() == ["mine", "his"])
    #expect(rig.log.count { $0.contains("deletes a message that another wrote") } >= 2)
    #expect(try rig.database.chats.chat(cy) == nil)
  }

  @Test func `M2 C5 another device of mine deletes what this one wrote`() throws {
    let rig = try Rig.online()
    rig.send("secret", "k1")
    rig.run()
    rig.server.carbon("x", id: "a2", to: bo, amending: retracts("k1"))
    rig.run()
    #expect(try shown(rig) == ["(deleted)"] && rig.page()[0].isErased)
    rig.send("other", "k3")
    rig.run()
    rig.cut()
    rig.wish(.edit(OriginID(named: "k3"), text: "again", newID: OriginID(named: "c4")))
    rig.server.carbon("x", id: "a5", to: bo, amending: retracts("k3"))
    rig.link()
    rig.run()
    #expect(try shown(rig) == ["(deleted)", "(deleted)"])
    #expect(try rig.counts() == OutboxCounts())
    #expect(!rig.server.received.map(\.name).contains("c4"))
  }

  @Test func `M2 O9 a repeat of what was deleted is known by its id, and another's is not`() throws
  {
    let rig = try Rig.online()
    let long = "an-id-that-nobody-counts-to"
    rig.server.deliver("secret", id: long, from: bo)
    rig.server.deliver("one", id: "1", from: bo)
    rig.server.deliver("x", id: "a2", from: bo, amending: retracts(long))
    rig.server.deliver("x", id: "a3", from: bo, amending: retracts("1"))
    rig.run()
    #expect(try shown(rig) == ["(deleted)", "(deleted)"])
    rig.server.deliver("secret", id: long, from: bo)
    rig.server.deliver("of another day", id: "1", from: bo)
    rig.run()
    #expect(try shown(rig) == ["(deleted)", "(deleted)", "of another day"])
  }
}
