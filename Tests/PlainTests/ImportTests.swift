import Model
import Scratch
import Storage
import Testing

@testable import Accounts
@testable import Files
@testable import Handover
@testable import Plain

/// `psst import`: files and folders as they come.
struct ImportTests {
  private let folder = ScratchFolder()
  private let ana = JID("ana@localhost")!
  private let bo = JID("bo@localhost")!

  private func account(_ name: String, of jid: JID? = nil) throws -> StoredAccount {
    let path = folder.path + "/" + name
    try PrivateFile.makeFolder(path)
    return StoredAccount(
      account: Account(jid: jid ?? ana, server: nil, security: .startTLS, isPrivate: true),
      resource: "psst-1", secret: .password("x"), folder: path)
  }

  private func take(
    _ path: String, into stored: StoredAccount, _ kind: Import.Kind? = nil
  ) throws -> [String] {
    var run = try Import(stored, kind: kind)
    return try run.run(path)
  }

  private func file(_ name: String, _ text: String) throws -> String {
    let path = folder.path + "/" + name
    try PrivateFile.makeFolder(PrivateFile.parent(of: path))
    try PrivateFile.write(Array(text.utf8), to: path)
    return path
  }

  private func json(_ stored: StoredAccount, _ chat: String = "bo@localhost") throws -> String {
    var lines: [String] = []
    try Export(stored, chat: chat).writeJSON { lines += $0 }
    return lines.joined(separator: "\n") + "\n"
  }

  private func insert(
    _ text: String, second: Int64, mine: Bool = false, in database: Database,
    change: (inout Message) -> Void = { _ in }
  ) throws {
    try database.chats.ensure(bo, kind: .direct)
    var message = Message(
      id: 0, chat: bo, sender: mine ? ana : bo, isMine: mine, originID: OriginID(named: text),
      archiveID: ArchiveID(named: text), content: .text(text),
      writtenAt: Timestamp(milliseconds: second * 1_000),
      serverTime: Timestamp(milliseconds: second * 1_000), status: mine ? .read : nil,
      order: MessageOrder(anchor: second, sequence: 0))
    change(&message)
    let stored = try database.messages.insert(.init(message))
    _ = try database.amendments.resolve(stored.id)
    try database.chats.refreshSummary(bo)
  }

  /// One of each kind that an export tells of.
  private func fill(_ stored: StoredAccount) throws {
    let database = try Database(path: stored.databasePath)
    try insert("first \u{1B}[2J\u{202E} ☂", second: 1, in: database)
    try insert("second\nline", second: 2, mine: true, in: database)
    try insert("third", second: 3, mine: true, in: database) {
      $0.status = .delivered
      $0.replyTo = ReplyTarget(id: OriginID(named: "first").value, author: bo, quote: "first")
    }
    try insert("helo", second: 4, in: database)
    try insert("hello", second: 5, in: database) {
      $0.amendment = .correction(of: OriginID(named: "helo").value)
    }
    try insert("secret", second: 6, in: database)
    try insert("gone", second: 7, in: database) {
      $0.content = .text("")
      $0.amendment = .retraction(of: OriginID(named: "secret").value)
    }
    try insert("👍", second: 8, in: database) {
      $0.amendment = .reactions([Emoji("👍")!], to: OriginID(named: "second\nline").value)
    }
    try insert("a file", second: 9, in: database) {
      $0.content = .file(
        Attachment(
          name: "a.pdf", size: 12, mediaType: "application/pdf",
          address: "https://localhost/a.pdf", caption: "look"))
    }
    try insert("sticker", second: 10, in: database) { $0.content = .unsupported(.sticker) }
  }

