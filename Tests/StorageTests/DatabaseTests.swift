import Glibc
import Model
import Scratch
import Testing

@testable import Storage

@Suite struct DatabaseTests {
  let folder = ScratchFolder()

  @Test func `P1 a fresh file gets the newest schema and keeps what is written`() throws {
    let database = try Database(path: folder.file())
    try database.settings.set("theme", "mono")
    let again = try Database(path: folder.file())
    #expect(try again.settings.value("theme") == "mono")
    #expect(try again.first("PRAGMA user_version") { $0.int(0) } == Migrations.newest)
  }

  @Test func `P1 the file is in WAL mode, synced at each commit, with foreign keys`() throws {
    let database = try Database(path: folder.file())
    #expect(try database.first("PRAGMA journal_mode") { $0.text(0) } == "wal")
    #expect(try database.first("PRAGMA synchronous") { $0.int(0) } == 2)
    #expect(try database.first("PRAGMA foreign_keys") { $0.int(0) } == 1)
  }

  @Test(arguments: 0..<Migrations.newest)
  func `P5 every older version is brought up to date`(version: Int) throws {
    _ = try Database(path: folder.file(), access: .readWrite, busyTimeout: 0, version: version)
    let database = try Database(path: folder.file())
    #expect(try database.first("PRAGMA user_version") { $0.int(0) } == Migrations.newest)
    #expect(try database.chats.all().isEmpty)
  }

  @Test func `P5 O9 refusals that are owed stay so, and no id is given twice from then on`() throws
  {
    let before = try #require(Migrations.all.firstIndex(of: Schema.refusalNewsOnce))
    let old = try Database(
      path: folder.file(), access: .readWrite, busyTimeout: 0, version: before)
    // A row that is written again takes a new id: the order of telling is not that of the rows' writing.
    try old.run(
      script: """
        INSERT INTO refusal_news(id, chat, origin_id, reason) VALUES
          (7, 'cy@example.org', 'second', 'full'), (3, 'bo@example.org', 'first', 'forbidden');
        """)
    let database = try Database(path: folder.file())
    let owed = try database.refusalNews.owed(limit: 10)
    #expect(owed.map(\.originID.value) == ["first", "second"])
    #expect(owed.map(\.reason) == ["forbidden", "full"] && owed.map(\.chat) == [bo, cy])
    let last = try #require(owed.last)
    try database.refusalNews.forget(last.id)
    try database.refusalNews.owe(last.originID, chat: cy, reason: "again")
    let next = try #require(try database.refusalNews.owed(limit: 10).last)
    #expect(next.originID == last.originID && next.id > last.id)
  }

