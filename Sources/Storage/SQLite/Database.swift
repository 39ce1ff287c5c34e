internal import CSQLite
internal import Glibc
internal import Model

/// One SQLite file in WAL mode with one account's data: one file is one account, so no table names it.
///
/// Confined to one executor. Another connection may read the same file meanwhile (the store, at start).
public final class Database {
  public enum Access: Sendable {
    case readWrite
    /// Writes are refused with ``StorageError/readOnly``; the schema is taken as it is.
    case readOnly
  }

  private let connection: OpaquePointer
  /// Where the file is, as it was given.
  public let path: String
  /// `nil` where the file is not the system's own (a VFS under test) or is only read.
  private let file: DatabaseFile?
  /// Another for each copy of the file; `nil` where the file is not watched.
  var fileName: String? { file?.name }
  /// The path of a copy of the log as it was, where it was damaged and has been repaired.
  public let mendedLog: String?
  /// After this nothing is written any more: writing on would make it worse (P5).
  public private(set) var failure: StorageError?
  /// `nil` where the file is only read.
  private var log: ChangeLog?
  private var statements: [String: OpaquePointer] = [:]
  private var depth = 0
  /// `nil` where SQLite has no full-text search.
  private(set) lazy var tokenizer = SearchTokenizer(connection)
  /// Row ids of chats looked up lately; emptied by a rollback.
  var chatIDs: [JID: Int64] = [:] {
    didSet { if chatIDs.count > Self.mostChatIDs { chatIDs = [:] } }
  }
  private static let mostChatIDs = 500

  /// Opens or makes the file (0600, missing folders 0700) and brings its schema up to date. A file of a
  /// newer program, or one that has lost its newest part, is left as it is.
  ///
  /// - Parameters:
  ///   - busyTimeout: milliseconds to wait for another program before ``StorageError/locked``.
  ///   - vfs: SQLite's name of the file system to use (https://www.sqlite.org/vfs.html); `nil` is the
  ///     system's own, the only one whose files are watched.
  ///   - mendsLog: repair a damaged log where that can be done, and say so by ``mendedLog``; else
  ///     ``StorageError/damagedLog``.
  public convenience init(
    path: String, access: Access = .readWrite, busyTimeout: Int32 = 2_000, vfs: String? = nil,
    mendsLog: Bool = false
  ) throws(StorageError) {
    try self.init(
      path: path, access: access, busyTimeout: busyTimeout, vfs: vfs, mendsLog: mendsLog,
      version: Migrations.newest)
  }

  init(
    path: String, access: Access, busyTimeout: Int32, vfs: String? = nil, mendsLog: Bool = false,
    version: Int
  ) throws(StorageError) {
    let isOwn = vfs == nil && access == .readWrite
    let file = isOwn ? try DatabaseFile(path) : nil
    // Also one that only reads makes an empty log, and hides that one is missing.
    if vfs == nil { try DatabaseFile.checkComplete(path) }
    mendedLog = vfs == nil ? try Self.checkLog(path, mends: mendsLog) : nil
    (self.file, self.path) = (file, path)
    connection = try Self.open(path, access, vfs)
    sqlite3_busy_timeout(connection, busyTimeout)
    SearchFunction.add(to: connection)
    try Migrations.check(self)
    if access == .readWrite { try execute("PRAGMA journal_mode = WAL") }
    try execute("PRAGMA synchronous = FULL")
    try execute("PRAGMA foreign_keys = ON")
    // KiB. The system caches the file anyway, and what a big one is read for comes only once.
    try execute("PRAGMA cache_size = -512")
    guard access == .readWrite else { return }
    log = ChangeLog(connection, busyTimeout: busyTimeout)
    try Migrations.bring(self, to: version)
    file?.beginUse()
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    file?.willEndUse()
    sqlite3_close_v2(connection)
    file?.didEndUse()
  }

  /// Before SQLite leaves out what stands behind a damaged place.
  /// - Returns: the path of a copy of the log as it was, where it was damaged.
  private static func checkLog(_ path: String, mends: Bool) throws(StorageError) -> String? {
    guard let damage = try LogDamage(of: path) else { return nil }
    guard mends else { throw .damagedLog }
    return try damage.mend()
  }

  /// Where the folder may not be written SQLite cannot share its index of the log with others; without a
  /// log it can do without (https://www.sqlite.org/uri.html, `immutable`).
  private static func open(
    _ path: String, _ access: Access, _ vfs: String?
  ) throws(StorageError) -> OpaquePointer {
    if access == .readWrite {
      let creates = vfs == nil ? 0 : SQLITE_OPEN_CREATE
      return try open(path, SQLITE_OPEN_READWRITE | creates, vfs)
    }
    let shared = try open(path, SQLITE_OPEN_READONLY, vfs)
    let code = sqlite3_exec(shared, "PRAGMA schema_version", nil, nil, nil) & 0xFF
    let needsFolder = code == SQLITE_CANTOPEN || code == SQLITE_READONLY
    if !needsFolder || DatabaseFile.hasLog(path) { return shared }
    sqlite3_close_v2(shared)
    return try open(immutable(path), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, vfs)
  }

