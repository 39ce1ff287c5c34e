import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// XEP-0308: a message is said in other words.
@Suite struct CorrectionTests {
  private func edit(_ rig: Rig, _ id: String, _ text: String, as new: String) {
    rig.wish(.edit(OriginID(named: id), text: text, newID: OriginID(named: new)))
  }

  private func shown(_ rig: Rig) throws -> [String] {
    try rig.page().map { $0.text + ($0.edit == nil ? "" : " (edited)") }
  }

  private func corrects(_ id: String) -> Amendment { .correction(of: NamedID.id(of: id)) }

  // MARK: Mine

  @Test func `M1 M6 what psst cannot show is not corrected, and its writer is told`() throws {
    let rig = try Rig.online()
    let message = InboundMessage(
      source: .carbon, from: me.with(resource: "phone")!, to: bo, id: NamedID.id(of: "k1"),
      originID: OriginID(named: "k1"), content: .unsupported(.encrypted(.omemo)))
    rig.handle(.session(.message(message)))
    edit(rig, "k1", "hello", as: "a2")
    #expect(try rig.counts() == OutboxCounts())
    #expect(try rig.page().map(\.content) == [.unsupported(.encrypted(.omemo))])
    let notice = Notice(.error, "psst cannot show this message, and so not edit it")
    #expect(rig.changes.contains(.notice(notice)))
  }

  @Test
  func `M1 what may have left is corrected, under an id of its own, and stands where it stood`()
    throws
  {
    let rig = try Rig.online()
    rig.send("helo", "k1")
    rig.run()
    rig.send("second", "b2")
    rig.run()
    rig.forget()
    edit(rig, "k1", "hello", as: "a3")
    let sent = rig.commands.compactMap { command in
      if case .send(_, let id, let text, let amendment, _, _) = command {
        (id.name, text, amendment)
      } else {
        nil
      }
    }
    #expect(sent.map(\.0) == ["a3"] && sent.map(\.1) == ["hello"])
    #expect(sent.map(\.2) == [corrects("k1")])
    #expect(try shown(rig) == ["hello (edited)", "second"])
    #expect(try rig.page()[0].edit?.pending?.status == .sending)
    rig.run()
    #expect(try shown(rig) == ["hello (edited)", "second"])
    #expect(try rig.page()[0].edit?.pending == nil && rig.page()[0].edit?.isApplied == true)
    #expect(try rig.counts() == OutboxCounts())
  }

  @Test
  func `M1 M7 written offline it waits behind what it corrects, survives kill -9 and goes once`()
    throws
  {
    let rig = try Rig.cutAfterSaying("helo")
    edit(rig, "k1", "hello", as: "a2")
    #expect(try rig.counts() == OutboxCounts(queued: 1))
    #expect(try shown(rig) == ["hello (edited)"])
    try rig.kill()
    #expect(try rig.page()[0].edit?.pending?.originID == OriginID(named: "a2"))
    rig.link()
    rig.run()
    #expect(rig.server.received.map(\.name) == ["k1", "a2"])
    #expect(try shown(rig) == ["hello (edited)"])
    #expect(try rig.counts() == OutboxCounts())
  }

  @Test
  func `M1 a correction that waits is changed itself, and nothing is sent for the same words`()
    throws
  {
    let rig = try Rig.cutAfterSaying("helo")
    edit(rig, "k1", "helo", as: "a2")
    #expect(try rig.counts() == OutboxCounts())
    edit(rig, "k1", "hullo", as: "a3")
    edit(rig, "k1", "hello", as: "a4")
    #expect(try rig.counts() == OutboxCounts(queued: 1))
    rig.link()
    rig.run()
    #expect(rig.server.received.map(\.name) == ["k1", "a3"])
    #expect(try shown(rig) == ["hello (edited)"])
    #expect(try rig.page()[0].sentText == "helo")
  }

