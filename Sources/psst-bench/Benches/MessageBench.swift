internal import LocalServer
internal import Model
internal import Storage

/// Enter → ✓ on the sender's screen, and Enter → the text on the other's (S10), over the loopback.
struct MessageBench {
  var samples = 200
  /// Unmeasured, until each row of the pane ends like the next.
  private let first = 45
  private var words = Workload()

  init(samples: Int) { self.samples = samples }

  mutating func run(_ report: Report) throws {
    report.begin("a message from one person to another (S10)")
    let stage = try Stage()
    _ = try stage.server.start()
    for name in ["bo", "ana"] {
      try stage.register(name)
      try stage.keep(name)
    }
    let ana = try open("ana", to: "bo", stage)
    let bo = try open("bo", to: "ana", stage)
    var confirmed: [Double] = []
    var shown: [Double] = []
    for number in 0..<(first + samples) {
      let times = try measureOnce(ana, bo)
      guard number >= first else { continue }
      confirmed.append(times.confirmed)
      shown.append(times.shown)
    }
    report.add("Enter → ✓", Percentiles(confirmed), "ms", target: "p99 under 100 ms")
    report.add(
      "Enter → on the other's screen", Percentiles(shown), "ms", target: "p99 under 100 ms")
    ana.end()
    bo.end()
  }

  private func open(_ name: String, to peer: String, _ stage: Stage) throws -> PseudoTerminal {
    let terminal = try stage.open(name)
    _ = try terminal.wait(for: "online", from: 0)
    terminal.settle(milliseconds: 300, atMost: 3)
    let mark = terminal.mark
    terminal.write("\u{0B}\(peer)")
    terminal.settle(milliseconds: 200, atMost: 2)
    terminal.write("\r")
    _ = try terminal.wait(for: "No messages yet", from: mark)
    terminal.settle(milliseconds: 200, atMost: 2)
    return terminal
  }

  /// The rows that move up end like those before them, so that the first ✓ is the new one's.
  private mutating func measureOnce(
    _ sender: PseudoTerminal, _ reader: PseudoTerminal
  ) throws -> (confirmed: Double, shown: Double) {
    let word = words.nextWord()
    try sender.compose(word)
    let mark = sender.mark
    let there = reader.mark
    let pressed = sender.write("\r")
    let confirmed = try sender.wait(for: "✓", from: mark)
    let shown = try reader.wait(for: word, from: there)
    // Its receipt and marker are on the screen, too, before the next is typed.
    sender.settle(milliseconds: 30, atMost: 0.3)
    reader.settle(milliseconds: 5, atMost: 0.1)
    return (Double(confirmed - pressed) / 1e6, Double(shown - pressed) / 1e6)
  }
}
