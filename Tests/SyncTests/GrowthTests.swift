import Model
import Scratch
import Testing
import XMPP

@testable import Storage
@testable import Sync

/// No act costs more for what is stored: counted in instructions of SQLite's machine, which no other program disturbs.
@Suite struct GrowthTests {
  /// The state before the act: messages of one chat, others' and mine, as an archive has placed them, as none has, and
  /// without any id; those of a group; or chats with one message each.
  enum Stored: String, CaseIterable { case messages, mine, unarchived, nameless, group, chats }

  struct Act: CustomTestStringConvertible, Sendable {
    var name: String
    var prepare: @Sendable (Rig) throws -> Void = { _ in }
    var run: @Sendable (Rig) throws -> Void
    var testDescription: String { name }
  }

  private static let sizes = [300, 3_000, 30_000]

  nonisolated private static let acts = [
    Act(name: "send") { rig in
      rig.send("one", "new")
      rig.run()
    },
    Act(name: "write while offline, and flush") { rig in
      rig.cut()
      for number in 0..<5 { rig.send("\(number)", "new\(number)") }
      rig.link()
      rig.run()
    },
    Act(name: "receive") { deliver("one", to: $0) },
    Act(name: "receive from a stranger") { rig in
      rig.server.deliver("one", id: "new", from: cy)
      rig.run()
    },
    Act(name: "receive the archive's copy of what has no id") { rig in
      rig.handle(.session(.message(nameless)))
    },
    Act(name: "receive in a group") { rig in
      rig.server.tell(
        .message(rig.server.room.say("one", id: OriginID(named: "new"), as: "bo")))
      rig.run()
    },
    Act(name: "be corrected in a group") { rig in
      let new = rig.server.room.say(
        "two", id: OriginID(named: "new"), as: "bo", amending: .correction(of: "said"))
      rig.server.tell(.message(new))
      rig.run()
    },
    Act(name: "send to a group") { rig in
      rig.send("one", "new", to: team)
      rig.run()
    },
    Act(name: "have a carbon") { rig in
      rig.server.carbon("one", id: "new", to: bo)
      rig.run()
    },
    Act(name: "have a receipt") { rig in
      rig.answer(receiptFor: "mine")
      rig.run()
    },
    Act(name: "have a marker") { rig in
      rig.answer(displayedFor: "mine")
      rig.run()
    },
    Act(name: "correct mine") { rig in
      rig.wish(.edit(OriginID(named: "mine"), text: "two", newID: OriginID(named: "new")))
      rig.run()
    },
    Act(name: "type") { $0.wish(.typing(chat: bo, isTyping: true)) },
    Act(name: "start") { rig in
      rig.cut()
      try rig.kill()
      rig.link()
      rig.run()
    },
    Act(name: "find a word of few") { rig in
      _ = try rig.database.search.find(SearchQuery("rare"))
    },
    Act(name: "find a word of all") { rig in
      _ = try rig.database.search.find(SearchQuery("text"))
    },
    Act(name: "be corrected") { deliver("two", to: $0, .correction(of: "old")) },
    Act(name: "have a reaction") { rig in
      deliver("", to: rig, Amendment(.reactions, of: OriginID(named: "old").value, saying: "👍"))
    },
    Act(name: "have a retraction") { rig in
      deliver("", to: rig, Amendment(.retraction, of: OriginID(named: "old").value, saying: ""))
    },
    Act(name: "have a retraction of what is not here") { rig in
      deliver("", to: rig, Amendment(.retraction, of: "nobody", saying: ""))
    },
    Act(name: "have an answer") { rig in
      rig.server.deliver(
        "yes", id: "new", from: bo,
        answering: ReplyTarget(id: OriginID(named: "old").value, author: bo, quote: "old"))
      rig.run()
    },
    Act(name: "read") { rig in
      guard let newest = try rig.database.messages.page(bo, limit: 1).last else { return }
      rig.wish(.markRead(chat: bo, through: newest.order))
      rig.run()
    },
    Act(name: "catch up", prepare: { $0.cut() }) { rig in
      for number in 0..<20 {
        rig.server.deliver("\(number)", id: "late\(number)", from: bo, isLive: false)
      }
      rig.link()
      rig.run()
    },
    Act(name: "open a chat") { rig in
      rig.wish(.open(bo))
      rig.run()
    },
    Act(name: "go to a day") { rig in
      rig.wish(.openSince(chat: bo, time: Timestamp(milliseconds: 150)))
      rig.run()
    },
    Act(name: "keep a draft") { $0.wish(.saveDraft(chat: bo, text: "half")) },
    Act(name: "delete, and bring back", prepare: { $0.cut() }) { rig in
      rig.send("one", "new")
      rig.wish(.delete([OriginID(named: "new")]))
      rig.wish(.undo)
    },
  ]

