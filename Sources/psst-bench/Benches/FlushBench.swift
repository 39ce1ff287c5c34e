internal import LocalServer
internal import Model

/// How fast what was queued goes out, beside a bare client on the same server (O11).
struct FlushBench {
  var sizes = [10, 100, 1_000, 10_000]
  /// Of each size up to 100, which are over in no time: the median is told.
  var rounds = 15

  func run(_ report: Report) throws {
    report.begin("queued messages go out: until the server has acknowledged them (O11)")
    let stage = try Stage()
    let server = try stage.server.start()
    for name in ["ana", "bo", "bare"] { try stage.register(name) }
    let relay = try Relay(to: server.port)
    defer { relay.close() }
    for size in sizes {
      var bare: [Double] = []
      var psst: [Double] = []
      for _ in 0..<(size > 1_000 ? 1 : size > 100 ? (rounds + 2) / 3 : rounds) {
        bare.append(try measureBare(size, relay))
        psst.append(try measurePsst(size, stage, relay))
      }
      report.add("\(size) by the bare client", Double(size) / Percentiles(bare).median, "per s")
      report.add("\(size) by psst", Double(size) / Percentiles(psst).median, "per s")
      let share = 100 * Percentiles(bare).median / Percentiles(psst).median
      report.add("  share", share, "%", target: "at least 80")
    }
  }

  private func measureBare(_ size: Int, _ relay: Relay) throws -> Double {
    let client = try BareClient("bare", port: relay.port)
    try client.send(size, to: Stage.address("bo"), through: relay)
    return try seconds(relay.now, size)
  }

  private func measurePsst(_ size: Int, _ stage: Stage, _ relay: Relay) throws -> Double {
    SmallFile.remove(stage.folder(of: "ana"))
    try stage.keep("ana", port: relay.port)
    try QueuedMessages(count: size).write(
      to: stage.database(of: "ana"), me: Stage.address("ana"), chat: Stage.address("bo"))
    let terminal = try stage.open("ana")
    let start = Stopwatch.now
    while try QueuedMessages.waiting(in: stage.database(of: "ana")) > 0 {
      guard Stopwatch.seconds(since: start) < 120 else { throw BenchError("the queue stays") }
      while terminal.hear(milliseconds: 20) {}
    }
    let ledger = relay.now
    terminal.end()
    return try seconds(ledger, size)
  }

  private func seconds(_ ledger: StreamLedger, _ size: Int) throws -> Double {
    guard let first = ledger.firstMessage, let last = ledger.accepted(size) else {
      throw BenchError("\(size) messages were not all accepted: \(ledger.words)")
    }
    return Double(last - first) / 1e9
  }
}
