import Foundation
import Harness
import Testing

extension ServerTrials {
  /// Two ejabberd nodes that share what they have, and the sender's dies. `PSST_TRIALS`: how often.
  @Suite(.enabled(if: Ejabberd.isInstalled, "ejabberd is not installed"))
  struct ClusterTests {
    static let count = ServerTrials.trials ?? 1

    @Test func `O9 O14 when a node dies under load all goes on at the other, once and in order`()
      throws
    {
      var said = 0
      for number in 1...Self.count {
        let cluster = try Cluster()
        defer { cluster.close() }
        let pair = try cluster.befriend()
        pair.say((1...200).map { "line-\($0)-" })
        let moment = 60 + 13 * (number % 8)
        try pair.ana.program.waitUntil("load", bound: 60) {
          $0.outputText.count(of: ": sending") >= moment
        }
        try cluster.loseFirst(of: pair)
        try? pair.waitUntilAllIsShown("all", bound: 120)
        try pair.settle()
        let tally = try pair.tally("ejabberd, the sender's node dies (\(number))")
        print(tally)
        // A node may take with it what it has confirmed: that goes again, and comes late.
        let trace = try pair.trace(of: tally.lost)
        #expect(tally.isWhole, "\(tally.report)\n\(trace)")
        said += tally.said.count
      }
      #expect(said == 200 * Self.count)
    }
  }
}

/// Two nodes, each with its port, and the registry where they find each other.
private final class Cluster {
  private let home: PsstHome
  private let authority: TestAuthority
  private let registry: ChildProcess
  private let nodes: [StockEjabberd]

  init() throws {
    home = try PsstHome()
    do {
      authority = try TestAuthority(in: home.path + "/certs")
      let port = try Loopback.freePort()
      registry = try ChildProcess(["epmd", "-port", "\(port)", "-address", "127.0.0.1"])
      try registry.waitUntil("epmd") { _ in Loopback.isListening(port) }
      let names = ["first", "second"].map { Ejabberd.Name(name: $0, registry: port) }
      let (home, authority) = (home, authority)
      nodes = try names.map { name in
        try StockEjabberd(
          "psst.test", in: home.path + "/" + name.name, trusting: authority, hasArchive: true,
          accounts: ["ana", "bo"], as: name)
      }
      try nodes[0].start()
      try nodes[1].join(names[0])
    } catch {
      home.close()
      throw error
    }
  }

  func close() { home.close() }

  /// Ana at the first node, Bo at the second.
  func befriend() throws -> Correspondence {
    let people = try zip(["ana", "bo"], nodes).map { name, node in
      try Correspondent(node.invitation(name, trusting: authority))
    }
    let pair = Correspondence(people[0], people[1])
    try pair.becomeContacts()
    return pair
  }

  /// The sender's node dies; what leads to it leads to the other from now on.
  func loseFirst(of pair: Correspondence) throws {
    pair.ana.wire?.target = nodes[1].port
    try nodes[0].killHard()
  }
}
