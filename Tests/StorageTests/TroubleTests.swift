import CFaultyDisk
import CSQLite
import Glibc
import Model
import Scratch
import Testing

@testable import Storage

/// What can happen to the file, each made to happen, and nothing that was there is lost (P5).
@Suite struct TroubleTests {
  let folder = ScratchFolder()

  private func fill() throws -> Database {
    let database = try Database(path: folder.file())
    try database.transaction { () throws(StorageError) in
      try database.settings.set("a", "1")
      try database.chats.ensure(JID("bo@example.org")!, kind: .direct)
    }
    return database
  }

  /// The files of a program that was killed.
  private func leaveBehind() throws {
    let other = ScratchFolder()
    let database = try Database(path: other.file())
    try database.transaction { () throws(StorageError) in try database.settings.set("a", "1") }
    for name in ["a.db", "a.db-wal", "a.db.open"] { folder.write(other.bytes(name), to: name) }
    withExtendedLifetime(database) {}
  }

  private func write(_ database: Database) throws {
    try database.transaction { () throws(StorageError) in try database.settings.set("b", "2") }
  }

  @Test func `P5 a newer version is refused without a byte or a mode changed`() throws {
    try Database(path: folder.file()).run(script: "PRAGMA user_version = 99; VACUUM")
    chmod(folder.file(), 0o640)
    let before = folder.bytes()
    for access in [Database.Access.readWrite, .readOnly] {
      #expect(throws: StorageError.newerSchema(found: 99, known: Migrations.newest)) {
        try Database(path: folder.file(), access: access)
      }
    }
    #expect(folder.bytes() == before)
    let words = StorageError.newerSchema(found: 99, known: 1).explanation
    #expect(words.contains("99") && words.contains("1"))
  }

  @Test(arguments: ["a.db", "a.db-wal"])
  func `P5 a file removed while it is open is noticed, and all it held is kept`(name: String) throws
  {
    let database = try fill()
    unlink(folder.file(name))
    let removed = StorageError.removed(kept: folder.file("a.db.kept-1"))
    #expect(throws: removed) { try write(database) }
    #expect(throws: removed, "nothing is written any more") { try write(database) }
    #expect(try database.settings.value("a") == "1", "what is there can be read")
    #expect(folder.mode(of: "a.db.kept-1") == 0o600)
    let kept = try Database(path: folder.file("a.db.kept-1"))
    #expect(try kept.settings.value("a") == "1")
    #expect(try kept.settings.value("b") == nil, "what was refused is not in it")
  }

  @Test(arguments: ["a.db", "a.db-wal"], [true, false])
  func `P5 what was kept of a removed file takes its place when it is asked for`(
    name: String, isRunning: Bool
  ) throws {
    let database = try fill()
    unlink(folder.file(name))
    #expect(throws: StorageError.self) { try write(database) }
    if isRunning { try database.putBack() } else { try BrokenFile.goOn(folder.file()) }
    #expect(try Database(path: folder.file()).settings.value("a") == "1")
    #expect(folder.bytes("a.db.kept-1").isEmpty)
  }

  @Test func `P5 a file replaced while it is open is noticed, and the new one is left alone`()
    throws
  {
    let database = try fill()
    folder.write([1, 2, 3], to: "new.db")
    rename(folder.file("new.db"), folder.file())
    #expect(throws: StorageError.removed(kept: folder.file("a.db.kept-1"))) {
      try write(database)
    }
    try database.putBack()
    #expect(folder.bytes() == [1, 2, 3])
    #expect(folder.bytes("a.db-wal").isEmpty, "the log of another file is no log of this one")
  }

  @Test func `P5 a folder removed with its file is noticed, and nothing can be kept`() throws {
    let database = try Database(path: folder.file("new/deep/a.db"))
    for ending in ["", "-wal", "-shm"] { unlink(folder.file("new/deep/a.db" + ending)) }
    unlink(folder.file("new/deep/a.db.open"))
    rmdir(folder.file("new/deep"))
    #expect(throws: StorageError.removed(kept: nil)) { try write(database) }
  }

  @Test func `P5 a lost log is told, and only who is asked goes on without it`() throws {
    try leaveBehind()
    unlink(folder.file("a.db-wal"))
    folder.age("a.db")
    let missing = StorageError.incomplete(missing: folder.file("a.db-wal"))
    let before = folder.bytes()
    #expect(throws: missing) { try Database(path: folder.file()) }
    #expect(folder.bytes() == before)
    try BrokenFile.goOn(folder.file())
    try write(try Database(path: folder.file()))
  }

  @Test func `P5 a log that another program has folded into the file is not missed`() throws {
    try leaveBehind()
    folder.age("a.db")
    do {
      var other: OpaquePointer?
      #expect(sqlite3_open(folder.file(), &other) == SQLITE_OK)
      #expect(sqlite3_exec(other, "SELECT * FROM setting", nil, nil, nil) == SQLITE_OK)
      sqlite3_close(other)
    }
    #expect(folder.bytes("a.db-wal").isEmpty)
    #expect(try Database(path: folder.file()).settings.value("a") == "1")
  }

  @Test func `P5 where only the log is left SQLite does not get to throw it away`() throws {
    try leaveBehind()
    let log = folder.bytes("a.db-wal")
    unlink(folder.file())
    let missing = StorageError.incomplete(missing: folder.file())
    #expect(throws: missing) { try Database(path: folder.file()) }
    #expect(folder.bytes("a.db-wal") == log)
    try BrokenFile.goOn(folder.file())
    #expect(folder.bytes("a.db.broken-1-wal") == log)
    try write(try Database(path: folder.file()))
  }

  @Test func `P5 a program that was killed, one that ended and a reader leave nothing to tell`()
    throws
  {
    try leaveBehind()
    #expect(try Database(path: folder.file(), access: .readOnly).settings.value("a") == "1")
    do { try write(try Database(path: folder.file())) }
    let database = try Database(path: folder.file())
    #expect(try database.settings.value("b") == "2")
  }

  @Test func `P5 a file that proves damaged is not written to any more`() throws {
    try damage(try fill())
    let database = try Database(path: folder.file())
    #expect(throws: StorageError.corrupt) {
      try database.transaction { () throws(StorageError) in _ = try database.chats.all() }
    }
    let before = folder.bytes()
    #expect(throws: StorageError.corrupt) { try write(database) }
    #expect(folder.bytes() == before)
    #expect(try !BrokenFile.findings(folder.file()).isEmpty)
  }

  /// Overwrites the pages of the chats.
  private func damage(_ database: Database) throws {
    let root = try database.first("SELECT rootpage FROM sqlite_schema WHERE name = 'chat'") {
      $0.int(0)
    }
    try database.run(script: "PRAGMA wal_checkpoint(TRUNCATE)")
    let descriptor = open(folder.file(), O_WRONLY)
    let garbage = [UInt8](repeating: 0xAB, count: 4096)
    pwrite(descriptor, garbage, garbage.count, ((root ?? 1) - 1) * 4096)
    close(descriptor)
  }

  @Test func `P5 a broken file is set aside under a name of its own, with its log`() throws {
    try leaveBehind()
    let bytes = (folder.bytes(), folder.bytes("a.db-wal"))
    #expect(try BrokenFile.setAside(folder.file()) == folder.file("a.db.broken-1"))
    #expect((folder.bytes("a.db.broken-1"), folder.bytes("a.db.broken-1-wal")) == bytes)
    try leaveBehind()
    #expect(try BrokenFile.setAside(folder.file()) == folder.file("a.db.broken-2"))
    #expect((folder.bytes("a.db.broken-1"), folder.bytes("a.db.broken-1-wal")) == bytes)
    #expect(try BrokenFile.findings(folder.file("a.db.broken-1")) == [])
  }

  @Test func `P5 a file or folder of another user is told apart, and can be read`() throws {
    do { try write(try fill()) }
    chmod(folder.file(), 0o444)
    chmod(folder.path, 0o755)
    // Root may write everything: the disk is met as somebody else.
    guard fd_act_as(getuid() == 0 ? 65_534 : getuid()) != 0 else { return }
    defer { fd_act_as(0) }
    #expect(throws: StorageError.readOnly) { try Database(path: folder.file()) }
    #expect(throws: StorageError.readOnly) { try Database(path: folder.file("none.db")) }
    // SQLite needs no log where nobody writes (https://www.sqlite.org/wal.html#readonly).
    let reader = try? Database(path: folder.file(), access: .readOnly)
    #expect(try reader?.settings.value("a") == "1")
  }

  @Test(arguments: [
    StorageError.full, .readOnly, .locked, .corrupt, .newerSchema(found: 3, known: 2),
    .notADatabase, .removed(kept: nil), .removed(kept: "/y"), .incomplete(missing: "/x"),
    .damagedLog,
    .io("oops"),
  ])
  func `P5 every trouble is said in plain words, with what to do`(error: StorageError) {
    #expect(error.explanation.count > 10 && !error.explanation.hasSuffix("."))
    #expect(error.advice.hasSuffix("."))
  }
}
