/// The command line.
struct BenchCommand {
  private let words: [String]
  private let isShort: Bool
  private let isJSON: Bool

  init(_ arguments: [String]) throws {
    words = arguments.filter { !$0.hasPrefix("--") }
    isShort = arguments.contains("--short")
    isJSON = arguments.contains("--json")
  }

  func run() throws {
    let report = Report(isJSON: isJSON)
    switch words.first {
    case "enter":
      var bench = EnterBench()
      try bench.run(report)
    case "start":
      let sizes = words.dropFirst().compactMap { Int($0) }
      try StartBench(sizes: sizes.isEmpty ? [1_000, 100_000, 1_000_000] : sizes).run(report)
    default: throw BenchError("psst-bench enter|start")
    }
    try report.finish()
  }
}
