internal import CPlatform
internal import CSQLite
internal import Dispatch
internal import Glibc

/// What this machine needs at least from Enter to the glyph: a thread that reads the key from a terminal, one that commits
/// a synced row (`synchronous=FULL`, WAL) and hands back, and one write to the terminal. Both wait as psst does, for
/// something to read.
final class EnterFloor {
  private let database: OpaquePointer
  private let insertion: OpaquePointer
  /// Where the key is pressed and the glyph is seen, and the program's end of it.
  private let terminal: (outer: Int32, inner: Int32)
  /// Orders, and done orders.
  private let pipes: [(reader: Int32, writer: Int32)]

  /// - Parameter path: of a new database, on the disk in question.
  init(path: String) throws {
    var handle: OpaquePointer?
    guard sqlite3_open(path, &handle) == SQLITE_OK, let handle else {
      throw BenchError("cannot make \(path)")
    }
    database = handle
    let schema = """
      PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;
      CREATE TABLE row (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
      """
    var statement: OpaquePointer?
    guard sqlite3_exec(handle, schema, nil, nil, nil) == SQLITE_OK,
      sqlite3_prepare_v2(
        handle, "INSERT INTO row(text) VALUES ('as long as a word')", -1, &statement, nil)
        == SQLITE_OK, let statement
    else { throw BenchError("cannot write \(path)") }
    insertion = statement
    var inner: Int32 = -1
    let outer = psst_open_raw_terminal(&inner)
    guard outer >= 0 else { throw BenchError("no terminal: errno \(-outer)") }
    terminal = (outer, inner)
    pipes = try (0..<2).map { _ in
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else { throw BenchError("no pipe: errno \(errno)") }
      return (ends[0], ends[1])
    }
    let (keys, orders, done) = (inner, pipes[0], pipes[1])
    nonisolated(unsafe) let row = insertion
    DispatchQueue(label: "floor.keys").async {
      while Self.take(keys), Self.give(orders.writer), Self.take(done.reader) {
        guard Self.give(keys) else { return }
      }
    }
    DispatchQueue(label: "floor.rows").async {
      while Self.take(orders.reader) {
        guard sqlite3_step(row) == SQLITE_DONE, sqlite3_reset(row) == SQLITE_OK,
          Self.give(done.writer)
        else { return }
      }
    }
  }

  deinit {
    close(terminal.outer)
    close(terminal.inner)
    for pipe in pipes { close(pipe.writer) }
    for pipe in pipes { close(pipe.reader) }
    sqlite3_finalize(insertion)
    sqlite3_close(database)
  }

  /// Once, in milliseconds.
  func measure() throws -> Double {
    let start = Stopwatch.now
    guard Self.give(terminal.outer), Self.take(terminal.outer) else {
      throw BenchError("the floor cannot be measured: errno \(errno)")
    }
    return Double(Stopwatch.now - start) / 1e6
  }

  private static func give(_ descriptor: Int32) -> Bool {
    var byte: UInt8 = 1
    return write(descriptor, &byte, 1) == 1
  }

  private static func take(_ descriptor: Int32) -> Bool {
    var query = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&query, 1, 10_000) > 0 else { return false }
    var byte: UInt8 = 0
    return read(descriptor, &byte, 1) == 1
  }
}
