import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// XEP-0444: emoji that are said of a message.
@Suite struct ReactionTests {
  private func react(_ rig: Rig, _ text: String, to index: Int = 0, as new: String) throws {
    let row = try rig.page()[index].id
    rig.wish(.react(row: row, Emoji(text)!, newID: OriginID(named: new)))
  }

  /// What stands below each message: `bo 👍, me ❤️ queued`.
  private func shown(_ rig: Rig) throws -> [String] {
    try rig.page().map { message in
      message.reactions.map { one in
        ([one.sender.local ?? ""] + one.emoji.map(\.text) + [one.pending?.status.rawValue ?? ""])
          .filter { !$0.isEmpty }.joined(separator: " ")
      }.sorted().joined(separator: ", ")
    }
  }

  private func reacts(_ text: String, to id: String) -> Amendment {
    .reactions(Emoji.all(in: text.split(separator: " ")), to: NamedID.id(of: id))
  }

  private func sent(_ rig: Rig) -> [String] {
    rig.commands.compactMap { command in
      guard case .send(_, let id, _, let amendment?, _, _) = command else { return nil }
      return "\(id.name) \(amendment.substitute)"
    }
  }

  private let refusal = StanzaError(kind: "cancel", condition: "not-allowed")

  /// Online, after the other has said "hi" (z1).
  private func greeted() throws -> Rig {
    let rig = try Rig.online()
    rig.server.deliver("hi", id: "z1", from: bo)
    rig.run()
    rig.forget()
    return rig
  }

  /// What came in and was told of.
  private func told(_ rig: Rig) -> [String] {
    rig.changes.compactMap { if case .arrived(let message) = $0 { message.text } else { nil } }
  }

  // MARK: Mine

  @Test func `M4 a reaction goes out as all that I say of the message, and again takes it back`()
    throws
  {
    let rig = try greeted()
    try react(rig, "👍", as: "r1")
    #expect(try shown(rig) == ["me 👍 sending"])
    rig.run()
    #expect(try shown(rig) == ["me 👍"])
    try react(rig, "❤️", as: "r2")
    rig.run()
    #expect(try shown(rig) == ["me 👍 ❤️"])
    try react(rig, "👍", as: "r3")
    rig.run()
    #expect(try shown(rig) == ["me ❤️"])
    try react(rig, "❤", as: "r4")
    #expect(try shown(rig) == ["me sending"])
    rig.run()
    #expect(try shown(rig) == [""] && rig.texts() == ["hi"])
    #expect(sent(rig) == ["r1 👍", "r2 👍 ❤️", "r3 ❤️", "r4 "])
    #expect(try rig.counts() == OutboxCounts())
  }

  @Test func `M4 M7 offline it waits in its order, survives kill -9 and goes once`() throws {
    let rig = try greeted()
    rig.cut()
    rig.send("before", "a1")
    try react(rig, "👍", as: "r2")
    rig.send("after", "a3")
    #expect(try rig.counts() == OutboxCounts(queued: 3))
    try rig.kill()
    #expect(try shown(rig)[0] == "me 👍 queued")
    rig.link()
    rig.run()
    #expect(rig.server.received.map(\.name) == ["a1", "r2", "a3"])
    rig.cut()
    rig.link()
    rig.run()
    #expect(rig.server.received.map(\.name) == ["a1", "r2", "a3"])
    #expect(try shown(rig)[0] == "me 👍" && rig.counts() == OutboxCounts())
  }

  @Test func `M4 what is chosen and taken back while it waits never goes out`() throws {
    let rig = try greeted()
    rig.cut()
    try react(rig, "👍", as: "r1")
    try react(rig, "❤️", as: "r2")
    #expect(try rig.counts() == OutboxCounts(queued: 1))
    try react(rig, "👍", as: "r3")
    try react(rig, "❤️", as: "r4")
    #expect(try rig.counts() == OutboxCounts() && shown(rig) == [""])
    try react(rig, "🎉", as: "r5")
    rig.link()
    rig.run()
    #expect(rig.server.received.map(\.name) == ["r5"] && sent(rig) == ["r5 🎉"])
    #expect(try shown(rig) == ["me 🎉"])
  }

  @Test func `M4 what may have left is followed by what is said now`() throws {
    let rig = try greeted()
    try react(rig, "👍", as: "r1")
    try react(rig, "❤️", as: "r2")
    #expect(try shown(rig) == ["me 👍 ❤️ sending"])
    rig.run()
    #expect(rig.server.received.map(\.name) == ["r1", "r2"])
    #expect(try shown(rig) == ["me 👍 ❤️"])
  }

