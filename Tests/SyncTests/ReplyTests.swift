import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// XEP-0461: a message answers another one.
@Suite struct ReplyTests {
  private func target(_ id: String, of author: JID = bo, quote: String = "") -> ReplyTarget {
    ReplyTarget(id: NamedID.id(of: id), author: author, quote: quote)
  }

  private func reply(_ rig: Rig, _ text: String, _ id: String, to target: ReplyTarget) {
    rig.wish(.send(chat: bo, text: text, originID: OriginID(named: id), replyTo: target))
  }

  private func sent(_ rig: Rig) -> [ReplyTarget?] {
    rig.commands.compactMap { command in
      if case .send(_, _, _, _, let target, _) = command { .some(target) } else { nil }
    }
  }

  /// Each text with what it is shown to answer.
  private func shown(_ rig: Rig) throws -> [String] {
    try rig.page().map { message in
      let answered = message.replyTo.map { $0.stored.map { " < \($0.text)" } ?? " < ?" }
      return message.text + (answered ?? "")
    }
  }

  // MARK: Mine

  @Test func `M3 what is answered goes with the message, and the draft is gone`() throws {
    let rig = try Rig.online()
    rig.server.deliver("can you?", id: "z1", from: bo)
    rig.run()
    rig.forget()
    let said = target("z1", quote: "can you?")
    rig.wish(.saveDraft(chat: bo, text: "ye", replyTo: said))
    #expect(try rig.database.drafts.reply(bo) == said)
    reply(rig, "yes", "b2", to: said)
    #expect(sent(rig) == [said])
    #expect(try rig.database.drafts.reply(bo) == nil && rig.database.drafts.draft(bo) == "")
    rig.run()
    #expect(try shown(rig) == ["can you?", "yes < can you?"])
    #expect(try rig.page()[1].replyTo?.stored?.row == rig.page()[0].id)
    #expect(try rig.counts() == OutboxCounts())
  }

  @Test func `M3 M7 written offline it waits its turn, survives kill -9 and goes once with it`()
    throws
  {
    let rig = try Rig.online()
    rig.server.deliver("can you?", id: "z1", from: bo)
    rig.run()
    rig.cut()
    let said = target("z1", quote: "can you?")
    rig.wish(.saveDraft(chat: bo, text: "", replyTo: said))
    try rig.kill()
    #expect(try #require(try rig.database.chats.chat(bo)).draftReply == said)
    rig.send("wait", "b2")
    reply(rig, "yes", "c3", to: said)
    #expect(try rig.counts() == OutboxCounts(queued: 2))
    #expect(try rig.database.outbox.entries().map(\.replyTo) == [nil, said])
    try rig.kill()
    rig.forget()
    rig.link()
    rig.run()
    #expect(rig.server.received.map(\.name) == ["b2", "c3"])
    #expect(sent(rig) == [nil, said])
    #expect(try shown(rig) == ["can you?", "wait", "yes < can you?"])
  }

  @Test func `M3 M7 O9 sent again after a cut, and tried again after a refusal, it still answers`()
    throws
  {
    let rig = try Rig.online()
    let said = target("z1", quote: "can you?")
    reply(rig, "yes", "k1", to: said)
    rig.forget()
    rig.cut()
    rig.link()
    rig.run()
    #expect(sent(rig) == [said])
    let error = StanzaError(kind: "cancel", condition: "not-allowed")
    rig.handle(.session(.refused(OriginID(named: "k1"), from: bo, error)))
    rig.forget()
    rig.wish(.retry(OriginID(named: "k1")))
    rig.run()
    #expect(sent(rig) == [said])
  }

  @Test func `M3 M7 O9 sent again because the archive does not have it, it still answers`() throws {
    let rig = try Rig.online()
    rig.server.forgets = ["yes"]
    let said = target("z1", quote: "can you?")
    reply(rig, "yes", "k1", to: said)
    rig.run()
    rig.pass(30_000)
    #expect(sent(rig) == [said, said, said])
  }