  @Test func `P6 an export comes back equal out of an empty account`() throws {
    let (old, new) = (try account("old"), try account("new"))
    try fill(old)
    let text = try json(old)
    let lines = try take(try file("bo.json", text), into: new)
    #expect(
      lines.prefix(2) == [
        "Read 7 messages of 1 chat from an export of psst", "New here: 7. Here already: 0",
      ])
    #expect(try json(new) == text)
    #expect(try take(folder.path + "/bo.json", into: new)[1] == "New here: 0. Here already: 7")
    #expect(try take(folder.path + "/bo.json", into: old)[1] == "New here: 0. Here already: 7")
    #expect(try json(new) == text && json(old) == text)
    let database = try Database(path: new.databasePath)
    #expect(try database.chats.chat(bo)?.unread == 0 && database.outbox.entries().isEmpty)
  }

  @Test func `G9 P6 what was said to one of a group alone comes back as that`() throws {
    let (old, new) = (try account("old"), try account("new"))
    let (team, zoe) = (JID("team@rooms.localhost")!, JID("team@rooms.localhost/zoe")!)
    let database = try Database(path: old.databasePath)
    try database.chats.ensure(zoe, kind: .occupant)
    try insert("to you", second: 1, mine: true, in: database) { $0.chat = zoe }
    try insert("to you too", second: 2, in: database) { ($0.chat, $0.sender) = (zoe, zoe) }
    let text = try json(old, zoe.description)
    let path = try file("zoe.json", text)
    #expect(try take(path, into: new)[1] == "New here: 2. Here already: 0")
    #expect(try json(new, zoe.description) == text)
    #expect(try Database(path: new.databasePath).chats.chat(team) == nil, "told the group")
  }

  @Test func `O9 what was never sent is left out and said`() throws {
    let (old, new) = (try account("old"), try account("new"))
    let database = try Database(path: old.databasePath)
    for (index, status) in [DeliveryStatus.queued, .sending, .failed, .sent].enumerated() {
      try insert("m\(index)", second: Int64(index) + 1, mine: true, in: database) {
        $0.status = status
      }
    }
    let lines = try take(try file("bo.json", try json(old)), into: new)
    #expect(lines.last == "Left out: 3 that had never been sent")
    let texts = try Database(path: new.databasePath).messages.page(bo, limit: 9)
    #expect(texts.map(\.text) == ["m3"] && texts.map(\.status) == [.sent])
  }

  @Test(arguments: [
    ("{\"chat\": \"bo@localhost\"", "ends in the middle of the message that begins in line 1"),
    ("[\n{\"chat\":\"bo@localhost\"}\n]", "line 2: this is no message of an export"),
    ("[\n\nhello", "line 3: this is no export of psst"),
    ("hello", "this is no history that psst knows"),
    ("2026-05-12 14:02:11  Bo: hello", "use psst export --json"), ("", "no history"),
  ])
  func `Z6 a broken file is refused with the place, and nothing is lost`(
    _ text: String, _ words: String
  ) throws {
    let new = try account("new")
    let path = try file("bo.json", text)
    let failure = #expect(throws: Failure.self) { try take(path, into: new) }
    #expect(failure?.text.contains(words) == true, "\(failure?.text ?? "")")
    #expect(try Database(path: new.databasePath).chats.all().isEmpty)
  }

  @Test func `Z1 an export of another account is not taken for mine`() throws {
    let (old, cy) = (try account("old"), try account("cy", of: JID("cy@localhost")!))
    try fill(old)
    let lines = try take(try file("bo.json", try json(old)), into: cy)
    #expect(lines.contains { $0.hasPrefix("Left out: ") && $0.hasSuffix(" of another account") })
    let texts = try Database(path: cy.databasePath).messages.page(bo, limit: 9)
    #expect(texts.allSatisfy { !$0.isMine })
  }

  @Test func `P6 profanity's logs are read as a folder, whatever is in the lines`() throws {
    let new = try account("new")
    let logs = "profanity/chatlogs/ana_at_localhost"
    _ = try file(
      "\(logs)/bo_at_localhost/2022_10_05.log",
      """
      2022-10-05T12:11:10.123456+02:00 - bo@localhost: hello
      2022-10-05T12:11:11.5Z - me: two
      lines: here
      2022-10-05T12:11:12Z - *bo@localhost waves
      2022-10-05T12:11:13Z - me: [redacted]

      """)
    _ = try file("\(logs)/bo_at_localhost/2015_01_02.log", "12:00:00 - bo@localhost: long ago\n")
    _ = try file(
      "\(logs)/rooms/team_at_rooms.localhost/2022_10_06.log",
      "2022-10-06T12:11:10Z - Cy: all here?\n")
    _ = try file(
      "\(logs)/team_at_rooms.localhost_Cy/2022_10_06.log", "2022-10-06T12:11:10Z - Cy: psst\n")
    _ = try file("profanity/chatlogs/cy_at_localhost/bo_at_localhost/2022_10_05.log", "x\n")
    let lines = try take(folder.path + "/profanity", into: new)
    #expect(lines[0] == "Read 5 messages of 2 chats from profanity's history")
    #expect(lines.contains("Left out: 1 of another account"))
    #expect(lines.contains("Left out: 1 said to one person in a group"))
    let database = try Database(path: new.databasePath)
    let page = try database.messages.page(bo, limit: 9)
    #expect(page.map(\.text) == ["long ago", "hello", "two\nlines: here", "/me waves"])
    #expect(page.map(\.isMine) == [false, false, true, false])
    #expect(page[1].shownTime.milliseconds == 1_664_964_670_123)
    let room = JID("team@rooms.localhost")!
    #expect(try database.messages.page(room, limit: 9).map(\.sender.resource) == ["Cy"])
    #expect(try take(folder.path + "/profanity", into: new)[1] == "New here: 0. Here already: 5")
    #expect(throws: Failure.self) { try take(folder.path + "/profanity", into: new, .dino) }
  }

  /// In Berlin the clocks go forward at 1:00 UTC, and back at 1:00 UTC.
  @Test(arguments: [("2022-03-27", 1), ("2022-10-30", -1)])
  func `P6 the hours before and after the clocks are changed are their own`(
    day: String, step: Int
  ) throws {
    let change = try #require(Timestamp(dateTime: "\(day)T01:00:00Z"))
    let before = step > 0 ? 3_600 : 7_200
    func offset(_ time: Timestamp) -> Int { time < change ? before : before + step * 3_600 }
    for minutes in stride(from: -300, through: 300, by: 10) {
      let time = Timestamp(milliseconds: change.milliseconds + Int64(minutes) * 60_000)
      let wall = Timestamp(milliseconds: time.milliseconds + Int64(offset(time)) * 1_000)
      let found = ProfanityLogs.time(at: wall, offset: offset)
      // An hour that the clocks show twice is either of them.
      let isTwice = step < 0 && (-60..<60).contains(minutes)
      #expect(found == time || isTwice && abs(found.milliseconds - time.milliseconds) == 3_600_000)
    }
  }
}
