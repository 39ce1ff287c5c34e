import CSQLite
import Model
import Scratch
import Testing

@testable import Storage

/// Histories of other programs, as those write them, and what is made of them.
@Suite struct ImportTests {
  let folder = ScratchFolder()
  let database: Database
  private let room = JID("team@rooms.example.org")!

  init() throws { database = try Database(path: folder.file()) }

  /// A database of another program, made by its own words.
  private func foreign(_ script: String) throws -> ForeignDatabase {
    let path = folder.file("foreign.db")
    var connection: OpaquePointer?
    sqlite3_open(path, &connection)
    defer { sqlite3_close(connection) }
    #expect(sqlite3_exec(connection, script, nil, nil, nil) == SQLITE_OK)
    return try ForeignDatabase(path: path)
  }

  private func read(_ script: String) throws -> ImportReport {
    let foreign = try foreign(script)
    let kind = try #require(ForeignHistory(of: foreign))
    let history = try HistoryImport(
      into: database, me: me, now: Timestamp(milliseconds: 2_000_000_000_000))
    try kind.read(foreign, of: me, into: history)
    try history.finish()
    return history.report
  }

  private func shown(_ chat: JID = bo) throws -> [String] {
    try database.messages.page(chat, limit: 1_000).map { message in
      let who = message.isMine ? "me" : message.sender.resource ?? message.sender.local ?? "?"
      return "\(who): \(message.text)" + (message.edit == nil ? "" : " (edited)")
    }
  }

  /// As profanity 0.13 makes it.
  private static let profanity = """
    CREATE TABLE IF NOT EXISTS `ChatLogs` ( `id` INTEGER PRIMARY KEY AUTOINCREMENT, `from_jid` TEXT NOT NULL, `to_jid` TEXT NOT NULL, `from_resource` TEXT, `to_resource` TEXT, `message` TEXT, `timestamp` TEXT, `type` TEXT, `stanza_id` TEXT, `archive_id` TEXT, `replace_id` TEXT, `encryption` TEXT, `marked_read` INTEGER);
    CREATE TABLE IF NOT EXISTS `DbVersion` ( `dv_id` INTEGER PRIMARY KEY, `version` INTEGER UNIQUE);
    INSERT OR IGNORE INTO `DbVersion` (`version`) VALUES('1');
    INSERT INTO ChatLogs(from_jid, to_jid, from_resource, to_resource, message, timestamp, type, stanza_id, archive_id, replace_id, encryption) VALUES
      ('bo@example.org','me@example.org','phone','profanity.x','hello','2022-10-05T12:11:10Z','chat','s1','arch-1','','none'),
      ('me@example.org','bo@example.org','profanity.x','','helo yourself','2022-10-05T14:11:11+02','chat','prof_s2','','','omemo'),
      ('me@example.org','bo@example.org','profanity.x','','hello yourself','2022-10-05T14:11:12+02','chat','prof_s3','','prof_s2','omemo'),
      ('bo@example.org','me@example.org','phone','','hello','2022-10-05T12:11:13Z','chat','s1','','','none'),
      ('bo@example.org','me@example.org','phone','','[redacted]','2022-10-05T12:11:14Z','chat','s5','','','omemo'),
      ('team@rooms.example.org','me@example.org','Cy','','all here?','2022-10-05T12:12:00Z','muc','g1','','','none'),
      ('me@example.org','team@rooms.example.org','profanity.x','','I am','2022-10-05T12:12:05Z','muc','g2','','','none'),
      ('team@rooms.example.org','me@example.org','Cy','','psst','2022-10-05T12:12:06Z','mucpm','g3','','','none'),
      ('x@example.org','y@example.org','','','not mine','2022-10-05T12:12:06Z','chat','g4','','','none'),
      ('bo@example.org','me@example.org','phone','','when?','soon','chat','s6','','','none');
    """

