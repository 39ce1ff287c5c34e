internal import Model
internal import Storage
internal import Sync

/// A long history is brought down to what is young (P4), while somebody writes: what is typed waits for one step at
/// most.
struct PurgeBench {
  var size = 1_000_000
  var left = 100_000

  func run(_ report: Report) throws {
    report.begin("\(size) messages stored, of which \(left) stay")
    let stage = try Stage()
    try stage.keep("ana")
    let (path, me) = (stage.database(of: "ana"), Stage.address("ana"))
    try StoredHistory(messages: size, chats: 200).write(to: path, me: me)
    let before = SmallFile.size(path)
    let database = try Database(path: path)
    let account = Account(jid: me, server: nil, security: .off, isPrivate: true)
    let engine = SyncEngine(
      account: account, secret: .password(""), resource: "bench", database: database)
    _ = engine.handle(.start, at: SyncRunner.now())
    try purge(database, engine, report)
    report.add(
      "the file after it, of \(before / 1_000_000) MB", Double(SmallFile.size(path)) / 1e6, "MB")
    let found = try database.search.find(SearchQuery("usual place"))
    let kept = try database.purges.outlook(.forever).stored
    guard found.hits.count == 50, kept < left + left / 4 + 200 * 100 else {
      throw BenchError("\(kept) messages are left, and \(found.hits.count) found")
    }
    report.add("left", Double(kept), "messages")
  }

  private func purge(_ database: Database, _ engine: SyncEngine, _ report: Report) throws {
    guard let newest = try database.purges.newestTime(of: nil) else {
      throw BenchError("nothing is stored")
    }
    // One was written each second.
    let rule = PurgeRule(
      cutoff: Timestamp(milliseconds: newest.milliseconds - Int64(left) * 1_000),
      first: Timestamp(milliseconds: .min), newest: 100)
    var (steps, written): ([Double], [Double]) = ([], [])
    var row: Int64 = 0
    while let chat = try database.purges.next(after: row) {
      row = chat.row
      var place: MessageOrder? = MessageOrder(anchor: .min, sequence: .min)
      while let after = place {
        let time = try Stopwatch.milliseconds {
          place = try database.transaction { () throws(StorageError) in
            try database.purges.step(
              chat.jid, after: after, rule, limit: PurgeStep.size, removes: true
            ).last
          }
        }
        steps.append(time)
        if steps.count % 20 == 0 { written.append(write(engine, steps.count)) }
        database.foldLog()
      }
    }
    report.add(
      "a step of \(PurgeStep.size) messages", Percentiles(steps), "ms", target: "under 5 ms")
    report.add("all of them", steps.reduce(0, +) / 1000, "s")
    report.add("a message is written meanwhile", Percentiles(written), "ms")
  }

  private func write(_ engine: SyncEngine, _ number: Int) -> Double {
    let id = OriginID(
      at: SyncRunner.now().wall, random: (UInt64(number), UInt64.random(in: .min ... .max)))
    let peer = Stage.address(StoredHistory.name(1))
    return Stopwatch.milliseconds {
      _ = engine.handle(
        .intent(.send(chat: peer, text: "message \(number)", originID: id)), at: SyncRunner.now())
    }
  }
}
