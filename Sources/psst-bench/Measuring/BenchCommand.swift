/// The command line: which benchmarks, and how.
struct BenchCommand {
  private let words: [String]
  private let isShort: Bool
  private let isJSON: Bool

  static let usage = """
    psst-bench [enter] [message] [presence] [group] [flush [COUNT…]] [catchup [COUNT]] [history [COUNT…]]
               [start [COUNT…]] [chats [COUNT]] [accounts [COUNT]] [queue [COUNT]] [search [COUNT]] [purge [COUNT]] [others [COUNT]]
               [upload [MEGABYTES]] [growth [COUNT]]
               [--short] [--json]
    Without a name: all of them. --short takes seconds and proves only that they run.
    """

  private static let names = [
    "enter", "message", "presence", "group", "flush", "catchup", "history", "search", "start",
    "chats", "accounts", "queue", "purge", "others", "upload", "growth",
  ]

  init(_ arguments: [String]) throws {
    words = arguments.filter { !$0.hasPrefix("--") }
    isShort = arguments.contains("--short")
    isJSON = arguments.contains("--json")
    let known = ["--short", "--json"]
    let wrong = arguments.filter {
      $0.hasPrefix("--") ? !known.contains($0) : !Self.names.contains($0) && Int($0) == nil
    }
    guard wrong.isEmpty else { throw BenchError(Self.usage) }
  }

  func run() throws {
    let report = Report(isJSON: isJSON)
    for name in Self.names where asked(name) { try run(name, numbers(after: name), report) }
    try report.finish()
  }

  private func asked(_ name: String) -> Bool {
    words.contains(name) || !words.contains { Self.names.contains($0) }
  }

  private func numbers(after name: String) -> [Int] {
    guard let place = words.firstIndex(of: name) else { return [] }
    return words[(place + 1)...].prefix { Int($0) != nil }.compactMap { Int($0) }
  }

  private func run(_ name: String, _ numbers: [Int], _ report: Report) throws {
    switch name {
    case "enter":
      var bench = EnterBench()
      if isShort { (bench.samples, bench.flushing) = (20, 100) }
      try bench.run(report)
    case "message":
      var bench = MessageBench(samples: isShort ? 10 : 200)
      try bench.run(report)
    case "presence":
      var bench = PresenceBench(seconds: isShort ? 1 : 10)
      try bench.run(report)
    case "group":
      var bench = GroupBench(seconds: isShort ? 1 : 10)
      if isShort { bench.people = 200 }
      try bench.run(report)
    case "flush":
      let sizes = numbers.isEmpty ? isShort ? [10] : [10, 100, 1_000, 10_000] : numbers
      try FlushBench(sizes: sizes, rounds: isShort ? 1 : 15).run(report)
    case "catchup": try CatchUpBench(size: numbers.first ?? (isShort ? 100 : 10_000)).run(report)
    case "history":
      let sizes = numbers.isEmpty ? isShort ? [1_000] : HistoryBench().sizes : numbers
      try HistoryBench(sizes: sizes, samples: isShort ? 20 : 300).run(report)
    case "search":
      let size = numbers.first ?? (isShort ? 1_000 : SearchBench().size)
      try SearchBench(size: size, rounds: isShort ? 1 : 5).run(report)
    case "queue":
      let size = numbers.first ?? (isShort ? 100 : QueueBench().size)
      try QueueBench(size: size, rounds: isShort ? 2 : 20).run(report)
    case "purge":
      let size = numbers.first ?? (isShort ? 3_000 : PurgeBench().size)
      try PurgeBench(size: size, left: size / 10).run(report)
      var typed = PurgeEnterBench(size: size, left: size / 10)
      if isShort { typed.samples = 20 }
      try typed.run(report)
    case "others":
      let size = numbers.first ?? (isShort ? 1_000 : OthersBench().size)
      try OthersBench(size: size, starts: isShort ? 1 : 10, keys: isShort ? 20 : 200).run(report)
    case "upload":
      var bench = UploadBench(megabytes: numbers.first ?? (isShort ? 2 : 200))
      if isShort { bench.rounds = 1 }
      try bench.run(report)
    case "growth":
      var bench = GrowthBench(smallest: numbers.first ?? (isShort ? 100 : 3_000))
      if isShort { bench.samples = 10 }
      try bench.run(report)
    case "chats":
      let chats = numbers.first ?? (isShort ? 500 : 10_000)
      let (size, starts, keys) = isShort ? (1_000, 2, 20) : (100_000, 20, 300)
      try StartBench(sizes: [size], chats: chats, starts: starts, keys: keys).run(report)
    case "accounts":
      var bench = StartBench(starts: isShort ? 2 : 20, keys: isShort ? 20 : 300)
      bench.accounts = numbers.first ?? (isShort ? 2 : 5)
      if isShort { bench.messagesOfEach = 1_000 }
      try bench.runTogether(report)
    default:
      let sizes = numbers.isEmpty ? isShort ? [1_000] : StartBench().sizes : numbers
      try StartBench(sizes: sizes, starts: isShort ? 2 : 20, keys: isShort ? 20 : 300).run(report)
    }
  }
}