  @Test func `P6 profanity's database is read, with groups, corrections and equal texts`() throws {
    let report = try read(Self.profanity)
    #expect(report.read == 5 && report.new == 5)
    #expect(report.leftOut == [.redacted: 1, .alone: 1, .otherAccount: 1, .noTime: 1])
    #expect(
      try shown() == ["bo: hello", "me: hello yourself (edited)", "bo: hello"])
    #expect(try shown(room) == ["Cy: all here?", "me: I am"])
    #expect(try database.chats.chat(room)?.kind == .room)
    #expect(try database.messages.page(bo, limit: 9).compactMap(\.status) == [.sent])
    for chat in [bo, room] { #expect(try database.chats.chat(chat)?.unread == 0) }
    #expect(try database.outbox.entries().isEmpty)
    let again = try readAgain()
    #expect(again.new == 0 && again.read == 5)
    #expect(try shown().count == 3 && shown(room).count == 2)
    let hits = try database.search.find(SearchQuery("hello")).hits.map(\.message.text)
    #expect(hits == ["hello", "hello yourself", "hello"])
  }

  private func readAgain() throws -> ImportReport {
    let foreign = try ForeignDatabase(path: folder.file("foreign.db"))
    let history = try HistoryImport(
      into: database, me: me, now: Timestamp(milliseconds: 2_000_000_000_000))
    try #require(ForeignHistory(of: foreign)).read(foreign, of: me, into: history)
    try history.finish()
    return history.report
  }

  /// As Gajim 1.3 makes it.
  private static let gajimLogs = """
    CREATE TABLE jids(jid_id INTEGER PRIMARY KEY AUTOINCREMENT UNIQUE, jid TEXT UNIQUE, type INTEGER);
    CREATE TABLE logs(log_line_id INTEGER PRIMARY KEY AUTOINCREMENT UNIQUE, account_id INTEGER, jid_id INTEGER, contact_name TEXT, time INTEGER, kind INTEGER, show INTEGER, message TEXT, error TEXT, subject TEXT, additional_data TEXT, stanza_id TEXT, message_id TEXT, encryption TEXT, encryption_state TEXT, marker INTEGER);
    PRAGMA user_version = 6;
    INSERT INTO jids VALUES (1,'me@example.org',0),(2,'bo@example.org',0),(3,'team@rooms.example.org',1),(4,'other@example.org',0);
    INSERT INTO logs(account_id, jid_id, contact_name, time, kind, message, stanza_id, message_id) VALUES
      (1,2,'Bo',1600000000.25,4,'hello','st-1','9f0c2f0e-0000-4000-8000-000000000001'),
      (1,2,'',1600000001,6,'hello yourself',NULL,'9f0c2f0e-0000-4000-8000-000000000002'),
      (NULL,2,'Bo',1500000000,4,'long ago',NULL,NULL),
      (1,2,'Bo',1600000002,0,NULL,NULL,NULL),
      (4,2,'Bo',1600000003,4,'not mine',NULL,NULL),
      (3,3,'Cy',1600000004,2,'all here?','st-5','g1'),
      (3,3,'Ann',1600000005,2,'I am','st-6','g2');
    """