  private static func immutable(_ path: String) -> String {
    let escaped = path.flatMap { character in
      switch character {
      case "%": "%25"
      case "?": "%3f"
      case "#": "%23"
      default: String(character)
      }
    }
    return "file:\(String(escaped))?immutable=1"
  }

  private static let isConfigured = psst_configure() == SQLITE_OK

  private static func open(
    _ name: String, _ mode: Int32, _ vfs: String?
  ) throws(StorageError) -> OpaquePointer {
    _ = isConfigured
    var connection: OpaquePointer?
    let code = sqlite3_open_v2(name, &connection, mode | SQLITE_OPEN_NOMUTEX, vfs)
    guard let connection else { throw .io("no memory to open \(name)") }
    if code == SQLITE_OK { return connection }
    let error = Self.error(code, connection)
    sqlite3_close_v2(connection)
    throw error
  }

  private static func error(_ code: Int32, _ connection: OpaquePointer) -> StorageError {
    // SQLite forgets the system's word where it is a commit that fails.
    let latest = errno
    let kept = sqlite3_system_errno(connection)
    return StorageError(
      code: code, message: String(cString: sqlite3_errmsg(connection)),
      systemError: kept != 0 ? kept : latest)
  }

  /// Another number when another connection has committed since
  /// (https://www.sqlite.org/pragma.html#pragma_data_version).
  public func version() throws(StorageError) -> Int64 {
    try first("PRAGMA data_version") { $0.integer(0) } ?? 0
  }

  // MARK: Transactions

  /// Runs `body` whole or not at all; when it returns the changes are on disk (synchronous=FULL).
  /// Inside another transaction it is a savepoint of it.
  public func transaction<Result>(
    _ body: () throws(StorageError) -> Result
  ) throws(StorageError) -> Result {
    if let failure { throw failure }
    let name = "nested\(depth)"
    let result: Result
    do {
      try execute(depth == 0 ? "BEGIN IMMEDIATE" : "SAVEPOINT \(name)")
      depth += 1
      defer { depth -= 1 }
      result = try body()
      if depth == 1 { try confirmPlace() }
      try execute(depth == 1 ? "COMMIT" : "RELEASE \(name)")
    } catch {
      undo(to: name)
      fail(after: error)
      throw depth == 0 ? failure ?? error : error
    }
    if depth == 0 {
      try confirmPlace()
      file?.noteCommit()
    }
    return result
  }

  /// A damaged file is not written to any more.
  private func fail(after error: StorageError) {
    switch error {
    case .corrupt, .notADatabase: failure = error
    default: break
    }
    if depth == 0, failure == nil, file?.isInPlace == false { keepAside() }
  }

  /// Neither is a file that lost its name: what went there would be gone with this program.
  private func confirmPlace() throws(StorageError) {
    guard let file, !file.isInPlace else { return }
    if depth == 0 { keepAside() }
    throw failure ?? .removed(kept: nil)
  }

  /// The open file still holds everything, and nobody else can reach it: all of it goes to a new one.
  private func keepAside() {
    chatIDs = [:]
    let kept = BrokenFile.freeName(for: path, .kept)
    let isWritten = DatabaseFile.makeEmpty(kept) && vacuum(into: kept) && DatabaseFile.sync(kept)
    if !isWritten { BrokenFile.removeEmpty(kept) }
    failure = .removed(kept: isWritten ? kept : nil)
  }

  /// After ``StorageError/removed(kept:)``: puts what was kept in the place of what is left. A file that
  /// somebody else has put there stays, without the log of the old one.
  public func putBack() throws(StorageError) {
    guard case .removed(let kept?) = failure, let file else { return }
    try file.isReplaced ? BrokenFile.setAsideLog(path) : BrokenFile.put(kept, inPlaceOf: path)
  }

  private func vacuum(into path: String) -> Bool {
    do {
      try execute("VACUUM INTO ?", .text(path))
      return true
    } catch {
      return false
    }
  }

  /// SQLite may have rolled everything back already (a full disk does that): then nothing is left to undo.
  private func undo(to name: String) {
    chatIDs = [:]
    guard sqlite3_get_autocommit(connection) == 0 else { return }
    let undoing = depth == 0 ? ["ROLLBACK"] : ["ROLLBACK TO \(name)", "RELEASE \(name)"]
    for sql in undoing { _ = sqlite3_exec(connection, sql, nil, nil, nil) }
  }

