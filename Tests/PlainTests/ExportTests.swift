import Model
import Scratch
import Storage
import Testing

@testable import Accounts
@testable import Files
@testable import Handover
@testable import Plain

struct ExportTests {
  private let folder: ScratchFolder
  private let stored: StoredAccount
  private let ana = JID("ana@localhost")!
  private let bo = JID("bo@localhost")!

  init() throws {
    folder = ScratchFolder()
    stored = StoredAccount(
      account: Account(jid: ana, server: nil, security: .startTLS, isPrivate: true),
      resource: "psst-1", secret: .password("x"),
      folder: folder.path)
  }

  private func store(
    _ text: String, anchor: Int64, from sender: JID? = nil, status: DeliveryStatus? = nil,
    failure: String? = nil, in database: Database
  ) throws {
    _ = try database.chats.ensure(bo, kind: .direct)
    _ = try database.messages.insert(
      .init(
        Message(
          id: 0, chat: bo, sender: sender ?? bo, isMine: status != nil, originID: OriginID(text),
          content: .text(text), writtenAt: Timestamp(milliseconds: 5), status: status,
          failure: failure,
          order: MessageOrder(anchor: anchor, sequence: 0))))
  }

  /// Stored in another order than that of the chat.
  private func fill() throws {
    let database = try Database(path: stored.databasePath)
    try database.roster.save(Contact(jid: bo, name: "Bo", subscription: .both))
    try store("third", anchor: MessageOrder.unsent, from: ana, status: .queued, in: database)
    try store("second\nline", anchor: 2, from: ana, status: .delivered, in: database)
    try store("first \u{1B}[2J\u{9B}\u{202E}", anchor: 1, in: database)
  }

  private func text(_ name: String) throws -> [String] {
    var lines: [String] = []
    try Export(stored, chat: name).writeText { lines += $0 }
    return lines
  }

  private func rows(_ name: String) throws -> (lines: [String], rows: [ExportRow]) {
    var lines: [String] = []
    try Export(stored, chat: name).writeJSON { lines += $0 }
    let bytes = Array(lines.joined(separator: "\n").utf8)
    return (lines, try JSONLine.decode([ExportRow].self, from: bytes))
  }

  @Test(arguments: ["bo", "Bo", "bo@localhost"])
  func `P6 a chat comes out in its order, whatever it is called by`(_ name: String) throws {
    try fill()
    let lines = try text(name).map { $0.drop { $0.isNumber || "-: ".contains($0) } }
    #expect(lines.count == 4)
    #expect(lines[0].hasPrefix("Bo: first "))
    #expect(lines[1...] == ["me: second", "line (delivered)", "me: third (queued)"])
  }

