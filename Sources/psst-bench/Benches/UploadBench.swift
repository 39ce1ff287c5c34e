internal import Glibc
internal import LocalServer
internal import Model

/// A file on its way to the private server, beside curl with the same bytes on the same server, and what one writes
/// meanwhile (F1, S1).
struct UploadBench {
  var megabytes = 200
  /// Of each; the median is told.
  var rounds = 3
  private var words = Workload()

  init(megabytes: Int) { self.megabytes = megabytes }

  mutating func run(_ report: Report) throws {
    report.begin("a file of \(megabytes) MB goes out (F1)")
    let stage = try Stage()
    try stage.keep("ana")
    try StoredHistory(messages: 100, chats: 2).write(
      to: stage.database(of: "ana"), me: Stage.address("ana"))
    let server = try stage.server.start()
    for name in ["ana", StoredHistory.name(1), "bare"] { try stage.register(name) }
    let path = stage.path + "/file.bin"
    try fill(path)
    let terminal = try stage.open("ana")
    _ = try terminal.wait(for: "online", from: 0)
    try compare(path, terminal, stage, port: server.port, report)
    try write(while: path, terminal, stage, report)
    terminal.end()
  }

  /// Bytes that nothing can make fewer.
  private func fill(_ path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw BenchError("cannot write \(path): errno \(errno)") }
    defer { close(file) }
    var random = SystemRandomNumberGenerator()
    let piece = (0..<125_000).map { _ in random.next() as UInt64 }
    for _ in 0..<megabytes {
      let isWritten = piece.withUnsafeBytes {
        Glibc.write(file, $0.baseAddress, $0.count) == $0.count
      }
      guard isWritten else { throw BenchError("cannot write \(path): errno \(errno)") }
    }
  }

  private func compare(
    _ path: String, _ terminal: PseudoTerminal, _ stage: Stage, port: UInt16, _ report: Report
  ) throws {
    let facts = ProcessFacts(process: terminal.process)
    let before = facts.resident
    var (copies, uploads, curl): ([Double], [Double], [Double]) = ([], [], [])
    for _ in 0..<rounds {
      curl.append(try putByCurl(path, port: port))
      let start = try send(path, terminal)
      let kept = try wait(terminal, stage) { $0 > 0 }
      copies.append(Double(kept - start) / 1e9)
      uploads.append(Double(try wait(terminal, stage) { $0 == 0 } - kept) / 1e9)
    }
    let (own, its) = (Percentiles(uploads).median, Percentiles(curl).median)
    report.add(
      "the copy that is safe on disk", Double(megabytes) / Percentiles(copies).median, "MB/s")
    report.add("psst, from the copy to sent", Double(megabytes) / own, "MB/s")
    report.add("curl", Double(megabytes) / its, "MB/s")
    report.add("  psst's time as a multiple of curl's", own / its, "×")
    report.add("memory at its peak over that before", facts.peak - before, "MB")
  }

  /// What one writes stands behind the file in the queue, and in the pane at once.
  private mutating func write(
    while path: String, _ terminal: PseudoTerminal, _ stage: Stage, _ report: Report
  ) throws {
    _ = try send(path, terminal)
    _ = try wait(terminal, stage) { $0 > 0 }
    var times: [Double] = []
    while try QueuedMessages.waiting(in: stage.database(of: "ana")) > times.count {
      times.append(try terminal.send(words.nextWord()))
      guard times.count < 2_000 else { break }
    }
    let target = "p99 under 10 ms"
    report.add("enter → glyph meanwhile", Percentiles(times), "ms", target: target)
  }

  /// When Enter was pressed.
  private func send(_ path: String, _ terminal: PseudoTerminal) throws -> Int64 {
    let mark = terminal.mark
    terminal.write("/file \(path)")
    terminal.settle(milliseconds: 50, atMost: 1)
    terminal.write("\r")
    _ = try terminal.wait(for: "file.bin · ", from: mark)
    terminal.settle(milliseconds: 50, atMost: 1)
    return terminal.write("\r")
  }

  /// Until so many wait.
  private func wait(
    _ terminal: PseudoTerminal, _ stage: Stage, _ isRight: (Int) -> Bool
  ) throws -> Int64 {
    let start = Stopwatch.now
    while try !isRight(QueuedMessages.waiting(in: stage.database(of: "ana"))) {
      guard Stopwatch.seconds(since: start) < 600 else { throw BenchError("the file stays") }
      terminal.hear(milliseconds: 5)
    }
    return Stopwatch.now
  }

  /// Seconds.
  private func putByCurl(_ path: String, port: UInt16) throws -> Double {
    guard let host = JID("files.\(PrivateServer.domain)") else { return .nan }
    let client = try BareClient("bare", port: port)
    let slot = try client.uploadSlot(size: megabytes * 1_000_000, at: host)
    let start = Stopwatch.now
    let words = ["-s", "-S", "-f", "--noproxy", "*", "-H", "Expect:", "-H", slot.header]
    let curl = try PseudoTerminal(
      ["/usr/bin/curl"] + words
        + ["-H", "Content-Type: application/octet-stream", "-T", path, slot.address],
      environment: [:])
    while !curl.isOver { curl.hear(milliseconds: 20) }
    // It says nothing where all is well.
    guard !curl.tail.contains("curl:") else { throw BenchError("curl: \(curl.tail)") }
    return Stopwatch.seconds(since: start)
  }
}