  @Test func `M4 O10 a refused one says so, can be tried again, and can be given up`() throws {
    let rig = try greeted()
    try react(rig, "👍", as: "r1")
    rig.server.inbound = []
    rig.handle(.session(.refused(OriginID(named: "r1"), from: bo, refusal)))
    #expect(try shown(rig) == ["me 👍 failed"] && rig.counts() == OutboxCounts(failed: 1))
    let failure = try rig.page().first?.myReaction?.pending?.failure
    #expect(
      try failure != nil && failure == rig.database.messages.mine(OriginID(named: "r1"))?.failure)
    rig.wish(.retry(OriginID(named: "r1")))
    rig.run()
    #expect(try shown(rig) == ["me 👍"] && rig.counts() == OutboxCounts())
    try react(rig, "🎉", as: "r2")
    rig.server.inbound = []
    rig.handle(.session(.refused(OriginID(named: "r2"), from: bo, refusal)))
    #expect(try shown(rig) == ["me 👍 🎉 failed"])
    try react(rig, "🎉", as: "r3")
    #expect(try shown(rig) == ["me 👍"] && rig.counts() == OutboxCounts())
    #expect(!rig.server.received.map(\.name).contains("r3"))
  }

  @Test func `M4 O6 a waiting reaction can be deleted in the review, and comes back`() throws {
    let rig = try greeted()
    rig.cut()
    try react(rig, "👍", as: "r1")
    rig.wish(.openQueue)
    let entries = rig.changes.compactMap { change in
      if case .queue(let entries) = change { entries.map(\.described) } else { nil }
    }
    #expect(entries == [["react 👍: hi"]])
    rig.wish(.delete([OriginID(named: "r1")]))
    #expect(try shown(rig) == [""])
    rig.wish(.undo)
    #expect(try shown(rig) == ["me 👍 queued"])
    rig.link()
    rig.run()
    #expect(sent(rig) == ["r1 👍"])
    #expect(try shown(rig) == ["me 👍"])
  }

  @Test func `M4 nobody can react to what nobody else has, to what is gone, or without end`() throws
  {
    let rig = try greeted()
    rig.cut()
    rig.send("waits", "k1")
    try react(rig, "👍", to: 1, as: "r1")
    rig.wish(.react(row: 999, Emoji("👍")!, newID: OriginID(named: "r2")))
    #expect(try rig.counts() == OutboxCounts(queued: 1))
    for number in 0...Emoji.limit {
      try react(rig, String(Unicode.Scalar(UInt32(0x1F400 + number))!), as: "s\(number)")
    }
    #expect(try rig.page()[0].myReaction?.emoji.count == Emoji.limit)
    let errors = rig.changes.count { change in
      if case .notice(let notice) = change { notice.kind == .error } else { false }
    }
    #expect(errors == 3)
  }

  @Test func `M4 what I reacted with is told, the last first, also with the start`() throws {
    let rig = try greeted()
    try react(rig, "👍", as: "r1")
    try react(rig, "❤️", as: "r2")
    rig.run()
    try rig.kill()
    let told = rig.changes.compactMap { change in
      if case .recentEmoji(let all) = change { all.joined } else { nil }
    }
    #expect(told == ["👍", "❤️ 👍", "❤️ 👍"])
  }

  // MARK: Others'

  @Test func `M4 D1 A1 another's reaction is no new message: not unread, told of or moved up`()
    throws
  {
    let rig = try Rig.online()
    rig.befriend()
    rig.send("mine", "k1")
    rig.run()
    let before = try #require(try rig.database.chats.chat(bo))
    rig.forget()
    rig.server.deliver("", id: "r1", from: bo, amending: reacts("👍 🎉", to: "k1"))
    rig.run()
    #expect(try shown(rig) == ["bo 👍 🎉"] && rig.texts() == ["mine"])
    let after = try #require(try rig.database.chats.chat(bo))
    #expect(after.unread == 0 && after.last?.id == before.last?.id)
    #expect(!rig.changes.contains { if case .arrived = $0 { true } else { false } })
    rig.server.deliver("", id: "r2", from: bo, amending: reacts("", to: "k1"))
    rig.run()
    #expect(try shown(rig) == [""])
  }

  @Test func `M4 C5 a reaction that comes before its message waits for it, unseen`() throws {
    let rig = try greeted()
    rig.server.deliver("", id: "r1", from: bo, amending: reacts("👍", to: "z2"))
    rig.run()
    #expect(try rig.texts() == ["hi"] && shown(rig) == [""])
    #expect(told(rig).isEmpty)
    rig.server.deliver("late", id: "z2", from: bo)
    rig.run()
    #expect(told(rig) == ["late"])
    #expect(try rig.texts() == ["hi", "late"] && shown(rig) == ["", "bo 👍"])
    #expect(try rig.database.chats.chat(bo)?.unread == 2)
  }

  @Test func `M4 C5 a new device shows a reaction whose message it reads back later`() throws {
    let rig = try Rig()
    let contact = Contact(jid: bo, name: nil, subscription: .both)
    rig.server.roster.append(RosterItem(contact: contact, isRemoved: false))
    rig.server.deliver("hi", id: "z1", from: bo, isLive: false)
    for number in 0..<400 {
      rig.server.deliver("\(number)", id: "y\(number)", from: cy, isLive: false)
    }
    rig.server.deliver("", id: "r1", from: bo, isLive: false, amending: reacts("👍", to: "z1"))
    rig.handle(.start)
    rig.link()
    rig.run()
    #expect(try rig.page().isEmpty)
    rig.wish(.open(bo))
    rig.run()
    #expect(try rig.texts() == ["hi"] && shown(rig) == ["bo 👍"])
  }

  @Test func `M4 T1 what another device said later in the archive counts, whatever came first`()
    throws
  {
    let rig = try greeted()
    rig.cut()
    rig.server.deliver("", id: "r1", from: bo, isLive: false, amending: reacts("👍", to: "z1"))
    rig.server.carbon("", id: "r2", to: bo, amending: reacts("🎉", to: "z1"))
    rig.server.carbon("", id: "r3", to: bo, amending: reacts("👀", to: "z1"))
    rig.server.deliver("", id: "r4", from: bo, isLive: false, amending: reacts("❤️", to: "z1"))
    rig.server.outbound = []
    rig.link()
    rig.run()
    #expect(try shown(rig) == ["bo ❤️, me 👀"])
    try rig.kill()
    rig.link()
    rig.run()
    #expect(try shown(rig) == ["bo ❤️, me 👀"] && rig.texts() == ["hi"])
  }

  @Test func `M4 a device of mine adds to what another device of mine said`() throws {
    let rig = try greeted()
    rig.server.carbon("", id: "r1", to: bo, amending: reacts("🎉", to: "z1"))
    rig.run()
    try react(rig, "👍", as: "r2")
    rig.run()
    #expect(try shown(rig) == ["me 🎉 👍"] && sent(rig) == ["r2 🎉 👍"])
  }

  @Test func `M4 Z1 only in its own chat can somebody react, and a stranger makes no chat`() throws
  {
    let rig = try greeted()
    rig.send("mine", "k1")
    rig.run()
    rig.server.deliver("hello", id: "y1", from: cy)
    rig.run()
    rig.server.deliver("", id: "r1", from: cy, amending: reacts("👍", to: "k1"))
    let eve = JID("eve@example.org")!
    rig.server.deliver("", id: "r2", from: eve, amending: reacts("👍", to: "k1"))
    rig.run()
    #expect(try shown(rig) == ["", ""] && rig.page(cy).map(\.text) == ["hello"])
    #expect(try rig.page(cy)[0].reactions.isEmpty)
    #expect(try rig.database.chats.chat(eve) == nil)
  }

  @Test func `M4 of programs that count their ids the newest message is meant`() throws {
    let rig = try Rig.online()
    rig.server.deliver("one", id: "1", from: bo)
    rig.server.deliver("two", id: "1", from: bo)
    rig.server.deliver("", id: "2", from: bo, amending: reacts("👍", to: "1"))
    rig.run()
    #expect(try rig.texts() == ["one", "two"] && shown(rig) == ["", "bo 👍"])
  }

  @Test func `M4 M2 a deleted message shows no reactions, and takes none`() throws {
    let rig = try greeted()
    rig.server.deliver("", id: "r1", from: bo, amending: reacts("👍", to: "z1"))
    rig.run()
    rig.server.deliver("x", id: "d1", from: bo, amending: .retraction(of: NamedID.id(of: "z1")))
    rig.run()
    #expect(try shown(rig) == [""] && rig.page()[0].isDeleted)
    try react(rig, "👍", as: "r2")
    #expect(try rig.counts() == OutboxCounts())
  }

  @Test func `M4 M2 a reaction is not itself edited or deleted for everyone`() throws {
    let rig = try greeted()
    rig.send("mine", "k1")
    try react(rig, "👍", to: 1, as: "r0")
    rig.run()
    try react(rig, "👍", to: 1, as: "r1")
    rig.run()
    rig.wish(.retract(OriginID(named: "r1"), newID: OriginID(named: "d1")))
    rig.wish(.edit(OriginID(named: "r1"), text: "x", newID: OriginID(named: "e1")))
    rig.run()
    #expect(try rig.texts() == ["hi", "mine"] && shown(rig) == ["", "me 👍"])
    #expect(!rig.server.received.map(\.name).contains { ["d1", "e1"].contains($0) })
  }

  @Test func `M4 O9 a repeat of a reaction out of the archive changes nothing`() throws {
    let rig = try greeted()
    rig.server.deliver("", id: "r1", from: bo, amending: reacts("👍", to: "z1"))
    rig.server.deliver("", id: "r2", from: bo, amending: reacts("🎉", to: "z1"))
    rig.run()
    let old = try rig.copy()
    rig.cut()
    try rig.goBack(to: old)
    rig.link()
    rig.run()
    rig.server.deliver("", id: "r2", from: bo, amending: reacts("🎉", to: "z1"))
    rig.run()
    #expect(try shown(rig) == ["bo 🎉"])
  }
}
