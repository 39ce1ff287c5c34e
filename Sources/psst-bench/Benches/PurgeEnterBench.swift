internal import CSQLite
internal import LocalServer
internal import Model
internal import Storage

/// Enter → glyph (S1) in the program itself, without and while it brings a long history down to what is young (P4): the
/// archive of its server goes as far back as the history.
struct PurgeEnterBench {
  var size = 1_000_000
  var left = 100_000
  /// Without a purge; with one they are as many as its time allows.
  var samples = 300
  var words = Workload()

  mutating func run(_ report: Report) throws {
    report.begin("enter → glyph, \(size) messages stored, of which \(left) stay (S1, P4)")
    let stage = try Stage()
    try stage.keep("ana")
    let (path, me) = (stage.database(of: "ana"), Stage.address("ana"))
    try StoredHistory(messages: size, chats: 200).write(to: path, me: me)
    for name in ["ana", StoredHistory.name(1)] { try stage.register(name) }
    try keepFirst(on: stage)
    try Database(path: path).purges.setKeep(.forever)
    report.add("nothing is removed", try withoutPurge(stage), "ms", target: "p99 under 10 ms")
    // One was written each second.
    try Database(path: path).purges.setKeep(Keep(age: Int64(left) * 1_000, newest: 100))
    let (times, seconds) = try whilePurging(stage)
    report.add("old ones are removed", Percentiles(times), "ms", target: "p99 under 10 ms")
    report.add("old ones are removed, worst", times.max() ?? .nan, "ms")
    report.add("until they were gone", seconds, "s")
    let kept = try Database(path: path, access: .readOnly).purges.outlook(.forever).stored
    guard kept < left + left / 4 + 200 * 100 + times.count + samples else {
      throw BenchError("\(kept) messages are left")
    }
    report.add("left", Double(kept), "messages")
  }

  /// The archive has an entry that is older than all that is stored here, so that it may be trusted with the rest.
  private func keepFirst(on stage: Stage) throws {
    try stage.server.stop()
    let path = stage.path + "/data/server/data/prosody.sqlite"
    var connection: OpaquePointer?
    defer { sqlite3_close(connection) }
    let peer = Stage.address(StoredHistory.name(1))
    let me = Stage.address("ana")
    let insertion = """
      INSERT INTO prosodyarchive(host, user, store, key, "when", "with", type, value) VALUES (
        '\(me.domain)', 'ana', 'archive', 'the-first', 1748999000, '\(peer)', 'xml',
        '<message from=''\(peer)/x'' to=''\(me)'' type=''chat'' id=''the-first''><body>in the beginning</body></message>')
      """
    guard sqlite3_open(path, &connection) == SQLITE_OK,
      sqlite3_exec(connection, insertion, nil, nil, nil) == SQLITE_OK
    else {
      throw BenchError("the server's archive: \(String(cString: sqlite3_errmsg(connection)))")
    }
    _ = try stage.server.start()
  }

  private func open(_ stage: Stage) throws -> PseudoTerminal {
    let terminal = try stage.open("ana")
    _ = try terminal.wait(for: "online", from: 0)
    terminal.settle(milliseconds: 100, atMost: 1)
    return terminal
  }

  private mutating func withoutPurge(_ stage: Stage) throws -> Percentiles {
    let terminal = try open(stage)
    var times: [Double] = []
    for _ in 0..<samples {
      times.append(try terminal.send(words.nextWord()))
      Stopwatch.pause(milliseconds: 15)
    }
    terminal.end()
    return Percentiles(times)
  }

  /// Something is typed as long as old messages are removed, from the first to the last; and how long that was, seconds.
  private mutating func whilePurging(_ stage: Stage) throws -> ([Double], Double) {
    let terminal = try open(stage)
    let chat = Stage.address(StoredHistory.name(1))
    let database = try Database(path: stage.database(of: "ana"), access: .readOnly)
    let opened = Stopwatch.now
    while try database.purges.record(chat) == nil {
      guard Stopwatch.seconds(since: opened) < 60 else { throw BenchError("nothing is removed") }
      Stopwatch.pause(milliseconds: 20)
    }
    let start = Stopwatch.now
    var times: [Double] = []
    while !isOver(stage) {
      guard Stopwatch.seconds(since: start) < 1_800 else { throw BenchError("it does not end") }
      times.append(try terminal.send(words.nextWord()))
      terminal.settle(milliseconds: 200, atMost: 1)
    }
    let seconds = Stopwatch.seconds(since: start)
    terminal.end()
    return (times, seconds)
  }

  /// The log says it.
  private func isOver(_ stage: Stage) -> Bool {
    let log = SmallFile.read(stage.path + "/state/log") ?? []
    return String(decoding: log, as: UTF8.self).contains("old messages that the archive has")
  }
}
