internal import LocalServer
internal import Model

/// Enter → the message stands in the pane, while 1,000 people come and go 1,000 times a second (N6).
struct PresenceBench {
  var people = 1_000
  var rate = 1_000
  var seconds = 10.0
  private var words = Workload()

  init(seconds: Double = 10) { self.seconds = seconds }

  mutating func run(_ report: Report) throws {
    report.begin("enter → glyph, \(people) people who change \(rate) times a second (N6)")
    let stage = try Stage()
    let endpoint = try stage.server.start()
    try stage.register("ana")
    try stage.register(StoredHistory.name(1))
    let all = (1...people).map { Stage.address(StoredHistory.name($0)) }
    let storm = try PresenceStorm(to: endpoint.port) { number in
      let from = "from='\(all[number % all.count])/phone'"
      let isThere = number / all.count % 2 == 0
      return isThere ? "<presence \(from)/>" : "<presence \(from) type='unavailable'/>"
    }
    defer { storm.close() }
    try stage.keep("ana", port: storm.port)
    let history = StoredHistory(messages: people * 10, chats: people)
    try history.write(to: stage.database(of: "ana"), me: Stage.address("ana"))
    let terminal = try stage.open("ana")
    _ = try terminal.wait(for: "online", from: 0)
    terminal.settle(milliseconds: 200, atMost: 3)
    try measure(terminal, storm, report)
    terminal.end()
  }

  private mutating func measure(
    _ terminal: PseudoTerminal, _ storm: PresenceStorm, _ report: Report
  ) throws {
    let calm = try enters(terminal, seconds: min(2, seconds))
    report.add("before", Percentiles(calm), "ms")
    storm.blow(rate: rate)
    // Once around: everyone has been seen, and what is kept of them has its size.
    _ = try enters(terminal, seconds: min(2, seconds))
    let facts = ProcessFacts(process: terminal.process)
    let (memory, sent, ran) = (facts.ownMemory, storm.sent, facts.runTime)
    let start = Stopwatch.now
    let times = try enters(terminal, seconds: seconds)
    let lasted = Stopwatch.seconds(since: start)
    storm.blow(rate: 0)
    report.add("meanwhile", Percentiles(times), "ms", target: "p99 under 10 ms")
    report.add("meanwhile, worst", times.max() ?? .nan, "ms")
    report.add("presences that came", Double(storm.sent - sent) / lasted, "1/s")
    report.add("processor time", (facts.runTime - ran) / lasted / 10, "%")
    report.add("memory, more at the end", facts.ownMemory - memory, "MB", target: "flat")
  }

  private mutating func enters(_ terminal: PseudoTerminal, seconds: Double) throws -> [Double] {
    var times: [Double] = []
    let start = Stopwatch.now
    while Stopwatch.seconds(since: start) < seconds {
      times.append(try terminal.send(words.nextWord()))
    }
    return times
  }
}
