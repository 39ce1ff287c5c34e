internal import Model
internal import Storage
internal import Sync

/// What a message costs as the history grows: the engine's turn for one that is written, from the
/// intent to the synced commit; and what a page further back costs in a chat and in a group (G7).
struct HistoryBench {
  var sizes = [1_000, 10_000, 100_000, 1_000_000]
  var samples = 300

  func run(_ report: Report) throws {
    report.begin("the engine's turn for a message, by what is stored")
    for size in sizes {
      let stage = try Stage()
      try stage.keep("ana")
      let me = Stage.address("ana")
      try StoredHistory(messages: size, chats: 200).write(to: stage.database(of: "ana"), me: me)
      try measure(size, stage.database(of: "ana"), me, report)
      for isGroup in [false, true] { try readBack(size, isGroup: isGroup, report) }
    }
    try bareCommit(report)
  }

  /// Half of all messages are in the first chat.
  private func readBack(_ size: Int, isGroup: Bool, _ report: Report) throws {
    let stage = try Stage()
    try stage.keep("ana")
    let (path, me) = (stage.database(of: "ana"), Stage.address("ana"))
    var history = StoredHistory(messages: size, chats: 200)
    if isGroup { history.groups = 1..<2 }
    try history.write(to: path, me: me)
    let database = try Database(path: path)
    guard
      let chat = try database.chats.all().first(where: { $0.jid.local == StoredHistory.name(1) })
    else { throw BenchError("the largest chat is missing") }
    let account = Account(jid: me, server: nil, security: .off, isPrivate: true)
    let engine = SyncEngine(
      account: account, secret: .password(""), resource: "bench", database: database)
    _ = engine.handle(.start, at: SyncRunner.now())
    var intent = Intent.open(chat.jid)
    var times: [Double] = []
    while times.count < samples {
      var effects: [SyncEffect] = []
      times.append(
        Stopwatch.milliseconds {
          effects = engine.handle(.intent(intent), at: SyncRunner.now())
        })
      guard let oldest = Self.oldest(in: effects) else { break }
      intent = .loadOlder(chat: chat.jid, before: oldest)
    }
    let kind = isGroup ? "group" : "chat"
    report.add("\(size) stored: a page of a \(kind)", Percentiles(times), "ms")
  }

  private static func oldest(in effects: [SyncEffect]) -> MessageOrder? {
    for case .change(.page(_, let messages, _)) in effects { return messages.first?.order }
    return nil
  }

  private func measure(_ size: Int, _ path: String, _ me: JID, _ report: Report) throws {
    let account = Account(jid: me, server: nil, security: .off, isPrivate: true)
    let database = try Database(path: path)
    let engine = SyncEngine(
      account: account, secret: .password(""), resource: "bench", database: database)
    _ = engine.handle(.start, at: SyncRunner.now())
    let peer = Stage.address(StoredHistory.name(1))
    var written: [Double] = []
    var opened: [Double] = []
    for number in 0..<samples {
      let random = (UInt64(number), UInt64.random(in: .min ... .max))
      let id = OriginID(at: SyncRunner.now().wall, random: random)
      written.append(
        Stopwatch.milliseconds {
          _ = engine.handle(
            .intent(.send(chat: peer, text: "message \(number)", originID: id)),
            at: SyncRunner.now())
        })
      let other = Stage.address(StoredHistory.name(1 + number % 200))
      opened.append(
        Stopwatch.milliseconds { _ = engine.handle(.intent(.open(other)), at: SyncRunner.now()) })
    }
    report.add("\(size) stored: a message is written", Percentiles(written), "ms")
    report.add("\(size) stored: a chat is opened", Percentiles(opened), "ms")
  }

  /// What the disk alone takes, for comparison.
  private func bareCommit(_ report: Report) throws {
    let stage = try Stage()
    try SmallFile.makeFolder(stage.path)
    let times = try DiskProbe(path: stage.path + "/probe").run(samples)
    report.add("64 KiB written and synced, nothing else", times, "ms")
  }
}
