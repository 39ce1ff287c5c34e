internal import LocalServer
internal import Glibc
internal import Model

/// The first frame, and what else must not depend on how much is stored, with groups among the chats (P2, O6, I2, I6, G7).
struct StartBench {
  var sizes = [1_000, 100_000, 1_000_000]
  var chats = 200
  var groups = 50
  var starts = 20
  var keys = 300
  /// As many accounts of so many messages each, opened together.
  var accounts = 5
  var messagesOfEach = 20_000

  func run(_ report: Report) throws {
    for size in sizes { try run(size, report) }
  }

  /// Each has as many chats; which stands first is the usual account's.
  func runTogether(_ report: Report) throws {
    let stage = try Stage()
    let names = (1...accounts).map { "ana\($0)" }
    for name in names.reversed() {
      try stage.keep(name)
      var history = StoredHistory(messages: messagesOfEach, chats: chats)
      history.groups = chats + 1 - groups..<chats + 1
      try history.write(to: stage.database(of: name), me: Stage.address(name))
    }
    try stage.open(together: names)
    sync()
    report.begin("\(accounts) accounts with \(chats) chats and \(messagesOfEach) messages each")
    try firstFrame(stage, nil, accounts * messagesOfEach, report)
    let terminal = try stage.open(nil)
    _ = try terminal.wait(for: StoredHistory.newestWord(1), from: 0)
    terminal.settle(milliseconds: 500, atMost: 5)
    memory(of: terminal, "after the start", report)
    try typing(terminal, report)
    terminal.end()
  }

  private func run(_ size: Int, _ report: Report) throws {
    let stage = try Stage()
    try stage.keep("ana")
    try stage.register("ana")
    try stage.server.stop()
    var history = StoredHistory(messages: size, chats: chats)
    history.groups = chats + 1 - groups..<chats + 1
    try history.write(to: stage.database(of: "ana"), me: Stage.address("ana"))
    // What was stored just now is on its way to the disk.
    sync()
    report.begin("\(size) messages stored in \(chats) chats, \(groups) of them groups")
    try firstFrame(stage, "ana", size, report)
    let terminal = try stage.open("ana")
    _ = try terminal.wait(for: StoredHistory.newestWord(1), from: 0)
    terminal.settle(milliseconds: 500, atMost: 5)
    memory(of: terminal, "after the start", report)
    try openChats(terminal, report)
    try typing(terminal, report)
    try scroll(terminal, report)
    try goOnline(terminal, stage)
    try idle(terminal, report)
    memory(of: terminal, "after all that", report)
    terminal.end()
  }

  private func firstFrame(
    _ stage: Stage, _ name: String?, _ size: Int, _ report: Report
  ) throws {
    var any: [Double] = []
    var content: [Double] = []
    for _ in 0..<starts {
      let terminal = try stage.open(name)
      any.append(Double(try terminal.waitForByte(from: 0) - terminal.started) / 1e6)
      let seen = try terminal.wait(for: StoredHistory.newestWord(1), from: 0)
      content.append(Double(seen - terminal.started) / 1e6)
      terminal.end()
    }
    let bound = size > 100_000 ? "under 100 ms" : "under 50 ms"
    report.add("start → first byte, median of \(starts)", Percentiles(any).median, "ms")
    report.add("start → newest message", Percentiles(content), "ms", target: bound)
  }

  private func memory(of terminal: PseudoTerminal, _ when: String, _ report: Report) {
    let facts = ProcessFacts(process: terminal.process)
    report.add("resident memory \(when)", facts.resident, "MB", target: "under 20 MB")
    report.add("  of that its own", facts.ownMemory, "MB")
  }

  private func openChats(_ terminal: PseudoTerminal, _ report: Report) throws {
    var times: [Double] = []
    for round in 0..<5 {
      for number in 1...9 where round > 0 || number > 1 {
        let mark = terminal.mark
        let pressed = terminal.write("\u{1B}\(number)")
        let seen = try terminal.wait(for: StoredHistory.newestWord(number), from: mark)
        times.append(Double(seen - pressed) / 1e6)
        terminal.settle(milliseconds: 20, atMost: 0.2)
      }
    }
    terminal.write("\u{1B}1")
    terminal.settle(milliseconds: 100, atMost: 1)
    report.add("key → another chat is open", Percentiles(times), "ms")
  }

  private func typing(_ terminal: PseudoTerminal, _ report: Report) throws {
    var times: [Double] = []
    var sizes: [Double] = []
    for number in 0..<keys {
      let mark = terminal.mark
      let key = number % 60 == 59 ? "\u{15}" : String(UnicodeScalar(UInt8(97 + number % 26)))
      let pressed = terminal.write(key)
      times.append(Double(try terminal.waitForByte(from: mark) - pressed) / 1e6)
      terminal.settle(milliseconds: 4, atMost: 0.05)
      sizes.append(Double(terminal.mark - mark))
    }
    terminal.write("\u{15}")
    terminal.settle(milliseconds: 200, atMost: 1)
    report.add("key → first byte", Percentiles(times), "ms")
    report.add("bytes of a frame after a key", Percentiles(sizes), "bytes", target: "under 200")
  }

  /// Pages up through what is stored as fast as the frames come, then a row at a time.
  private func scroll(_ terminal: PseudoTerminal, _ report: Report) throws {
    try frames(terminal, "\u{1B}[5~", "scrolling by pages", report)
    terminal.write("\u{1B}")
    terminal.settle(milliseconds: 200, atMost: 1)
    try frames(terminal, "k", "scrolling by messages", report)
    terminal.write("Gc")
    terminal.settle(milliseconds: 100, atMost: 1)
  }

  private func frames(
    _ terminal: PseudoTerminal, _ key: String, _ what: String, _ report: Report, count: Int = 300
  ) throws {
    let began = terminal.mark
    var first: [Double] = []
    var whole = 0.0
    while first.count < count {
      let mark = terminal.mark
      let pressed = terminal.write(key)
      guard let seen = try? terminal.waitForByte(from: mark, seconds: 0.5) else { break }
      first.append(Double(seen - pressed) / 1e6)
      terminal.settle(milliseconds: 3, atMost: 0.1)
      whole += Double(terminal.lastHeard - pressed) / 1e9
    }
    guard !first.isEmpty else { return report.remark("\(what): nothing to scroll to") }
    report.add("\(what), frames", Double(first.count) / whole, "per s")
    let bytes = Double(terminal.mark - began) / Double(first.count)
    report.add("\(what), bytes of a frame", bytes, "bytes")
    report.add("\(what), key → frame", Percentiles(first), "ms")
  }

  /// Until here there was no server to sign in to. psst may find it before Alt-C is pressed.
  private func goOnline(_ terminal: PseudoTerminal, _ stage: Stage) throws {
    let mark = terminal.mark
    _ = try stage.server.start()
    terminal.write("\u{1B}c")
    _ = try terminal.wait(for: "online", from: mark)
  }

  /// Without the focus, as a terminal in the background: nothing counts down. The threads of the last
  /// key end after 5 s.
  private func idle(_ terminal: PseudoTerminal, _ report: Report) throws {
    terminal.write("\u{1B}[O")
    terminal.settle(milliseconds: 6_500, atMost: 20)
    let facts = ProcessFacts(process: terminal.process)
    let before = facts.sleeps
    let start = Stopwatch.now
    terminal.settle(milliseconds: 5_000, atMost: 5)
    let seconds = Stopwatch.seconds(since: start)
    report.add(
      "wake-ups while idle", Double(facts.wakeUps(since: before)) / seconds, "per s", target: "0")
  }
}
