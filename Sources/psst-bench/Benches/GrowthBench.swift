internal import Model
internal import Storage
internal import Sync

/// What each act costs in the engine at n, 10 n and 100 n of what is stored, and by how much it grows with each decade
/// (G7): an act that does not depend on it stays under 1.15, and one that does is marked.
struct GrowthBench {
  var smallest = 3_000
  var samples = 60
  var chats = 200

  /// A constant cost grows by no more in a decade: clocks and caches differ.
  private static let most = 1.15

  func run(_ report: Report) throws {
    let sizes = [smallest, smallest * 10, smallest * 100]
    report.begin("acts at \(sizes.map(String.init).joined(separator: ", ")) messages stored")
    var costs: [String: [Double]] = [:]
    var order: [String] = []
    for size in sizes {
      for (act, times) in try measure(size) {
        if costs[act] == nil { order.append(act) }
        costs[act, default: []].append(Percentiles(times).median)
      }
    }
    for act in order {
      guard let times = costs[act], times.count == 3 else { continue }
      let slope = (times[2] / times[0]).squareRoot()
      report.add("\(act), median at the largest", times[2], "ms")
      report.add(
        "\(slope > Self.most ? "! " : "")  grows by a decade", slope, "times",
        target: "under \(Self.most)")
    }
  }

  private func measure(_ size: Int) throws -> [(String, [Double])] {
    let stage = try Stage()
    try stage.keep("ana")
    let (path, me) = (stage.database(of: "ana"), Stage.address("ana"))
    var history = StoredHistory(messages: size, chats: chats)
    history.groups = chats..<chats + 1
    try history.write(to: path, me: me)
    let account = Account(jid: me, server: nil, security: .off, isPrivate: true)
    var begun: [Double] = []
    for _ in 0..<max(3, samples / 10) {
      begun.append(
        try Stopwatch.milliseconds {
          let engine = SyncEngine(
            account: account, secret: .password(""), resource: "bench",
            database: try Database(path: path))
          _ = engine.handle(.start, at: SyncRunner.now())
        })
    }
    var actor = Actor(
      SyncEngine(
        account: account, secret: .password(""), resource: "bench",
        database: try Database(path: path)), samples)
    return [("start", begun)] + actor.all()
  }

  /// What a user does, one after the other.
  private struct Actor {
    private let engine: SyncEngine
    private let samples: Int
    private let peer = Stage.address(StoredHistory.name(1))

    init(_ engine: SyncEngine, _ samples: Int) {
      (self.engine, self.samples) = (engine, samples)
      _ = engine.handle(.start, at: SyncRunner.now())
    }

    private func fresh() -> OriginID {
      OriginID(
        at: SyncRunner.now().wall,
        random: (.random(in: .min ... .max), .random(in: .min ... .max)))
    }

    private func time(_ intent: (Int) -> Intent) -> [Double] {
      (0..<samples).map { number in
        let intent = intent(number)
        return Stopwatch.milliseconds {
          _ = engine.handle(.intent(intent), at: SyncRunner.now())
        }
      }
    }

    mutating func all() -> [(String, [Double])] {
      let ids = (0..<samples).map { _ in fresh() }
      let day = Timestamp(milliseconds: StoredHistory.began + 600_000)
      func search(_ words: String, until end: Timestamp? = nil) -> Intent {
        var query = SearchQuery(words)
        query.filter.end = end
        return .search(query)
      }
      return [
        ("write", time { .send(chat: peer, text: "message \($0)", originID: ids[$0]) }),
        ("correct", time { .edit(ids[$0], text: "message \($0), in other words", newID: fresh()) }),
        ("react", time { .react(row: Int64($0 + 1), Emoji("👍")!, newID: fresh()) }),
        ("delete what waits", time { .cancel(ids[$0]) }),
        ("keep a draft", time { .saveDraft(chat: peer, text: "draft \($0)") }),
        ("open a chat", time { .open(Stage.address(StoredHistory.name(1 + $0 % 100))) }),
        (
          "read",
          time { .markRead(chat: peer, through: MessageOrder(anchor: Int64($0), sequence: 0)) }
        ),
        (
          "a page further back",
          time {
            .loadOlder(chat: peer, before: MessageOrder(anchor: Int64(1_000 + $0), sequence: 0))
          }
        ),
        ("search a word of all", time { _ in search("usual place") }),
        ("search a word of none", time { _ in search("xylophone") }),
        ("search ten minutes long ago", time { _ in search("usual", until: day) }),
        ("pin", time { .pin(peer, $0 % 2 == 0) }),
        ("open the queue", time { $0 % 2 == 0 ? .openQueue : .closeQueue }),
      ]
    }
  }
}
