import Foundation
import Harness
import Scratch
import Testing

extension ServerTrials {
  /// Twenty messages, and something breaks at a moment that nobody chose: again and again.
  /// `PSST_TRIALS`: how often each thing breaks (silence, which takes seconds to be noticed: a quarter).
  @Suite struct TrialTests {
    static let count = ServerTrials.trials ?? 8

    enum Breakage: String, CaseIterable, CustomTestStringConvertible {
      case programKilled, serverKilled, reset, silence

      var testDescription: String { rawValue }
    }

    @Test(arguments: Breakage.allCases)
    func `O9 O14 X4 X5 whatever breaks, twenty messages arrive once and in order`(
      breakage: Breakage
    ) throws {
      let server = try RealServer()
      defer { server.close() }
      let (home, wire) = try server.home(of: "ana") { try CutProxy(to: $0) }
      let pair = Correspondence(
        try Correspondent("ana@localhost", in: home, behind: wire),
        // It starts the server again when that is killed: it is its own.
        try Correspondent("bo", in: server.home))
      try pair.bo.waitUntilOnline()
      let trials = Trials(pair, breakage) {
        kill(try #require(server.home.serverProcess()), SIGKILL)
      }
      try trials.run(breakage == .silence ? max(1, Self.count / 4) : Self.count)
      try pair.ana.finish()
      try pair.bo.finish()
      let tally = try pair.tally("private Prosody, \(breakage)")
      print(tally)
      #expect(tally.isClean, "\(tally.report)")
    }
  }
}

/// Twenty messages and something that breaks, again and again, between the same two.
final class Trials {
  private let pair: Correspondence
  private let breakage: ServerTrials.TrialTests.Breakage
  private let killServer: () throws -> Void
  private let wire: CutProxy
  private var random = SeededGenerator(seed: 7)

  /// - Parameter killServer: it is started again by this, or by itself.
  init(
    _ pair: Correspondence, _ breakage: ServerTrials.TrialTests.Breakage,
    killingServer killServer: @escaping () throws -> Void
  ) {
    (self.pair, self.breakage, self.killServer) = (pair, breakage, killServer)
    guard let wire = pair.ana.wire else { preconditionFailure("the sender's wire is held") }
    self.wire = wire
  }

  func run(_ count: Int) throws {
    for number in 1...count { try run(trial: number) }
  }

  /// Ends when the reader has it all, or the writer was told that it does not.
  private func run(trial: Int) throws {
    // Twenty messages are about this long on the wire, both ways: most trials break among them.
    let moment = wire.forwarded + Int.random(in: 0..<16_000, using: &random)
    if breakage == .reset { wire.cut(afterBytes: moment - wire.forwarded) }
    pair.say((1...20).map { "t\(trial)-\($0)-" })
    _ = Pump.wait(bound: 1) { wire.forwarded >= moment }
    try breakIt()
    do {
      try pair.waitUntilAllIsShown("trial \(trial)", bound: 60)
    } catch {
      throw Unmet("\(error)\nthe sender:\n\(pair.ana.program.outputText)")
    }
  }

  private func breakIt() throws {
    switch breakage {
    case .programKilled:
      // What is not on disk may be typed again by its writer: only what was echoed is a promise.
      try pair.ana.program.waitUntil("the last on disk") { _ in pair.ana.hasTaken(pair.said.last!) }
      try pair.ana.killHard()
      try pair.ana.restart()
    case .serverKilled: try killServer()
    case .reset: wire.cutNow()
    case .silence: wire.goSilent()
    }
  }
}
