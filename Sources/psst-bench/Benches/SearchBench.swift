internal import Model
internal import Storage

/// Search as one types over a long history (P6), and what it takes to bring one of before into the
/// index.
struct SearchBench {
  var size = 1_000_000
  var rounds = 5

  /// Words that every message has, that few have and that none has; a person types them letter by letter.
  private static let typed = [
    "see you at", "usual place", "message 123", "much messages", "newest of peer7", "peer",
    "老地方见面", "明天 老地方", "请你不要迟到", "方老地", "到迟要不", "见到你了", "消息 place", "日本",
    "place 765432", "says nothing", "xylophone", "the the the the", "a b c", "Úsual Pláce",
  ]

  func run(_ report: Report) throws {
    report.begin("search with \(size) messages stored")
    let stage = try Stage()
    try stage.keep("ana")
    let path = stage.database(of: "ana")
    let me = Stage.address("ana")
    try StoredHistory(messages: size, chats: 200, isIndexed: false, isMixed: true).write(
      to: path, me: me)
    let before = SmallFile.size(path)
    try build(path, report)
    report.add("the index takes", Double(SmallFile.size(path) - before) / 1e6, "MB")
    let reader = try Database(path: path, access: .readOnly)
    let found = try reader.search.find(SearchQuery("usual place"))
    guard found.hits.count == 50, !found.isIndexing else {
      throw BenchError("the index has \(found.hits.count) of the newest messages")
    }
    try measure(reader, in: nil, "in all chats", report)
    try measure(reader, in: Stage.address(StoredHistory.name(2)), "in one chat", report)
    var mine = SearchFilter()
    mine.sender = .me
    try measure(reader, in: nil, where: mine, "of mine", report)
    var early = SearchFilter()
    early.end = Timestamp(milliseconds: 1)
    try measure(reader, in: nil, where: early, "of a time without any", report)
    early.end = Timestamp(milliseconds: StoredHistory.began + 86_400_000)
    try measure(reader, in: nil, where: early, "of the first day", report)
  }

  private func build(_ path: String, _ report: Report) throws {
    let database = try Database(path: path)
    var steps: [Double] = []
    var isWhole = false
    while !isWhole {
      try steps.append(
        Stopwatch.milliseconds {
          isWhole = try database.transaction { () throws(StorageError) in
            try database.search.extend(by: 100)
          }
        })
    }
    report.add("a step of 100 messages into the index", Percentiles(steps), "ms")
    report.add("all of them", steps.reduce(0, +) / 1000, "s")
  }

  private func measure(
    _ database: Database, in chat: JID?, where filter: SearchFilter = SearchFilter(),
    _ place: String, _ report: Report
  ) throws {
    var times: [Double] = []
    var worst = (time: 0.0, query: "")
    for _ in 0..<rounds {
      for text in Self.typed {
        for length in (filter == SearchFilter() ? 1 : 0)...text.count {
          var query = SearchQuery(String(text.prefix(length)), chat: chat)
          query.filter = filter
          let time = try Stopwatch.milliseconds { _ = try database.search.find(query) }
          times.append(time)
          if time > worst.time { worst = (time, query.text) }
        }
      }
    }
    report.add("a key, \(place)", Percentiles(times), "ms", target: "under 50 ms")
    report.add("the slowest, “\(worst.query)”", worst.time, "ms")
  }
}