  private static let nameless: InboundMessage = {
    var message = InboundMessage(
      source: .archive, from: bo.with(resource: "phone")!, to: me, kind: .direct,
      content: .text("old"))
    message.archiveID = ArchiveID(named: "a900000")
    message.stamp = Timestamp(milliseconds: 900_000_000)
    return message
  }()

  private static func deliver(_ text: String, to rig: Rig, _ amendment: Amendment? = nil) {
    rig.server.deliver(text, id: "new", from: bo, amending: amendment)
    rig.run()
  }

  /// Instructions of each statement that the act takes.
  private func cost(_ act: Act, _ stored: Stored, _ size: Int) throws -> [String: Int] {
    let rig = try Rig.online()
    rig.befriend()
    rig.wish(.join(team, nick: nil, password: nil))
    rig.run()
    rig.server.tell(.message(rig.server.room.say("rare", id: OriginID(named: "said"), as: "bo")))
    rig.server.deliver("old", id: "old", from: bo)
    rig.run()
    rig.send("mine", "mine")
    rig.run()
    try rig.fill(stored, size)
    while try !rig.database.search.extend(by: 1_000) {}
    rig.wish(.open(bo))
    rig.run()
    try act.prepare(rig)
    let database = rig.database
    let before = database.instructions
    try act.run(rig)
    // A file that was opened anew has counted nothing yet.
    let isNew = rig.database !== database
    return rig.database.instructions.reduce(into: [:]) { costs, entry in
      let cost = entry.value - (isNew ? 0 : before[entry.key] ?? 0)
      if cost > 0 { costs[entry.key] = cost }
    }
  }

  @Test(arguments: acts, Stored.allCases)
  func `Z4 P6 no act costs more for what is stored`(act: Act, stored: Stored) throws {
    let costs = try Self.sizes.map { try cost(act, stored, $0) }
    let totals = costs.map { $0.values.reduce(0, +) }
    // Windows that are looked at whole, of 500 rows at most, are filled at first. A tree that is deeper, and a page that
    // is fuller, may cost 1.15 times as much for ten times as many.
    let more = totals[2] - totals[1]
    guard more > 200, Double(totals[2]) > 1.15 * Double(totals[1]) else { return }
    let worst = costs[2].map {
      (sql: $0.key, cost: $0.value, more: $0.value - (costs[1][$0.key] ?? 0))
    }
    .sorted { $0.more > $1.more }.prefix(3)
    let list = worst.map { "\($0.more) more of \($0.cost): \($0.sql)" }.joined(separator: "\n")
    Issue.record("\(totals)\n\(list)")
  }
}

extension Amendment {
  fileprivate static func correction(of id: String) -> Amendment {
    Amendment(.correction, of: OriginID(named: id).value, saying: "")
  }
}

extension Rig {
  /// As many more as there are to be, older than what is there.
  fileprivate func fill(_ stored: GrowthTests.Stored, _ size: Int) throws {
    let isMine = stored == .mine
    let isGuessed = stored == .unarchived || stored == .nameless
    let columns = try database.rows("SELECT name FROM pragma_table_info('message')") { $0.text(0) }
    let new: [String: String] = [
      "origin_id": "'o' || value", "archive_id": "'a' || value", "stanza_id": "NULL",
      "text": "'text ' || value", "anchor": "anchor - 40000 + value",
      "sequence": "-value", "written_sequence": "-value", "server_time": "value",
      "is_mine": isMine ? "1" : "0", "is_guessed": isGuessed ? "1" : "0",
      "status": isMine ? "'read'" : "NULL",
    ].merging(isGuessed ? ["archive_id": "NULL"] : [:]) { $1 }
      .merging(stored == .nameless ? ["origin_id": "NULL"] : [:]) { $1 }
    try database.transaction { () throws(StorageError) in
      if stored == .chats {
        try database.execute(
          """
          WITH RECURSIVE generated(value) AS (
            SELECT 1 UNION ALL SELECT value + 1 FROM generated WHERE value < ?)
          INSERT INTO chat(jid, kind) SELECT 'p' || value || '@example.org', 'direct' FROM generated
          """, .integer(size))
      }
      let chat =
        stored == .chats
        ? "(SELECT id FROM chat WHERE jid = 'p' || value || '@example.org')" : "chat"
      let sender =
        stored == .chats ? "'p' || value || '@example.org'" : isMine ? "'\(me)'" : "sender"
      let names = columns.filter { $0 != "id" }
      let values = names.map { new[$0] ?? ($0 == "chat" ? chat : $0 == "sender" ? sender : $0) }
      try database.execute(
        """
        WITH RECURSIVE generated(value) AS (
          SELECT 1 UNION ALL SELECT value + 1 FROM generated WHERE value < ?)
        INSERT INTO message(\(names.joined(separator: ", ")))
        SELECT \(values.joined(separator: ", ")) FROM generated, message AS message
        WHERE message.origin_id = ?
        """, .integer(size), .text(OriginID(named: stored == .group ? "said" : "old").value))
    }
  }
}
