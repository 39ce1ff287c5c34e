import Foundation
import Harness
import Testing

extension ServerTests {
  /// The same trials as on the private server, on servers as their makers ship them.
  /// `PSST_TRIALS`: how often each thing breaks.
  @Suite struct StockTrialTests {
    static let count = ServerTests.trials ?? 2

    /// Where nothing is said, each server breaks in one way.
    static let cases: [(StockProsody.Kind, TrialTests.Breakage)] =
      ServerTests.trials == nil
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

    @Test(
      .enabled(if: Ejabberd.isInstalled, "ejabberd is not installed"),
      arguments: ServerTests.trials == nil ? [.serverKilled] : TrialTests.Breakage.allCases)
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
    _ breakage: ServerTests.TrialTests.Breakage, _ count: Int, _ place: String, hasArchive: Bool
  ) throws {
    let trials = Trials(pair, breakage) { [server] in try server.restart() }
    var trouble: (any Error)?
    do { try trials.run(count) } catch { trouble = error }
    try pair.settle()
    let tally = try pair.tally(place)
    print(tally)
    // What a server took and lost comes again, but where it was nobody knows without an archive.
    let isRight = hasArchive || breakage != .serverKilled ? tally.isClean : tally.isWhole
    #expect(isRight, "\(tally.report)\n\(trouble.map { "\($0)" } ?? "")")
  }
}
