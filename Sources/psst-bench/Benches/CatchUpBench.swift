internal import LocalServer
internal import Model
internal import Storage

/// How fast what came while psst was away is read from the archive, beside a bare client that reads
/// the same and keeps nothing.
struct CatchUpBench {
  var size = 10_000

  func run(_ report: Report) throws {
    report.begin("\(size) messages came while psst was away")
    let stage = try Stage()
    let server = try stage.server.start()
    for name in ["ana", "bo"] { try stage.register(name) }
    let relay = try Relay(to: server.port)
    defer { relay.close() }
    try stage.keep("ana", port: relay.port)
    try signInOnce(stage)
    let sender = try BareClient("bo", port: relay.port)
    try sender.send(size, to: Stage.address("ana"), through: relay)
    let page = CatchUpBench.page
    let bare = try BareClient("ana", port: relay.port).readArchive(page: page)
    let psst = try measurePsst(stage, relay)
    report.add("bare client, pages of \(page)", Double(bare.messages) / bare.seconds, "per s")
    report.add("psst", Double(size) / psst, "per s")
    report.add("  share", 100 * bare.seconds / psst, "%", target: "at least 80")
  }

  /// As psst asks.
  private static let page = 50

  /// From then on psst knows where in the archive it has been.
  private func signInOnce(_ stage: Stage) throws {
    let terminal = try stage.open("ana")
    _ = try terminal.wait(for: "online", from: 0)
    let start = Stopwatch.now
    while try Database(path: stage.database(of: "ana"), access: .readOnly).archiveCursors.cursor()
      == nil
    {
      guard Stopwatch.seconds(since: start) < 10 else {
        throw BenchError("the archive is not read")
      }
      terminal.hear(milliseconds: 50)
    }
    terminal.end()
  }

  private func measurePsst(_ stage: Stage, _ relay: Relay) throws -> Double {
    let terminal = try stage.open("ana")
    let start = Stopwatch.now
    while try stored(stage) < size {
      guard Stopwatch.seconds(since: start) < 120 else { throw BenchError("not all were read") }
      for _ in 0..<20 where terminal.hear(milliseconds: 5) {}
    }
    let end = Stopwatch.now
    let ledger = relay.now
    terminal.end()
    guard let first = ledger.firstQuery else { throw BenchError("the archive was not asked") }
    return Double(end - first) / 1e9
  }

  /// How many messages the archive's cursor counts.
  private func stored(_ stage: Stage) throws -> Int {
    let database = try Database(path: stage.database(of: "ana"), access: .readOnly)
    return Int(try database.archiveCursors.cursor()?.highest ?? 0)
  }
}