  @Test func `M3 what a message answers is told, as it is stored and as it was named`() throws {
    let database = try Database(path: stored.databasePath)
    try database.roster.save(Contact(jid: bo, name: "Bo", subscription: .both))
    try store("first", anchor: 1, in: database)
    for (text, id) in [("second", "first"), ("third", "gone")] {
      _ = try database.messages.insert(
        .init(
          Message(
            id: 0, chat: bo, sender: ana, isMine: true, originID: OriginID(text),
            content: .text(text),
            writtenAt: Timestamp(milliseconds: 5), status: .read,
            order: MessageOrder(anchor: 2, sequence: 0),
            replyTo: ReplyTarget(id: id, author: bo, quote: "quoted"))))
    }
    let lines = try text("bo").map { $0.drop { $0.isNumber || "-: ".contains($0) } }
    #expect(
      lines == [
        "Bo: first", "me: second (in reply to: first) (read)",
        "me: third (in reply to a message not stored here: quoted) (read)",
      ])
    let all = try rows("bo").rows
    #expect(all.map(\.replyTo?.id) == [nil, "first", "gone"])
    #expect(all[1].replyTo?.author == "bo@localhost" && all[1].replyTo?.quote == "quoted")
  }

  @Test func `M4 P6 reactions are exported with who says them`() throws {
    let database = try Database(path: stored.databasePath)
    try database.roster.save(Contact(jid: bo, name: "Bo", subscription: .both))
    try store("first", anchor: 1, in: database)
    for (sender, text, status) in [(bo, "👍 ❤️", nil), (ana, "🎉", DeliveryStatus.queued)] {
      let row = try database.messages.insert(
        .init(
          Message(
            id: 0, chat: bo, sender: sender, isMine: status != nil, originID: OriginID(text),
            content: .text(text), writtenAt: Timestamp(milliseconds: 7), status: status,
            order: MessageOrder(anchor: 2, sequence: 0),
            amendment: .reactions(Emoji.all(in: text.split(separator: " ")), to: "first"))))
      _ = try database.amendments.resolve(row.id)
    }
    let lines = try text("bo").map { $0.drop { $0.isNumber || "-: ".contains($0) } }
    #expect(lines.count == 1 && lines[0].hasPrefix("Bo: first ["))
    #expect(lines[0].contains("Bo 👍 ❤️") && lines[0].contains("you 🎉"))
    let row = try #require(try rows("bo").rows.first)
    let said = (row.reactions ?? []).sorted { $0.from < $1.from }
    #expect(said.map(\.from) == ["ana@localhost", "bo@localhost"])
    #expect(said.map(\.emoji) == [["🎉"], ["👍", "❤️"]])
    #expect(said.map(\.status) == ["queued", nil] && said.map(\.time) == [7, 7])
  }

  @Test func `Z2 nothing in the text commands a terminal`() throws {
    try fill()
    let (lines, _) = try rows("bo")
    for scalar in (try text("bo") + lines).joined().unicodeScalars {
      #expect(![0x1B, 0x9B, 0x202E].contains(scalar.value))
    }
  }

  @Test func `P6 as JSON the text is whole`() throws {
    try fill()
    let rows = try rows("bo").rows
    #expect(rows.map(\.text) == ["first \u{1B}[2J\u{9B}\u{202E}", "second\nline", "third"])
    #expect(rows.map(\.status) == [nil, "delivered", "queued"])
    #expect(rows.map(\.from) == ["bo@localhost", "ana@localhost", "ana@localhost"])
    #expect(rows[0].time == 5 && rows[0].id == rows[0].text)
  }

  @Test func `P6 an empty chat is an empty array`() throws {
    _ = try Database(path: stored.databasePath).chats.ensure(bo, kind: .direct)
    #expect(try rows("bo").rows.isEmpty)
    #expect(try text("bo").isEmpty)
  }

  @Test(arguments: [true, false])
  func `P6 of an unknown chat there is nothing, and that is said`(_ isThere: Bool) throws {
    if isThere { try fill() }
    #expect(throws: Failure.self) { try text("cy") }
  }

  @Test(arguments: ["a\u{200D}b", "\u{E0001}", "\u{7F}\u{85}\u{2028}", "é👍\"\\"])
  func `Z2 escapes keep what they stand for`(_ text: String) throws {
    let encoded = String(decoding: try JSONLine.encode([text]), as: UTF8.self)
    let harmless = JSONLine.harmless(encoded)
    #expect(try JSONLine.decode([String].self, from: Array(harmless.utf8)) == [text])
  }

  @Test func `M2 P6 a deleted message is exported as one, without what it said`() throws {
    let database = try Database(path: stored.databasePath)
    try store("secret", anchor: 1, in: database)
    let retraction = Message(
      id: 0, chat: bo, sender: bo, isMine: false, originID: OriginID("r"), content: .text(""),
      writtenAt: Timestamp(milliseconds: 7), order: MessageOrder(anchor: 2, sequence: 0),
      amendment: .retraction(of: "secret"))
    _ = try database.amendments.resolve(try database.messages.insert(.init(retraction)).id)
    let lines = try text("bo")
    #expect(lines.count == 1 && lines[0].hasSuffix(": (deleted)"))
    let row = try #require(try rows("bo").rows.first)
    #expect(row.text == "" && row.deleted == 7 && row.firstText == nil && row.edited == nil)
  }

  @Test func `M6 P6 what psst cannot show is exported as what it is`() throws {
    let database = try Database(path: stored.databasePath)
    _ = try database.chats.ensure(bo, kind: .direct)
    let message = Message(
      id: 0, chat: bo, sender: bo, isMine: false, originID: OriginID("s"),
      content: .unsupported(.sticker), writtenAt: Timestamp(milliseconds: 7),
      order: MessageOrder(anchor: 1, sequence: 0))
    _ = try database.messages.insert(.init(message))
    #expect(try text("bo").first?.hasSuffix(": (a sticker)") == true)
    let row = try #require(try rows("bo").rows.first)
    #expect(row.unsupported == "sticker" && row.text == "(a sticker)")
  }
}
