import Foundation
import Harness
import Testing

extension ServerTests {
  /// Twenty messages, and something breaks at a moment that nobody chose: again and again.
  /// `PSST_TRIALS`: how often each thing breaks (silence, which takes seconds to be noticed: a quarter).
  @Suite @ProgramThread struct TrialTests {
    nonisolated static let count =
      ProcessInfo.processInfo.environment["PSST_TRIALS"].flatMap { Int($0) } ?? 8

    enum Breakage: String, CaseIterable, CustomTestStringConvertible {
      case programKilled, serverKilled, reset, silence

      var testDescription: String { rawValue }
    }

    @Test(arguments: Breakage.allCases)
    func `O9 O14 X4 X5 whatever breaks, twenty messages arrive once and in order`(
      breakage: Breakage
    ) throws {
      let trials = try Trials(breakage)
      defer { trials.close() }
      let count = breakage == .silence ? max(1, Self.count / 4) : Self.count
      for number in 1...count { try trials.run(number) }
      try trials.check()
    }
  }
}

/// One sender and one reader on one server, for many trials.
@ProgramThread private final class Trials {
  private let breakage: ServerTests.TrialTests.Breakage
  private let server: RealServer
  private let home: PsstHome
  private let wire: CutProxy
  private let reader: ChildProcess
  private var sender: ChildProcess
  private var random: SeededRandom
  private var said: [String] = []

  init(_ breakage: ServerTests.TrialTests.Breakage) throws {
    self.breakage = breakage
    random = SeededRandom(seed: 7)
    server = try RealServer()
    (home, wire) = try server.home(of: "ana") { try CutProxy(to: $0) }
    reader = try server.home.start("--account", "bo")
    try reader.waitUntil("the reader", bound: 30) { $0.outputText.contains("online\n") }
    sender = try Self.start(in: home)
  }

  func close() { server.close() }

  private static func start(in home: PsstHome) throws -> ChildProcess {
    let sender = try home.start("--account", "ana@localhost")
    sender.write("/to bo@localhost\n")
    return sender
  }

  /// Ends when the reader has it all.
  func run(_ trial: Int) throws {
    // Twenty messages are about this long on the wire, both ways: most trials break among them.
    let moment = wire.forwarded + Int.random(in: 0..<16_000, using: &random)
    if breakage == .reset { wire.cut(afterBytes: moment - wire.forwarded) }
    let new = (1...20).map { "t\(trial)-\($0)-" }
    said += new
    new.forEach { sender.write($0 + "\n") }
    try? sender.waitUntil("the moment", bound: 1) { _ in wire.forwarded >= moment }
    try breakIt()
    do {
      try reader.waitUntil("trial \(trial)", bound: 60) { _ in heard.count >= said.count }
    } catch {
      let status = (try? server.home.run("server", "status").outputText) ?? ""
      throw Unmet("\(error)\nthe sender:\n\(sender.outputText)\(wire.target): \(status)")
    }
  }

  private func breakIt() throws {
    switch breakage {
    case .programKilled:
      // What is not on disk may be typed again by its writer: only what was echoed is a promise.
      try sender.waitUntil("the last on disk") { $0.outputText.contains(said.last! + ": ") }
      sender.signal(SIGKILL)
      try sender.waitForEnd()
      sender = try Self.start(in: home)
    case .serverKilled: kill(try #require(server.home.serverProcess()), SIGKILL)
    case .reset: wire.cutNow()
    case .silence: wire.goSilent()
    }
  }

  private var heard: [String] {
    reader.words(beginning: "t").filter { $0.hasSuffix("-") && $0.contains(where: \.isNumber) }
  }

  /// What came twice would come late: both programs' own ends are after all they had to do.
  func check() throws {
    for program in [sender, reader] {
      program.endInput()
      #expect(try program.waitForEnd(bound: 60) == 0, "\(program.errorText)")
    }
    #expect(heard == said)
  }
}
