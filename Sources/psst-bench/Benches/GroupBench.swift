internal import LocalServer
internal import Model
internal import Storage

/// Enter → the message stands in the pane of a public group, while its people come, go and talk (G7, S1).
struct GroupBench {
  var people = 1_000
  /// Presences and messages a second.
  var rates = (presences: 200, messages: 20)
  var seconds = 10.0
  private var words = Workload()

  private static let name = "crowd"
  private static let room = "\(name)@rooms.\(PrivateServer.domain)"

  init(seconds: Double = 10) { self.seconds = seconds }

  mutating func run(_ report: Report) throws {
    report.begin(
      "enter → glyph in a group of \(people), \(rates.presences) presences and \(rates.messages) "
        + "messages a second (G7)")
    let stage = try Stage()
    let endpoint = try stage.server.start()
    try stage.register("ana")
    let (count, part) = (people, 1 + rates.presences / rates.messages)
    let storm = try PresenceStorm(to: endpoint.port) { Self.stanza($0, of: count, part: part) }
    defer { storm.close() }
    try stage.keep("ana", port: storm.port)
    try prepare(stage.database(of: "ana"))
    let terminal = try stage.open("ana")
    _ = try terminal.wait(for: "online", from: 0)
    terminal.settle(milliseconds: 200, atMost: 3)
    try enter(terminal, storm)
    try measure(terminal, stage, storm, report)
    terminal.end()
  }

  private func prepare(_ path: String) throws {
    try StoredHistory(messages: people * 10, chats: 50).write(to: path, me: Stage.address("ana"))
    guard let jid = JID(Self.room) else { preconditionFailure("the group's address is one") }
    let database = try Database(path: path)
    try database.transaction { () throws(StorageError) in
      try database.rooms.save(.init(jid: jid, nick: "ana"))
    }
  }

  /// First all come, then they change; one in `part` is a message.
  private static func stanza(_ number: Int, of count: Int, part: Int) -> String {
    let from = "from='\(room)/p\(number % count)'"
    let item = "<item affiliation='none' role='participant'/>"
    let x = "<x xmlns='http://jabber.org/protocol/muc#user'>\(item)</x>"
    guard number >= count else { return "<presence \(from)>\(x)</presence>" }
    if number % part == 0 {
      // In digits: no cell of it has what a word of mine has.
      let id = "11111111-2222-7333-8444-\(100_000_000_000 + number)"
      return "<message type='groupchat' \(from) id='\(id)'>"
        + "<body>\(number) 1234567890 1234567890</body></message>"
    }
    switch number / count % 4 {
    case 1: return "<presence \(from)><show>away</show>\(x)</presence>"
    case 2: return "<presence \(from) type='unavailable'>\(x)</presence>"
    default: return "<presence \(from)>\(x)</presence>"
    }
  }

  /// Opens the group, and waits until all are there.
  private func enter(_ terminal: PseudoTerminal, _ storm: PresenceStorm) throws {
    terminal.write("\u{0B}")
    terminal.settle(milliseconds: 100, atMost: 1)
    terminal.write(Self.name)
    terminal.settle(milliseconds: 100, atMost: 1)
    let mark = terminal.mark
    terminal.write("\r")
    _ = try terminal.wait(for: "1 online", from: mark)
    storm.blow(rate: people * 2)
    let start = Stopwatch.now
    while storm.sent < people {
      guard Stopwatch.seconds(since: start) < 60 else { throw BenchError("nobody comes") }
      terminal.hear(milliseconds: 10)
    }
    storm.blow(rate: 0)
    terminal.settle(milliseconds: 200, atMost: 3)
  }

  private mutating func measure(
    _ terminal: PseudoTerminal, _ stage: Stage, _ storm: PresenceStorm, _ report: Report
  ) throws {
    let calm = try enters(terminal, stage, seconds: min(2, seconds))
    report.add("before", calm.enter, "ms")
    let facts = ProcessFacts(process: terminal.process)
    storm.blow(rate: rates.presences + rates.messages)
    // Once around: what is kept of them has its size.
    _ = try enters(terminal, stage, seconds: min(2, seconds))
    let (memory, sent, ran) = (facts.ownMemory, storm.sent, facts.runTime)
    let start = Stopwatch.now
    let (enter, floor) = try enters(terminal, stage, seconds: seconds)
    let lasted = Stopwatch.seconds(since: start)
    storm.blow(rate: 0)
    report.add("meanwhile", enter, "ms", target: "p99 under 10 ms")
    report.add("meanwhile, the machine's floor", floor, "ms")
    report.add("meanwhile, median as a multiple of it", enter.median / floor.median, "×")
    report.add("meanwhile, p99 as a multiple of it", enter.p99 / floor.p99, "×")
    report.add("stanzas that came", Double(storm.sent - sent) / lasted, "1/s")
    report.add("processor time", (facts.runTime - ran) / lasted / 10, "%")
    report.add("memory, more at the end", facts.ownMemory - memory, "MB", target: "flat")
  }

  /// The floor is measured between the messages, so that both meet the same machine.
  private mutating func enters(
    _ terminal: PseudoTerminal, _ stage: Stage, seconds: Double
  ) throws -> (enter: Percentiles, floor: Percentiles) {
    let path = stage.path + "/floor.sqlite"
    let floor = try EnterFloor(path: path)
    defer { for end in ["", "-wal", "-shm"] { SmallFile.remove(path + end) } }
    var (times, least): ([Double], [Double]) = ([], [])
    let start = Stopwatch.now
    while Stopwatch.seconds(since: start) < seconds {
      times.append(try terminal.send(words.nextWord()))
      least.append(try floor.measure())
    }
    return (Percentiles(times), Percentiles(least))
  }
}