  @Test func `M7 O9 sent again after a cut, message and correction each say what they said`() throws
  {
    let rig = try Rig.online()
    rig.send("helo", "k1")
    edit(rig, "k1", "hello", as: "a2")
    rig.forget()
    rig.cut()
    rig.server.cut()
    rig.link()
    rig.run()
    let texts = rig.commands.compactMap { command in
      if case .send(_, _, let text, _, _, _) = command { text } else { nil }
    }
    #expect(texts.suffix(2) == ["helo", "hello"])
    #expect(try shown(rig) == ["hello (edited)"])
  }

  @Test func `M7 O10 a correction that is refused is told, does not count, and can be tried again`()
    throws
  {
    let rig = try Rig.online()
    rig.send("helo", "k1")
    rig.run()
    edit(rig, "k1", "hello", as: "a2")
    let error = StanzaError(kind: "cancel", condition: "not-allowed")
    rig.server.inbound = []
    rig.handle(.session(.refused(OriginID(named: "a2"), from: bo, error)))
    let message = try #require(try rig.page().first)
    #expect(message.text == "helo" && message.edit?.pending?.status == .failed)
    #expect(message.edit?.pending?.failure != nil)
    #expect(message.status == .sent)
    rig.wish(.retry(OriginID(named: "a2")))
    rig.run()
    #expect(try shown(rig) == ["hello (edited)"])
    #expect(try rig.counts() == OutboxCounts())
  }

  @Test func `M7 O8 a waiting correction can be deleted, and comes back`() throws {
    let rig = try Rig.cutAfterSaying("helo")
    edit(rig, "k1", "hello", as: "a2")
    rig.wish(.delete([OriginID(named: "a2")]))
    #expect(try shown(rig) == ["helo"])
    rig.wish(.undo)
    #expect(try shown(rig) == ["hello (edited)"])
    rig.link()
    rig.run()
    #expect(rig.server.received.map(\.name) == ["k1", "a2"])
  }

  @Test func `M1 O10 a message that came back says itself what its waiting correction says`() throws
  {
    let rig = try Rig.online()
    rig.send("helo", "k1")
    rig.run()
    rig.handle(.session(.refused(OriginID(named: "k1"), from: bo, BounceTests.full)))
    edit(rig, "k1", "hullo", as: "c2")
    edit(rig, "k1", "hello", as: "a3")
    #expect(try rig.counts().waiting == 2)
    let error = StanzaError(kind: "cancel", condition: "not-allowed")
    rig.pass(1_500)
    rig.handle(.session(.refused(OriginID(named: "k1"), from: bo, error)))
    #expect(try shown(rig) == ["hello"])
    #expect(try rig.page()[0].sentText == "hello")
    #expect(try rig.counts() == OutboxCounts(failed: 1))
  }

  // MARK: Others'