  /// There is something to do for ``foldLog()``.
  public var isLogLong: Bool { failure == nil && log?.isLong == true }

  /// Folds a log of changes that has grown into the file; for when nobody waits for this executor.
  public func foldLog() {
    if isLogLong { log?.fold() }
  }

  /// What was deleted for good is to go out of the log of changes, too, when it is folded next.
  func noteErasure() { log?.noteErasure() }

  // MARK: Statements

  /// Runs statements without values, for schemas and pragmas.
  func run(script: String) throws(StorageError) {
    let code = sqlite3_exec(connection, script, nil, nil, nil)
    guard code == SQLITE_OK else { throw Self.error(code, connection) }
  }

  func execute(_ sql: String, _ values: SQLValue...) throws(StorageError) {
    try execute(sql, values)
  }

  func execute(_ sql: String, _ values: [SQLValue]) throws(StorageError) {
    let statement = try prepared(sql, values)
    defer { sqlite3_reset(statement) }
    while try step(statement) {}
  }

  /// All rows, read by `read`, which must not touch the database itself.
  func rows<Result>(
    _ sql: String, _ values: SQLValue..., read: (Row) throws(StorageError) -> Result
  ) throws(StorageError) -> [Result] {
    try rows(sql, values, read: read)
  }

  func rows<Result>(
    _ sql: String, _ values: [SQLValue], read: (Row) throws(StorageError) -> Result
  ) throws(StorageError) -> [Result] {
    let statement = try prepared(sql, values)
    defer { sqlite3_reset(statement) }
    var results: [Result] = []
    while try step(statement) { results.append(try read(Row(statement: statement))) }
    return results
  }

  /// The first row, read by `read`; stops there.
  func first<Result>(
    _ sql: String, _ values: [SQLValue], read: (Row) throws(StorageError) -> Result
  ) throws(StorageError) -> Result? {
    let statement = try prepared(sql, values)
    defer { sqlite3_reset(statement) }
    guard try step(statement) else { return nil }
    let result = try read(Row(statement: statement))
    while try step(statement) {}
    return result
  }

  func first<Result>(
    _ sql: String, _ values: SQLValue..., read: (Row) throws(StorageError) -> Result
  ) throws(StorageError) -> Result? {
    try first(sql, values, read: read)
  }

  /// How many rows the last statement changed itself.
  var changes: Int { Int(sqlite3_changes(connection)) }

  /// How many rows all statements changed, triggers' and the search index's own included.
  var totalChanges: Int { Int(sqlite3_total_changes(connection)) }

  var lastInsertedID: Int64 { sqlite3_last_insert_rowid(connection) }

  private func step(_ statement: OpaquePointer) throws(StorageError) -> Bool {
    errno = 0
    let code = sqlite3_step(statement)
    guard code == SQLITE_ROW || code == SQLITE_DONE else { throw Self.error(code, connection) }
    return code == SQLITE_ROW
  }

  private func prepared(
    _ sql: String, _ values: [SQLValue]
  ) throws(StorageError) -> OpaquePointer {
    let statement = if let known = statements[sql] { known } else { try prepare(sql) }
    sqlite3_clear_bindings(statement)
    for (index, value) in values.enumerated() {
      let code = bind(value, statement, Int32(index + 1))
      guard code == SQLITE_OK else { throw Self.error(code, connection) }
    }
    return statement
  }

  private func prepare(_ sql: String) throws(StorageError) -> OpaquePointer {
    var statement: OpaquePointer?
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    let code = sqlite3_prepare_v3(connection, sql, -1, flags, &statement, nil)
    guard code == SQLITE_OK, let statement else { throw Self.error(code, connection) }
    statements[sql] = statement
    return statement
  }

  private func bind(_ value: SQLValue, _ statement: OpaquePointer, _ index: Int32) -> Int32 {
    switch value {
    case .integer(let number): return sqlite3_bind_int64(statement, index, number)
    case .null: return sqlite3_bind_null(statement, index)
    case .text(var text):
      return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          psst_bind_text(statement, index, $0.baseAddress, Int32($0.count))
        }
      }
    }
  }
}

extension Database {
  /// How many instructions of SQLite's machine each statement has taken so far
  /// (https://www.sqlite.org/c3ref/c_stmtstatus_counter.html): what an act costs, whatever else the computer does.
  var instructions: [String: Int] {
    statements.mapValues { Int(sqlite3_stmt_status($0, SQLITE_STMTSTATUS_VM_STEP, 0)) }
  }
}
