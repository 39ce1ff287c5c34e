import Foundation
import Harness
import Testing

extension ServerTrials {
  /// The same trials as on the private server, on servers as their makers ship them.
  /// `PSST_TRIALS`: how often each thing breaks.
  @Suite struct StockTrialTests {
    static let count = ServerTrials.trials ?? 2

    /// Where nothing is said, each server breaks in one way.
    static let cases: [(StockProsody.Kind, TrialTests.Breakage)] =
      ServerTrials.trials == nil
      ? [
        (.shipped, .reset), (.archive, .programKilled), (.archiveAlone, .serverKilled),
        (.neither, .serverKilled),
      ]
      : StockProsody.Kind.allCases.flatMap { kind in
        TrialTests.Breakage.allCases.map { (kind, $0) }
      }

    @Test(
      .enabled(if: StockProsody.isReadable, "only root may read Debian's Prosody configuration"),
      arguments: cases)
    func `O9 O14 on Debian's Prosody, whatever breaks, twenty messages arrive once and in order`(
      kind: StockProsody.Kind, breakage: TrialTests.Breakage
    ) throws {
      let world = try StockWorld { folder, authority in
        let server = try StockProsody(
          kind, "psst.test", in: folder, trusting: authority)
        try server.register("ana", "bo")
        return server
      }
      defer { world.close() }
      try world.run(
        breakage, Self.count, "Prosody \(kind.rawValue), \(breakage)", hasArchive: kind.hasArchive)
    }

    /// Ends the server once, after the writer's archive has line-6- and before the reader's has it.
    private static let endsBetweenArchives = """
      local function kill(event)
        local path = module:get_directory() .. "/has-ended";
        if event.stanza:get_child_text("body") ~= "line-6-" or io.open(path) then return; end
        io.open(path, "w"):close();
        os.execute("kill -9 $PPID");
      end
      module:hook("pre-message/bare", kill, -2);
      module:hook("pre-message/full", kill, -2);
      """

    @Test(
      .enabled(if: StockProsody.isReadable, "only root may read Debian's Prosody configuration"))
    func `O9 O14 what Debian's Prosody had in one archive of two when it was killed comes again`()
      throws
    {
      let world = try StockWorld { folder, authority in
        let server = try StockProsody(
          .archiveAlone, "psst.test", in: folder, trusting: authority,
          module: Self.endsBetweenArchives)
        try server.register("ana", "bo")
        return server
      }
      defer { world.close() }
      world.pair.say((1...10).map { "line-\($0)-" })
      try world.pair.ana.program.waitUntil("the server's end", bound: 30) { _ in
        !Loopback.isListening(world.server.port)
      }
      try world.server.restart()
      try world.pair.waitUntilAllIsShown("all", bound: 60)
      try world.pair.settle()
      let tally = try world.pair.tally("Prosody, killed between two archives")
      print(tally)
      #expect(tally.isWhole && tally.reordered == ["line-6-"], "\(tally.report)")
      #expect(try world.isInOrderOfArchives(tally))
    }

    @Test(
      .enabled(if: Ejabberd.isInstalled, "ejabberd is not installed"),
      arguments: ServerTrials.trials == nil ? [.serverKilled] : TrialTests.Breakage.allCases)
    func `O9 O14 on ejabberd as shipped, whatever breaks, twenty messages arrive once and in order`(
      breakage: TrialTests.Breakage
    ) throws {
      let world = try StockWorld { folder, authority in
        try StockEjabberd(
          "psst.test", in: folder, trusting: authority, hasArchive: false, accounts: ["ana", "bo"])
      }
      defer { world.close() }
      try world.run(
        breakage, Self.count, "ejabberd as shipped, without archive, \(breakage)", hasArchive: false
      )
    }
  }
}

/// A server, and the two who write to each other on it.
final class StockWorld {
  let server: any StockServer
  let pair: Correspondence
  let authority: TestAuthority
  private let home: PsstHome

  /// - Parameter make: a server in the folder, with accounts for ana and bo.
  init(_ make: (String, TestAuthority) throws -> any StockServer) throws {
    home = try PsstHome()
    do {
      authority = try TestAuthority(in: home.path + "/certs")
      server = try make(home.path + "/server", authority)
      try server.start()
      let ana = try Correspondent(server.invitation("ana", trusting: authority))
      let bo = try Correspondent(server.invitation("bo", trusting: authority))
      pair = Correspondence(ana, bo)
      try pair.becomeContacts()
    } catch {
      home.close()
      throw error
    }
  }

  func close() {
    pair.close()
    home.close()
  }

  /// Trials to their end; prints and judges what became of the messages.
  fileprivate func run(
    _ breakage: ServerTrials.TrialTests.Breakage, _ count: Int, _ place: String, hasArchive: Bool
  ) throws {
    let trials = Trials(pair, breakage) { [server] in try server.restart() }
    var trouble: (any Error)?
    do { try trials.run(count) } catch { trouble = error }
    try pair.settle()
    let tally = try pair.tally(place)
    print(tally)
    // What a server took and lost comes again, but where it was nobody knows without an archive.
    let mayMove = breakage == .serverKilled && tally.isWhole
    let isRight = try tally.isClean || mayMove && (!hasArchive || isInOrderOfArchives(tally))
    #expect(isRight, "\(tally.report)\n\(trouble.map { "\($0)" } ?? "")")
  }

  /// The writer's archive has all in the order of writing, the reader's in the order shown: stock Prosody writes one
  /// after the other, and what it had only in the first when it was killed came again to the second.
  fileprivate func isInOrderOfArchives(_ tally: Tally) throws -> Bool {
    let archives = try ["ana", "bo"].map { name in
      var seen: Set<String> = []
      let peer = try Peer(server.invitation(name, trusting: authority))
      return try peer.archive().map(\.body).filter { seen.insert($0).inserted }
    }
    return archives == [tally.said, tally.shown]
  }
}