  @Test func `P6 Gajim's old logs are read`() throws {
    try database.rooms.save(RoomTable.Stored(jid: room, nick: "Ann"))
    let report = try read(Self.gajimLogs)
    #expect(report.new == 5 && report.leftOut == [.otherAccount: 1])
    #expect(try shown() == ["bo: long ago", "bo: hello", "me: hello yourself"])
    #expect(try shown(room) == ["Cy: all here?", "me: I am"])
    #expect(
      try database.messages.message(ArchiveID("st-1"))?.shownTime.milliseconds == 1_600_000_000_250)
  }

  /// As Gajim 2 makes it, without the tables beside.
  private static let gajimArchive = """
    CREATE TABLE account (pk INTEGER NOT NULL, jid TEXT NOT NULL, PRIMARY KEY (pk));
    CREATE TABLE remote (pk INTEGER NOT NULL, jid TEXT NOT NULL, PRIMARY KEY (pk));
    CREATE TABLE message (pk INTEGER NOT NULL, fk_account_pk INTEGER NOT NULL, fk_remote_pk INTEGER NOT NULL, resource TEXT, type INTEGER NOT NULL, direction INTEGER NOT NULL, timestamp FLOAT NOT NULL, state INTEGER NOT NULL, id TEXT NOT NULL, stanza_id TEXT, stable_id INTEGER NOT NULL, text TEXT, user_delay_ts FLOAT, fk_thread_pk INTEGER, fk_occupant_pk INTEGER, fk_encryption_pk INTEGER, fk_security_label_pk INTEGER, correction_id TEXT, PRIMARY KEY (pk));
    INSERT INTO account VALUES (1,'me@example.org'),(2,'other@example.org');
    INSERT INTO remote VALUES (1,'bo@example.org'),(2,'team@rooms.example.org');
    INSERT INTO message(fk_account_pk, fk_remote_pk, resource, type, direction, timestamp, state, id, stanza_id, stable_id, text, correction_id) VALUES
      (1,1,'phone',1,1,1700000000.5,2,'9f0c2f0e-0000-4000-8000-000000000001','st-1',1,'hello',NULL),
      (1,1,'gajim.x',1,2,1700000001,2,'9f0c2f0e-0000-4000-8000-000000000002',NULL,1,'helo yourself',NULL),
      (1,1,'gajim.x',1,2,1700000002,2,'9f0c2f0e-0000-4000-8000-000000000003',NULL,1,'hello yourself','9f0c2f0e-0000-4000-8000-000000000002'),
      (1,1,'gajim.x',1,2,1700000003,1,'9f0c2f0e-0000-4000-8000-000000000004',NULL,1,'never sent',NULL),
      (1,1,'phone',1,1,1700000004,2,'9f0c2f0e-0000-4000-8000-000000000005',NULL,1,NULL,NULL),
      (2,1,'phone',1,1,1700000005,2,'9f0c2f0e-0000-4000-8000-000000000006',NULL,1,'not mine',NULL),
      (1,2,'Cy',2,1,1700000006,2,'g1','st-7',1,'all here?',NULL),
      (1,2,'Ann',2,2,1700000007,2,'g2','st-8',1,'I am',NULL),
      (1,2,'Cy',3,1,1700000008,2,'g3',NULL,1,'psst',NULL);
    """

  @Test func `P6 Gajim's archive is read`() throws {
    let report = try read(Self.gajimArchive)
    #expect(report.new == 4)
    #expect(report.leftOut == [.notSent: 1, .noText: 1, .otherAccount: 1, .alone: 1])
    #expect(try shown() == ["bo: hello", "me: hello yourself (edited)"])
    #expect(try shown(room) == ["Cy: all here?", "me: I am"])
  }

  /// The tables that Gajim 2 has beside.
  private static let gajimBeside =
    gajimArchive + """

      CREATE TABLE occupant (pk INTEGER NOT NULL, fk_account_pk INTEGER NOT NULL, fk_remote_pk INTEGER NOT NULL, id TEXT NOT NULL, fk_real_remote_pk INTEGER, nickname TEXT, avatar_sha TEXT, updated_at FLOAT NOT NULL, PRIMARY KEY (pk));
      CREATE TABLE retraction (pk INTEGER NOT NULL, fk_account_pk INTEGER NOT NULL, fk_remote_pk INTEGER NOT NULL, fk_occupant_pk INTEGER, id TEXT NOT NULL, direction INTEGER NOT NULL, timestamp FLOAT NOT NULL, state INTEGER NOT NULL, PRIMARY KEY (pk));
      CREATE TABLE moderation (pk INTEGER NOT NULL, fk_account_pk INTEGER NOT NULL, fk_remote_pk INTEGER NOT NULL, fk_occupant_pk INTEGER, stanza_id TEXT NOT NULL, "by" TEXT, reason TEXT, timestamp FLOAT NOT NULL, PRIMARY KEY (pk));
      CREATE TABLE error (pk INTEGER NOT NULL, fk_account_pk INTEGER NOT NULL, fk_remote_pk INTEGER NOT NULL, message_id TEXT NOT NULL, "by" TEXT, type TEXT NOT NULL, text TEXT, condition TEXT NOT NULL, condition_text TEXT, timestamp FLOAT NOT NULL, PRIMARY KEY (pk));
      CREATE TABLE reply (fk_message_pk INTEGER NOT NULL, id TEXT NOT NULL, "to" TEXT, PRIMARY KEY (fk_message_pk));
      CREATE TABLE reaction (pk INTEGER NOT NULL, fk_account_pk INTEGER NOT NULL, fk_remote_pk INTEGER NOT NULL, fk_occupant_pk INTEGER, id TEXT NOT NULL, direction INTEGER NOT NULL, emojis TEXT NOT NULL, timestamp FLOAT NOT NULL, PRIMARY KEY (pk));
      CREATE TABLE oob (pk INTEGER NOT NULL, fk_message_pk INTEGER NOT NULL, url TEXT NOT NULL, description TEXT, PRIMARY KEY (pk));
      CREATE TABLE filetransfer (pk INTEGER NOT NULL, fk_message_pk INTEGER NOT NULL, date FLOAT, "desc" TEXT, hash TEXT, hash_algo TEXT, height INTEGER, length INTEGER, media_type TEXT, name TEXT, size INTEGER, width INTEGER, state INTEGER, path TEXT, PRIMARY KEY (pk));
      CREATE TABLE ft_source (pk INTEGER NOT NULL, fk_filetransfer_pk INTEGER NOT NULL, type TEXT NOT NULL, PRIMARY KEY (pk));
      CREATE TABLE ft_source_urldata (fk_ft_source_pk INTEGER NOT NULL, target TEXT NOT NULL, scheme_data JSON, PRIMARY KEY (fk_ft_source_pk));
      INSERT INTO occupant VALUES (1,1,2,'o-cy',NULL,'Cy',NULL,0),(2,1,2,'o-me',NULL,'Ann',NULL,0);
      INSERT INTO message(pk, fk_account_pk, fk_remote_pk, resource, type, direction, timestamp, state, id, stanza_id, stable_id, text) VALUES
        (20,1,1,'phone',1,1,1700000020,2,'9f0c2f0e-0000-4000-8000-000000000020',NULL,1,'taken back'),
        (21,1,1,'gajim.x',1,2,1700000021,2,'9f0c2f0e-0000-4000-8000-000000000021',NULL,1,'refused'),
        (22,1,1,'phone',1,1,1700000022,2,'9f0c2f0e-0000-4000-8000-000000000022',NULL,1,'an answer'),
        (23,1,1,'phone',1,1,1700000023,2,'9f0c2f0e-0000-4000-8000-000000000023',NULL,1,'https://files.example.org/plan.pdf'),
        (24,1,1,'phone',1,1,1700000024,2,'9f0c2f0e-0000-4000-8000-000000000024',NULL,1,NULL),
        (25,1,2,'Cy',2,1,1700000025,2,'g25','st-25',1,'moderated'),
        (26,1,2,'Cy',2,1,1700000026,2,'g26','st-26',1,'an answer there');
      INSERT INTO retraction VALUES (1,1,1,NULL,'9f0c2f0e-0000-4000-8000-000000000020',1,1700000030,0),
        (2,1,1,NULL,'9f0c2f0e-0000-4000-8000-000000000001',2,1700000030,0);
      INSERT INTO moderation VALUES (1,1,2,NULL,'st-25',NULL,'spam',1700000031);
      INSERT INTO error VALUES (1,1,1,'9f0c2f0e-0000-4000-8000-000000000021',NULL,'cancel',NULL,'forbidden',NULL,1700000022);
      INSERT INTO reply VALUES (22,'9f0c2f0e-0000-4000-8000-000000000002','me@example.org'),(26,'st-7','team@rooms.example.org/Cy');
      INSERT INTO reaction VALUES (1,1,1,NULL,'9f0c2f0e-0000-4000-8000-000000000001',2,'👍;❤',1700000032),
        (2,1,1,NULL,'9f0c2f0e-0000-4000-8000-000000000002',1,'🎉',1700000033),
        (3,1,2,1,'st-8',1,'😀',1700000034);
      INSERT INTO oob VALUES (1,23,'https://files.example.org/plan.pdf',NULL);
      INSERT INTO filetransfer(pk, fk_message_pk, media_type, name, size) VALUES (1,24,'image/png','map.png',1234);
      INSERT INTO ft_source VALUES (1,1,'urldata');
      INSERT INTO ft_source_urldata VALUES (1,'https://files.example.org/map',NULL);
      """

  private func reactions(_ text: String, in chat: JID = bo) throws -> [String] {
    try message(text, in: chat).reactions.map {
      ($0.isMine ? "me" : $0.sender.resource ?? "bo") + $0.emoji.joined
    }
  }

  private func message(_ text: String, in chat: JID = bo) throws -> Message {
    try #require(try database.messages.page(chat, limit: 100).first { $0.text.contains(text) })
  }

  @Test func `P6 M2 of Gajim nothing that was taken back is readable, and nothing refused is sent`()
    throws
  {
    let report = try read(Self.gajimBeside)
    #expect(report.leftOut[.notSent] == 2 && report.leftOut[.noText] == 1)
    let all = try shown() + shown(room)
    #expect(!all.contains { $0.contains("taken back") || $0.contains("moderated") })
    #expect(!all.contains { $0.contains("refused") })
    #expect(try database.messages.page(bo, limit: 100).count(where: \.isDeleted) == 1)
    #expect(try database.messages.page(room, limit: 100).count(where: \.isDeleted) == 1)
    #expect(all.contains("bo: hello"), "another's retraction is not the author's")
    #expect(try readAgain().new == 0)
  }

  @Test func `P6 of Gajim answers, reactions and files are taken over`() throws {
    _ = try read(Self.gajimBeside)
    #expect(try message("an answer").replyTo?.stored?.text == "hello yourself")
    #expect(try message("an answer there", in: room).replyTo?.stored?.text == "all here?")
    let (hello, answer) = (try reactions("hello"), try reactions("hello yourself"))
    #expect(hello == ["me👍 ❤"])
    #expect(answer == ["bo🎉"])
    #expect(try reactions("I am", in: room) == ["Cy😀"])
    let files = try database.messages.page(bo, limit: 100).compactMap(\.attachment)
    #expect(files.map(\.name) == ["plan.pdf", "map.png"])
    #expect(files.last?.address == "https://files.example.org/map" && files.last?.size == 1234)
    #expect(try readAgain().new == 0)
  }

  /// As Dino 0.4 makes it, without the tables beside.
  private static let dino = """
    CREATE TABLE account (id INTEGER PRIMARY KEY AUTOINCREMENT, bare_jid TEXT UNIQUE NOT NULL, resourcepart TEXT, password TEXT, alias TEXT, enabled INTEGER, roster_version TEXT, mam_earliest_synced INTEGER);
    CREATE TABLE jid (id INTEGER PRIMARY KEY AUTOINCREMENT, bare_jid TEXT UNIQUE NOT NULL);
    CREATE TABLE message (id INTEGER PRIMARY KEY AUTOINCREMENT, stanza_id TEXT, server_id TEXT, account_id INTEGER NOT NULL, counterpart_id INTEGER NOT NULL, counterpart_resource TEXT, our_resource TEXT, direction INTEGER NOT NULL, type INTEGER, time INTEGER, local_time INTEGER, body TEXT, encryption INTEGER, marked INTEGER);
    CREATE TABLE message_correction (id INTEGER PRIMARY KEY AUTOINCREMENT, message_id INTEGER UNIQUE, to_stanza_id TEXT);
    INSERT INTO account(id, bare_jid, password) VALUES (1,'me@example.org','secret');
    INSERT INTO jid VALUES (1,'bo@example.org'),(2,'team@rooms.example.org');
    INSERT INTO message(id, stanza_id, server_id, account_id, counterpart_id, counterpart_resource, our_resource, direction, type, time, local_time, body, encryption, marked) VALUES
      (1,'9f0c2f0e-0000-4000-8000-000000000001','st-1',1,1,'phone',NULL,0,1,1650000000,1650000000,'hello',0,0),
      (2,'9f0c2f0e-0000-4000-8000-000000000002',NULL,1,1,NULL,'dino.x',1,1,1650000001,1650000001,'helo',0,7),
      (3,'9f0c2f0e-0000-4000-8000-000000000003',NULL,1,1,NULL,'dino.x',1,1,1650000002,1650000002,'hello yourself',0,2),
      (4,'9f0c2f0e-0000-4000-8000-000000000004',NULL,1,1,NULL,'dino.x',1,1,1650000003,1650000003,'waits',0,4),
      (5,'g1','st-5',1,2,'Cy','Ann',0,2,1650000004,1650000004,'all here?',0,0),
      (6,'g2','st-6',1,2,'Ann','Ann',1,2,1650000005,1650000005,'I am',0,1),
      (7,'g3',NULL,1,2,'Cy','Ann',0,3,1650000006,1650000006,'psst',0,0),
      (8,'9f0c2f0e-0000-4000-8000-000000000008',NULL,1,1,'phone',NULL,0,1,9223372036854775807,0,'at the end of time',0,0);
    INSERT INTO message_correction(message_id, to_stanza_id) VALUES (3,'9f0c2f0e-0000-4000-8000-000000000002');
    """

  @Test func `P6 Dino's database is read`() throws {
    let report = try read(Self.dino)
    #expect(report.new == 4)
    #expect(report.leftOut == [.notSent: 1, .alone: 1, .noTime: 1])
    #expect(try shown() == ["bo: hello", "me: hello yourself (edited)"])
    #expect(try shown(room) == ["Cy: all here?", "me: I am"])
  }

  @Test func `P6 of Dino answers and reactions are taken over, and what was taken back is gone`()
    throws
  {
    _ = try read(
      Self.dino + """

        ALTER TABLE message ADD COLUMN retracted INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE content_item (id INTEGER PRIMARY KEY AUTOINCREMENT, conversation_id INTEGER NOT NULL, time INTEGER NOT NULL, local_time INTEGER NOT NULL, content_type INTEGER NOT NULL, foreign_id INTEGER NOT NULL, hide INTEGER NOT NULL DEFAULT 0);
        CREATE TABLE reply (id INTEGER PRIMARY KEY AUTOINCREMENT, message_id INTEGER UNIQUE NOT NULL, quoted_message_id INTEGER, quoted_message_stanza_id TEXT, quoted_message_from TEXT);
        CREATE TABLE occupant_id (id INTEGER PRIMARY KEY, account_id INTEGER NOT NULL, last_nick TEXT, jid_id INTEGER, occupant_id TEXT);
        CREATE TABLE reaction (id INTEGER PRIMARY KEY AUTOINCREMENT, account_id INTEGER NOT NULL, occupant_id INTEGER, content_item_id INTEGER NOT NULL, time INTEGER NOT NULL, jid_id INTEGER, emojis TEXT);
        INSERT INTO jid VALUES (3,'me@example.org');
        INSERT INTO message(id, stanza_id, account_id, counterpart_id, counterpart_resource, direction, type, time, local_time, body, encryption, marked, retracted) VALUES
          (20,'9f0c2f0e-0000-4000-8000-000000000020',1,1,'phone',0,1,1650000020,0,'taken back',0,0,1),
          (21,'9f0c2f0e-0000-4000-8000-000000000021',1,1,'phone',0,1,1650000021,0,'> hello yourself\nan answer',0,0,0),
          (22,'9f0c2f0e-0000-4000-8000-000000000022',1,1,'phone',0,1,1650000022,0,'named',0,0,0);
        INSERT INTO content_item VALUES (1,1,0,0,1,2,0),(2,1,0,0,1,1,0),(3,2,0,0,1,6,0);
        INSERT INTO reply(message_id, quoted_message_id, quoted_message_stanza_id, quoted_message_from) VALUES
          (21,1,NULL,NULL),(22,NULL,'9f0c2f0e-0000-4000-8000-000000000001','bo@example.org');
        INSERT INTO occupant_id VALUES (1,1,'Cy',2,'o-cy');
        INSERT INTO reaction(account_id, occupant_id, content_item_id, time, jid_id, emojis) VALUES
          (1,NULL,2,1650000030,3,'👍,❤'),(1,NULL,1,1650000031,1,'🎉'),(1,1,3,1650000032,NULL,'😀');
        """)
    #expect(try !shown().contains { $0.contains("taken back") })
    #expect(try message("an answer").text == "an answer")
    #expect(try message("an answer").replyTo?.stored?.text == "hello yourself")
    #expect(try message("named").replyTo?.stored?.text == "hello")
    let (hello, answer) = (try reactions("hello"), try reactions("hello yourself"))
    #expect(hello == ["me👍 ❤"])
    #expect(answer == ["bo🎉"])
    #expect(try reactions("I am", in: room) == ["Cy😀"])
    #expect(try readAgain().new == 0)
  }

  @Test func `Z6 a file of another account, and one that is none, change nothing`() throws {
    let dino = try foreign(Self.dino)
    let history = try HistoryImport(
      into: database, me: cy, now: Timestamp(milliseconds: 2_000_000_000_000))
    #expect(
      throws: HistoryProblem.unreadable("it has nothing of cy@example.org, but of me@example.org")
    ) {
      try ForeignHistory.dino.read(dino, of: cy, into: history)
    }
    try history.finish()
    #expect(try database.chats.all().isEmpty)
    folder.write(Array("SQLite format 3\0 and no more".utf8), to: "broken.db")
    #expect(throws: HistoryProblem.self) { try ForeignDatabase(path: folder.file("broken.db")) }
  }

  @Test func `Z6 what would never end, or be made when it is read, is no table`() throws {
    let foreign = try foreign(
      """
      CREATE TABLE account (id INTEGER, bare_jid TEXT);
      CREATE TABLE jid (id INTEGER, bare_jid TEXT);
      CREATE VIEW message AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS id FROM n;
      """)
    #expect(ForeignHistory(of: foreign) == nil)
  }

  @Test func `P4 M2 what was removed here does not come back out of a file`() throws {
    _ = try read(Self.gajimArchive)
    try database.transaction { () throws(StorageError) in
      try database.tombstones.add(chat: bo)
      try database.chats.remove(bo)
    }
    let report = try readAgain()
    #expect(report.new == 0 || report.leftOut[.removed] != nil)
    #expect(try !shown().contains("bo: hello"))
  }

  @Test func `O9 two equal texts within seconds stay two, and are found again one by one`() throws {
    func take(_ seconds: [Int64]) throws -> Int {
      let history = try HistoryImport(
        into: database, me: me, now: Timestamp(milliseconds: 2_000_000_000_000))
      for second in seconds.reversed() {
        try history.add(
          ImportedMessage(
            chat: bo, isRoom: false, sender: bo, isMine: false,
            time: Timestamp(milliseconds: second * 1_000), content: .text("ok")))
      }
      try history.finish()
      return history.report.new
    }
    #expect(try take([1, 3]) == 2)
    #expect(try take([2]) == 0)
    #expect(try take([1, 2, 3]) == 1)
    #expect(try take([1, 2, 3]) == 0)
    #expect(try take([60]) == 1)
  }

  @Test func `Z4 a batch is whole or not at all, and many take bounded memory`() throws {
    let history = try HistoryImport(
      into: database, me: me, now: Timestamp(milliseconds: 2_000_000_000_000))
    for number in (1...2_500).reversed() {
      try history.add(
        ImportedMessage(
          chat: number % 2 == 0 ? bo : cy, isRoom: false, sender: number % 2 == 0 ? bo : cy,
          isMine: false, time: Timestamp(milliseconds: Int64(number)),
          content: .text("number \(number)")))
    }
    #expect(try database.messages.newestRow() == 2_000)
    try history.finish()
    #expect(history.report.new == 2_500)
    let search = try database.search.find(SearchQuery("number", limit: 2_500))
    #expect(search.hits.count == 2_500 && !search.isIndexing, "the index has all (P6)")
    #expect(try database.messages.page(bo, limit: 2_000).map(\.text).last == "number 2500")
    #expect(try database.messages.page(cy, limit: 2_000).map(\.text).first == "number 1")
    #expect(try BrokenFile.findings(folder.file()).isEmpty)
  }
}
