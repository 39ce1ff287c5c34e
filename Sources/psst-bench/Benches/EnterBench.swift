internal import LocalServer
internal import Model
internal import Storage
internal import Sync

/// Enter → the message stands in the pane (S1), from the byte written to the glyph received, and as a multiple of what
/// the machine needs at least.
struct EnterBench {
  var samples = 300
  /// How many wait to go out while one writes.
  var flushing = 2_000
  var words = Workload()

  mutating func run(_ report: Report) throws {
    report.begin("enter → glyph, 10,000 messages stored (S1)")
    let stage = try Stage()
    try stage.keep("ana")
    let history = StoredHistory(messages: 10_000, chats: 50)
    try history.write(to: stage.database(of: "ana"), me: Stage.address("ana"))
    try offline(stage, report)
    try stage.register("ana")
    try stage.register(StoredHistory.name(1))
    try online(stage, report)
    try whileFlushing(stage, report)
  }

  private mutating func offline(_ stage: Stage, _ report: Report) throws {
    try stage.server.stop()
    let terminal = try open(stage)
    let before = ProcessFacts(process: terminal.process).runTime
    let measured = try measure(terminal, stage)
    let spent = ProcessFacts(process: terminal.process).runTime - before
    add("offline", measured, report)
    report.add("offline, processor time per message typed and sent", spent / Double(samples), "ms")
    terminal.end()
    _ = try stage.server.start()
  }

  private mutating func online(_ stage: Stage, _ report: Report) throws {
    let terminal = try open(stage)
    _ = try terminal.wait(for: "online", from: 0)
    try awaitEmptyQueue(stage)
    add("online", try measure(terminal, stage), report)
    terminal.end()
  }

  private mutating func whileFlushing(_ stage: Stage, _ report: Report) throws {
    try stage.server.stop()
    try QueuedMessages(count: flushing).write(
      to: stage.database(of: "ana"), me: Stage.address("ana"), chat: chat)
    let terminal = try open(stage)
    _ = try stage.server.start()
    _ = try terminal.wait(for: "online", from: 0)
    var times: [Double] = []
    let start = Stopwatch.now
    while try QueuedMessages.waiting(in: stage.database(of: "ana")) > 20 {
      times.append(try terminal.send(words.nextWord()))
      guard Stopwatch.seconds(since: start) < 60 else { break }
    }
    let what = "while \(flushing) queued go out"
    report.add(what, Percentiles(times), "ms", target: "p99 under 10 ms")
    report.add("\(what), worst", times.max() ?? .nan, "ms")
    terminal.end()
  }

  private var chat: JID { Stage.address(StoredHistory.name(1)) }

  private func open(_ stage: Stage) throws -> PseudoTerminal {
    let terminal = try stage.open("ana")
    _ = try terminal.wait(for: "Write to", from: 0)
    terminal.settle(milliseconds: 100, atMost: 1)
    return terminal
  }

  private func awaitEmptyQueue(_ stage: Stage) throws {
    let start = Stopwatch.now
    while try QueuedMessages.waiting(in: stage.database(of: "ana")) > 0 {
      guard Stopwatch.seconds(since: start) < 60 else { throw BenchError("the queue stays") }
      Stopwatch.pause(milliseconds: 50)
    }
  }

  /// The floor is measured between the messages, so that both meet the same machine.
  private mutating func measure(
    _ terminal: PseudoTerminal, _ stage: Stage
  ) throws -> (enter: Percentiles, floor: Percentiles) {
    let path = stage.path + "/floor.sqlite"
    let floor = try EnterFloor(path: path)
    defer { for end in ["", "-wal", "-shm"] { SmallFile.remove(path + end) } }
    var (times, least): ([Double], [Double]) = ([], [])
    for _ in 0..<samples {
      times.append(try terminal.send(words.nextWord()))
      // As long as before Enter: a processor that has just worked is faster.
      Stopwatch.pause(milliseconds: 15)
      least.append(try floor.measure())
    }
    return (Percentiles(times), Percentiles(least))
  }

  private func add(
    _ state: String, _ measured: (enter: Percentiles, floor: Percentiles), _ report: Report
  ) {
    let (enter, floor) = measured
    report.add(state, enter, "ms")
    report.add("\(state), the machine's floor", floor, "ms")
    report.add(
      "\(state), median as a multiple of it", enter.median / floor.median, "×", target: "at most 2")
    report.add(
      "\(state), p99 as a multiple of it", enter.p99 / floor.p99, "×", target: "at most 2")
  }
}
