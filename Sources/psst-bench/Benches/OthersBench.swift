internal import Glibc
internal import LocalServer
internal import Model

/// The same start, keys and rest for psst with a long history and for other messengers of the terminal,
/// where they are installed; all of them without a connection, which is where they can be compared.
struct OthersBench {
  var size = 1_000_000
  var starts = 10
  var keys = 200

  private struct Program {
    var name: String
    var command: [String]
    /// Typed once at the start, so that letters go into a line.
    var opening = ""
  }

  private static let others = [
    Program(name: "mcabber", command: ["mcabber"], opening: " "),
    Program(name: "profanity", command: ["profanity"]),
    Program(name: "poezio", command: ["poezio"]),
  ]

  func run(_ report: Report) throws {
    report.begin("beside others, not connected; psst with \(size) messages stored (P2, I6)")
    let stage = try Stage()
    try stage.keep("ana")
    try stage.server.stop()
    try StoredHistory(messages: size, chats: 200).write(
      to: stage.database(of: "ana"), me: Stage.address("ana"))
    try prepare(stage)
    // What was stored just now is on its way to the disk.
    sync()
    let programs = programs(stage, report)
    let began = try begin(programs, stage, report)
    for (program, starts) in zip(programs, began) where !starts.isEmpty {
      try measure(program, starts, stage, report)
    }
  }

  private func programs(_ stage: Stage, _ report: Report) -> [Program] {
    let psst = [stage.program, "--account", "\(Stage.address("ana"))"]
    var programs = [Program(name: "psst", command: psst)]
    for other in Self.others {
      guard let path = Self.find(other.command[0]) else {
        report.remark("\(other.name): not installed")
        continue
      }
      programs.append(other)
      programs[programs.count - 1].command[0] = path
    }
    return programs
  }

  /// Milliseconds from a start to the first byte, and to the last of the first screen.
  private struct Start {
    var first: Double
    var whole: Double
  }

  /// One after the other, again and again: what else the computer does is the same for all. Nothing of a
  /// program that ends by itself.
  private func begin(
    _ programs: [Program], _ stage: Stage, _ report: Report
  ) throws -> [[Start]] {
    var began: [[Start]] = programs.map { _ in [] }
    var isOut: Set<Int> = []
    for _ in 0..<starts {
      for (number, program) in programs.enumerated() where !isOut.contains(number) {
        let terminal = try open(program, stage)
        let first = try terminal.waitForByte(from: 0, seconds: 20) - terminal.started
        terminal.settle(milliseconds: 300, atMost: 5)
        guard !terminal.isOver else {
          report.remark("\(program.name): \(terminal.tail)")
          isOut.insert(number)
          continue
        }
        let whole = terminal.lastHeard - terminal.started
        began[number].append(Start(first: Double(first) / 1e6, whole: Double(whole) / 1e6))
        terminal.end()
      }
    }
    return began
  }

  /// mcabber wants an account before it shows anything; this one's server refuses connections.
  private func prepare(_ stage: Stage) throws {
    let folder = stage.path + "/.mcabber"
    try SmallFile.makeFolder(folder)
    try SmallFile.write(
      "set jid = ana@localhost\nset password = none\nset server = 127.0.0.1\nset port = 1\n",
      to: folder + "/mcabberrc")
  }

  private static func find(_ name: String) -> String? {
    let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin"
    return folders.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  private func measure(
    _ program: Program, _ began: [Start], _ stage: Stage, _ report: Report
  ) throws {
    report.add(
      "\(program.name): start → first byte, median of \(began.count)",
      Percentiles(began.map(\.first)).median, "ms")
    report.add(
      "  start → the screen stands, median", Percentiles(began.map(\.whole)).median, "ms")
    let terminal = try open(program, stage)
    _ = try terminal.waitForByte(from: 0, seconds: 20)
    terminal.settle(milliseconds: 500, atMost: 5)
    try type(program, terminal, report)
    let facts = ProcessFacts(process: terminal.process)
    report.add("  resident memory", facts.resident, "MB")
    report.add("    of that its own", facts.ownMemory, "MB")
    idle(terminal, report)
    terminal.end()
  }

  private func open(_ program: Program, _ stage: Stage) throws -> PseudoTerminal {
    try PseudoTerminal(
      program.command, environment: ["PSST_HOME": stage.path, "HOME": stage.path], rows: 40,
      columns: 120)
  }

  private func type(_ program: Program, _ terminal: PseudoTerminal, _ report: Report) throws {
    terminal.write(program.opening)
    terminal.settle(milliseconds: 100, atMost: 1)
    var times: [Double] = []
    for number in 0..<keys {
      let mark = terminal.mark
      let pressed = terminal.write(String(UnicodeScalar(UInt8(97 + number % 26))))
      guard let seen = try? terminal.waitForByte(from: mark, seconds: 1) else { break }
      times.append(Double(seen - pressed) / 1e6)
      terminal.settle(milliseconds: 4, atMost: 0.05)
    }
    guard !times.isEmpty else { return report.remark("\(program.name): letters change nothing") }
    report.add("  key → first byte", Percentiles(times), "ms")
  }

  /// The line that was begun is taken back first: it may blink, or be saved.
  private func idle(_ terminal: PseudoTerminal, _ report: Report) {
    terminal.write("\u{15}\u{1B}[O")
    terminal.settle(milliseconds: 6_500, atMost: 10)
    let facts = ProcessFacts(process: terminal.process)
    let before = facts.sleeps
    let start = Stopwatch.now
    while Stopwatch.seconds(since: start) < 5 { terminal.hear(milliseconds: 100) }
    let seconds = Stopwatch.seconds(since: start)
    report.add("  wake-ups while idle", Double(facts.wakeUps(since: before)) / seconds, "per s")
  }
}