  @Test func `A1 a chat that was muted stays so, and what nobody chose is as for its kind`() throws
  {
    let before = try #require(Migrations.all.firstIndex(of: Schema.alerts))
    let old = try Database(
      path: folder.file(), access: .readWrite, busyTimeout: 0, version: before)
    try old.run(
      script: """
        INSERT INTO chat(jid, kind, is_muted) VALUES ('bo@example.org', 'direct', 1),
          ('cy@example.org', 'direct', 0), ('team@example.org', 'room', 0);
        """)
    let database = try Database(path: folder.file())
    let team = JID("team@example.org")!
    #expect(
      try [bo, cy, team].map { try database.chats.alerts($0, at: .init(milliseconds: 0)) } == [
        .nothing, .all, .mentions,
      ])
    try database.chatMarks.set(ChatMarks(chat: team, alerts: .all), isOwed: true)
    #expect(
      try [bo, cy, team].map { try database.chats.chat($0)?.alerts } == [.nothing, .all, .all])
  }

  @Test func `P5 G9 what was said to me alone in a group gets a chat of its own, and stays read`()
    throws
  {
    let before = try #require(Migrations.all.firstIndex(of: Schema.occupants))
    let old = try Database(
      path: folder.file(), access: .readWrite, busyTimeout: 0, version: before)
    let group = JID("team@rooms.example.org")!
    let alone = JID("team@rooms.example.org/bo")!
    try old.chats.ensure(group, kind: .room)
    for (number, text) in ["all", "(to you alone) psst", "(to you alone) they say"].enumerated() {
      var new = message("m\(number)", chat: group, anchor: Int64(number + 1))
      new.message.sender = alone
      new.message.content = .text(text)
      // What the group's archive has is no private message, whatever it says.
      if number == 2 { new.message.archiveID = ArchiveID(named: "r2") }
      _ = try old.messages.insert(new)
    }
    let database = try Database(path: folder.file())
    func texts(_ chat: JID) throws -> [String] {
      try database.messages.page(chat, limit: 10).map(\.text)
    }
    #expect(try texts(alone) == ["psst"])
    #expect(try texts(group) == ["all", "(to you alone) they say"])
    let chat = try #require(try database.chats.chat(alone))
    #expect(chat.kind == .occupant && chat.unread == 0 && chat.last?.preview == "psst")
    #expect(try database.chats.chat(group)?.last?.preview == "(to you alone) they say")
  }

  @Test func `S1 a commit does not wait for the log to be folded, unless nobody ever does`() throws
  {
    let database = try Database(path: folder.file())
    func size(_ ending: String) -> Int { folder.size(of: "a.db" + ending) }
    func write(pages: Int) throws {
      for number in 0..<(pages / 100) {
        try database.settings.set("\(number)", String(repeating: "x", count: 100 * 4_096))
      }
    }
    try write(pages: 1_500)
    #expect(size("") < 200_000)
    #expect(size("-wal") > 1_500 * 4_096)
    database.foldLog()
    #expect(size("") > 1_500 * 4_096)
    // The next commit begins it again; nothing is folded before it is long.
    let before = size("-wal")
    try write(pages: 500)
    #expect(size("-wal") == before)
    for _ in 0..<10 { try write(pages: 1_500) }
    #expect(size("-wal") < 6_000 * 4_096)
  }

  @Test func `P5 a newer version is refused and left as it is`() throws {
    try Database(path: folder.file()).run(script: "PRAGMA user_version = 99")
    #expect(throws: StorageError.newerSchema(found: 99, known: Migrations.newest)) {
      try Database(path: folder.file())
    }
    #expect(throws: StorageError.newerSchema(found: 99, known: Migrations.newest)) {
      try Database(path: folder.file(), access: .readOnly)
    }
  }

  @Test func `P5 another kind of file is refused`() throws {
    folder.write(Array(repeating: 0x41, count: 8192))
    #expect(throws: StorageError.notADatabase) { try Database(path: folder.file()) }
  }

  @Test func `P5 a damaged file is told apart`() throws {
    do {
      let database = try Database(path: folder.file())
      try database.settings.set("a", String(repeating: "x", count: 100_000))
      try database.run(script: "PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE")
    }
    let descriptor = open(folder.file(), O_WRONLY)
    let garbage = [UInt8](repeating: 0xAB, count: 4096)
    for page in 1..<10 { pwrite(descriptor, garbage, garbage.count, page * 4096) }
    close(descriptor)
    #expect(throws: StorageError.corrupt) {
      try Database(path: folder.file()).chats.all()
    }
  }

  @Test func `P5 opened for reading it reads and refuses to write`() throws {
    try Database(path: folder.file()).settings.set("a", "1")
    let reader = try Database(path: folder.file(), access: .readOnly)
    #expect(try reader.settings.value("a") == "1")
    #expect(throws: StorageError.readOnly) { try reader.settings.set("a", "2") }
  }

  @Test func `P5 a file another program holds is told apart, and nothing is lost`() throws {
    let holder = try Database(path: folder.file())
    let second = try Database(path: folder.file(), busyTimeout: 0)
    try holder.transaction { () throws(StorageError) in
      try holder.settings.set("a", "1")
      #expect(throws: StorageError.locked) { try second.settings.set("b", "2") }
    }
    try second.settings.set("b", "2")
    #expect(try second.settings.value("a") == "1")
  }

  @Test func `P5 a full disk is told apart, and what was there stays`() throws {
    let database = try Database(path: folder.file())
    try database.settings.set("a", "1")
    let pages = try database.first("PRAGMA page_count") { $0.int(0) } ?? 0
    try database.run(script: "PRAGMA max_page_count = \(pages + 1)")
    #expect(throws: StorageError.full) {
      try database.settings.set("b", String(repeating: "x", count: 100_000))
    }
    #expect(try database.settings.value("a") == "1")
    try database.settings.set("c", "3")
  }

  @Test func `Z3 the file and what SQLite makes beside it are for their owner alone`() throws {
    let before = umask(0)
    defer { umask(before) }
    let database = try Database(path: folder.file("new/deep/a.db"))
    try database.settings.set("a", "1")
    #expect(folder.mode(of: "new") == 0o700)
    #expect(folder.mode(of: "new/deep") == 0o700)
    for name in ["a.db", "a.db-wal", "a.db-shm"] {
      #expect(folder.mode(of: "new/deep/\(name)") == 0o600, "\(name)")
    }
  }

  @Test func `P5 a transaction happens whole or not at all, also inside another`() throws {
    let database = try Database(path: folder.file())
    try database.transaction { () throws(StorageError) in
      try database.settings.set("outer", "1")
      do throws(StorageError) {
        try database.transaction { () throws(StorageError) in
          try database.settings.set("inner", "1")
          throw StorageError.io("on purpose")
        }
      } catch { #expect(error == .io("on purpose")) }
      #expect(try database.settings.value("inner") == nil)
    }
    #expect(try database.settings.value("outer") == "1")
    #expect(throws: StorageError.full) {
      try database.transaction { () throws(StorageError) in
        try database.settings.set("outer", "2")
        throw StorageError.full
      }
    }
    #expect(try database.settings.value("outer") == "1")
  }
}