  @Test func `M1 A1 another's correction takes the text's place, and is no new message`() throws {
    let rig = try Rig.online()
    rig.befriend()
    rig.server.deliver("helo", id: "z1", from: bo)
    rig.server.deliver("more", id: "c2", from: bo)
    rig.run()
    let newest = try #require(try rig.page().last)
    rig.wish(.markRead(chat: bo, through: newest.order))
    rig.forget()
    rig.server.deliver("hello", id: "a3", from: bo, amending: corrects("z1"))
    rig.run()
    #expect(try shown(rig) == ["hello (edited)", "more"])
    let chat = try #require(try rig.database.chats.chat(bo))
    #expect(chat.unread == 0 && chat.last?.id == newest.id)
    #expect(!rig.changes.contains { if case .arrived = $0 { true } else { false } })
    #expect(
      rig.changes.contains { if case .message(let new) = $0 { new.text == "hello" } else { false } }
    )
    #expect(try rig.database.search.find(SearchQuery("hello")).hits.count == 1)
    #expect(try rig.database.search.find(SearchQuery("helo")).hits.isEmpty)
  }

  @Test func `M1 Z1 only the author corrects`() throws {
    let rig = try Rig.afterForgeries(corrects, texts: ("forged", "not mine", "other chat"))
    let texts = try rig.page().map(\.text)
    #expect(texts == ["mine", "his", "forged", "not mine"])
    #expect(try rig.page(cy).map(\.text) == ["other chat"])
  }

  @Test func `M1 T1 the archive's order decides, whatever came first`() throws {
    let rig = try Rig()
    let second = "b2-of-a-program-that-does-not-count"
    rig.server.deliver("one", id: "z1", from: bo, isLive: false)
    rig.server.deliver("two", id: second, from: bo, isLive: false, amending: corrects("z1"))
    rig.server.deliver("three", id: "y3", from: bo, isLive: false, amending: corrects(second))
    rig.server.deliver("four", id: "a4", from: bo, isLive: false, amending: corrects("z1"))
    rig.handle(.start)
    rig.link()
    rig.run()
    let first = try shown(rig)
    #expect(first == ["four (edited)"])
    let row = try rig.page()[0].id
    #expect(
      try rig.database.amendments.corrections(of: row).map(\.text) == ["two", "three", "four"])
    // The same once more, live and out of the archive.
    rig.server.deliver("two", id: second, from: bo, amending: corrects("z1"))
    rig.run()
    rig.cut()
    rig.link()
    rig.run()
    #expect(try shown(rig) == ["four (edited)"])
  }

  @Test
  func `M1 C5 what corrects a message that is not known is shown, and joins it when it comes`()
    throws
  {
    let rig = try Rig.online()
    rig.server.deliver("hello", id: "a2", from: bo, amending: corrects("z1"))
    rig.run()
    #expect(try rig.page().map(\.text) == ["hello"])
    #expect(try #require(try rig.database.chats.chat(bo)).unread == 1)
    rig.forget()
    rig.server.deliver("helo", id: "z1", from: bo)
    rig.run()
    #expect(try shown(rig) == ["hello (edited)"])
    #expect(
      rig.changes.contains { if case .messageRemoved(bo, _) = $0 { true } else { false } })
    #expect(try #require(try rig.database.chats.chat(bo)).unread == 1)
  }

  @Test func `M1 what corrects the correction of a message that never comes takes its place`()
    throws
  {
    let rig = try Rig.online()
    for (text, id, target) in [("two", "b2", "z1"), ("three", "y3", "b2"), ("four", "a4", "y3")] {
      rig.server.deliver(text, id: id, from: bo, amending: corrects(target))
      rig.run()
    }
    #expect(try shown(rig) == ["four (edited)"])
    rig.server.deliver("one", id: "z1", from: bo)
    rig.run()
    #expect(try shown(rig) == ["four (edited)"])
    let row = try rig.page()[0].id
    #expect(
      try rig.database.amendments.corrections(of: row).map(\.sentText) == ["two", "three", "four"])
  }

  @Test func `M1 Z1 corrections that name each other in a circle are shown`() throws {
    let rig = try Rig.online()
    for (text, id, target) in [
      ("one", "a1", "c3"), ("two", "b2", "a1"), ("three", "c3", "b2"), ("four", "d4", "c3"),
      ("self", "e5", "e5"),
    ] {
      rig.server.deliver(text, id: id, from: bo, amending: corrects(target))
      rig.run()
    }
    #expect(try rig.page().map(\.text).contains("four"))
    #expect(Set(try rig.page().map(\.text)).isSuperset(of: ["one", "two", "three", "self"]))
  }

  @Test func `M1 of programs that count their ids the newest message is meant`() throws {
    let rig = try Rig.online()
    rig.server.deliver("monday", id: "1", from: bo)
    rig.run()
    rig.server.deliver("tuesday", id: "1", from: bo)
    rig.run()
    rig.server.deliver("wednesday", id: "2", from: bo, amending: corrects("1"))
    rig.run()
    #expect(try shown(rig) == ["monday", "wednesday (edited)"])
  }

  @Test func `M1 C5 a device of mine corrects what this one wrote`() throws {
    let rig = try Rig.online()
    rig.send("helo", "k1")
    rig.run()
    rig.server.carbon("hello", id: "a2", to: bo, amending: corrects("k1"))
    rig.run()
    #expect(try shown(rig) == ["hello (edited)"])
    #expect(try rig.page()[0].status == .sent)
  }
}