  @Test func `M3 O8 one that waits can be deleted and brought back, and is what it was`() throws {
    let rig = try Rig.online()
    rig.send("first", "k1")
    rig.run()
    rig.cut()
    rig.send("second", "k2")
    reply(rig, "indeed", "c3", to: target("k2", of: me))
    #expect(try shown(rig).last == "indeed < second")
    rig.forget()
    rig.wish(.delete([OriginID(named: "k2")]))
    #expect(try shown(rig).last == "indeed < ?")
    #expect(
      rig.changes.contains {
        if case .message(let told) = $0 {
          told.text == "indeed" && told.replyTo?.stored == nil
        } else {
          false
        }
      })
    rig.wish(.undo)
    #expect(try shown(rig).last == "indeed < second")
    rig.wish(.delete([OriginID(named: "c3")]))
    rig.wish(.undo)
    #expect(try shown(rig).last == "indeed < second")
  }

  @Test func `M3 M1 an edited reply still answers, here and in what is sent`() throws {
    let rig = try Rig.online()
    rig.server.deliver("can you?", id: "z1", from: bo)
    rig.run()
    let said = target("z1", quote: "can you?")
    reply(rig, "yes", "b2", to: said)
    rig.run()
    rig.forget()
    rig.wish(.edit(OriginID(named: "b2"), text: "no", newID: OriginID(named: "c3")))
    rig.run()
    #expect(sent(rig) == [said])
    #expect(try shown(rig) == ["can you?", "no < can you?"])
  }

  // MARK: Others'

  @Test func `M3 C5 a reply that comes before what it answers finds it when that comes`() throws {
    let rig = try Rig.online()
    rig.server.deliver("yes", id: "a2", from: bo, answering: target("z1", quote: "can"))
    rig.run()
    #expect(try shown(rig) == ["yes < ?"])
    #expect(try rig.page()[0].replyTo == target("z1", quote: "can"))
    rig.forget()
    rig.server.deliver("can you?", id: "z1", from: bo)
    rig.run()
    #expect(try shown(rig) == ["yes < can you?", "can you?"])
    #expect(
      rig.changes.contains {
        if case .message(let told) = $0 { told.replyTo?.stored != nil } else { false }
      })
  }

  @Test func `M3 C5 my other device's reply, and the archive's, answer what they answered there`()
    throws
  {
    let rig = try Rig()
    rig.server.deliver("can you?", id: "z1", from: bo, isLive: false)
    rig.server.deliver("hm", id: "y2", from: bo, isLive: false, answering: target("z1"))
    rig.handle(.start)
    rig.link()
    rig.run()
    rig.server.carbon("yes", id: "a3", to: bo, answering: target("z1"))
    rig.run()
    #expect(try shown(rig) == ["can you?", "hm < can you?", "yes < can you?"])
    #expect(try #require(try rig.database.chats.chat(bo)).unread == 2)
  }

  @Test func `M3 what is shown of the answered message follows its newest text`() throws {
    let rig = try Rig.online()
    rig.server.deliver("can yu?", id: "z1", from: bo)
    rig.run()
    reply(rig, "yes", "b2", to: target("z1", quote: "can yu?"))
    rig.run()
    rig.forget()
    rig.server.deliver(
      "can you?", id: "a3", from: bo, amending: .correction(of: NamedID.id(of: "z1")))
    rig.run()
    #expect(try shown(rig) == ["can you?", "yes < can you?"])
    #expect(
      rig.changes.contains {
        if case .message(let told) = $0 { told.replyTo?.stored?.text == "can you?" } else { false }
      })
    // A program that answers the correction means the message.
    rig.server.deliver("really", id: "c4", from: bo, answering: target("a3"))
    rig.run()
    #expect(try shown(rig).last == "really < can you?")
  }

  @Test func `M3 Z1 whom an answer names as the author must have written it, in this chat`() throws
  {
    let rig = try Rig.online()
    rig.send("mine", "k1")
    rig.run()
    rig.server.deliver("his", id: "z1", from: bo)
    rig.server.deliver("hers", id: "z9", from: cy)
    rig.run()
    rig.server.deliver("one", id: "a1", from: bo, answering: target("z1", of: me))
    rig.server.deliver("two", id: "a2", from: bo, answering: target("z9", of: cy))
    rig.server.deliver("three", id: "a3", from: bo, answering: target("k1", of: me))
    rig.server.deliver("four", id: "a4", from: bo, answering: target("z1", of: cy))
    rig.run()
    #expect(
      try shown(rig) == ["mine", "his", "one < ?", "two < ?", "three < mine", "four < his"])
    #expect(try rig.page()[3].replyTo?.author == nil)
  }

  @Test func `M3 of programs that count their ids the newest message before it is meant`() throws {
    let rig = try Rig.online()
    for (text, id) in [("monday", "1"), ("tuesday", "1")] {
      rig.server.deliver(text, id: id, from: bo)
      rig.run()
    }
    rig.server.deliver("so", id: "2", from: bo, answering: target("1"))
    rig.run()
    rig.server.deliver("wednesday", id: "1", from: bo)
    rig.run()
    #expect(try shown(rig) == ["monday", "tuesday", "so < tuesday", "wednesday"])
  }

  @Test func `M3 Z4 a message with thousands of answers tells some of them when it changes`() throws
  {
    let rig = try Rig.online()
    rig.server.deliver("one", id: "z1", from: bo)
    for number in 0..<300 {
      rig.server.deliver("x\(number)", id: "n\(number)", from: bo, answering: target("z1"))
    }
    rig.run()
    rig.forget()
    rig.server.deliver("two", id: "a2", from: bo, amending: .correction(of: NamedID.id(of: "z1")))
    rig.run()
    let told = rig.changes.count { if case .message = $0 { true } else { false } }
    #expect((100...300).contains(told))
    #expect(try shown(rig)[1...].allSatisfy { $0.hasSuffix(" < two") })
  }

  @Test func `M3 the place of an answered message is found by its row`() throws {
    let rig = try Rig.online()
    for number in 0..<200 { rig.server.deliver("x\(number)", id: "n\(number)", from: bo) }
    rig.run()
    let row = try rig.page()[20].id
    rig.forget()
    rig.wish(.openMessage(chat: bo, row: row))
    let stretch = rig.changes.compactMap { change -> [Message]? in
      if case .stretch(bo, let messages, _, _) = change { messages } else { nil }
    }
    #expect(stretch.count == 1 && stretch[0].contains { $0.id == row })
    #expect(stretch[0].count < 200)
  }
}
