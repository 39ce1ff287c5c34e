internal import LocalServer
internal import Model

/// Alt-Q → the queue's review stands on the screen, and pages to and fro in it (O6).
struct QueueBench {
  var size = 10_000
  var rounds = 20

  func run(_ report: Report) throws {
    report.begin("\(size) messages queued, not connected (O6)")
    let stage = try Stage()
    try stage.keep("ana")
    try stage.server.stop()
    try QueuedMessages(count: size).write(
      to: stage.database(of: "ana"), me: Stage.address("ana"), chat: Stage.address("bo"))
    let terminal = try stage.open("ana")
    _ = try terminal.wait(for: "Write to", from: 0)
    terminal.settle(milliseconds: 300, atMost: 5)
    var opened: [Double] = []
    var paged: [Double] = []
    for _ in 0..<rounds {
      opened.append(try timeToFrame("\u{1B}q", terminal, with: "Queued"))
      // There and back: at the end of the list there would be nothing to wait for.
      for key in ["\u{1B}[6~", "\u{1B}[5~", "\u{1B}[6~", "\u{1B}[5~"] {
        paged.append(try timeToFrame(key, terminal))
      }
      terminal.write("\u{1B}")
      terminal.settle(milliseconds: 100, atMost: 0.5)
    }
    report.add("Alt-Q → the review", Percentiles(opened), "ms", target: "under 50 ms")
    report.add("a page further", Percentiles(paged), "ms")
    terminal.end()
  }

  /// Until the last byte of the frame: what stood there before makes any text come in pieces.
  /// - Parameter text: what no frame before that has, where there are some.
  private func timeToFrame(
    _ key: String, _ terminal: PseudoTerminal, with text: String? = nil
  ) throws -> Double {
    let mark = terminal.mark
    let pressed = terminal.write(key)
    _ = try terminal.waitForByte(from: mark)
    if let text { _ = try terminal.wait(for: text, from: mark) }
    terminal.settle(milliseconds: 15, atMost: 0.5)
    return Double(terminal.lastHeard - pressed) / 1e6
  }
}
