import Foundation
import Harness
import Scratch
import Testing

extension ServerTrials {
  /// A file, a text and a file are sent, and something is killed at a moment that nobody chose: during the slot, the
  /// upload or the message. `PSST_TRIALS`: how often each.
  @Suite struct UploadTrialTests {
    static let count = ServerTrials.trials ?? 2

    enum Killed: String, CaseIterable, CustomTestStringConvertible {
      case program, server

      var testDescription: String { rawValue }
    }

    @Test(arguments: Killed.allCases)
    func `F1 O9 M7 whatever is killed, each file arrives once, whole and in order`(
      killed: Killed
    ) throws {
      let server = try RealServer()
      defer { server.close() }
      _ = try server.invite("cy")
      try server.home.run("--account", "ana")
      var trials = UploadTrials(server, killed)
      for number in 1...Self.count { try trials.run(number) }
      try trials.check()
    }
  }
}

/// The same three things again and again, and what has to come of them.
private struct UploadTrials {
  private let server: RealServer
  private let killed: ServerTrials.UploadTrialTests.Killed
  private var random = SeededGenerator(seed: 16)
  /// Names and texts, in the order of writing.
  private var said: [String] = []
  private var files: [String: Data] = [:]

  init(_ server: RealServer, _ killed: ServerTrials.UploadTrialTests.Killed) {
    (self.server, self.killed) = (server, killed)
  }

  private mutating func file(_ name: String) throws -> String {
    var bytes = Data(count: Int.random(in: 1..<4_000_000, using: &random))
    for place in bytes.indices { bytes[place] = UInt8(truncatingIfNeeded: random.next()) }
    let path = server.home.path + "/" + name
    try bytes.write(to: URL(filePath: path))
    files[name] = bytes
    return path
  }

  mutating func run(_ number: Int) throws {
    let names = ["a\(number).bin", "b\(number).bin"]
    let paths = try names.map { try file($0) }
    let text = "between-\(number)-"
    let ana = try server.home.start("--account", "ana")
    ana.write("/to cy\n/file \(paths[0])\n\(text)\n/file \(paths[1])\n")
    // Only what was echoed is a promise.
    try ana.waitUntil("all three", bound: 30) { program in
      (names + [text]).allSatisfy { program.outputText.contains($0) }
    }
    said += [names[0], text, names[1]]
    let moment = Double.random(in: 0..<0.25, using: &random)
    _ = Pump.wait(bound: moment) { false }
    switch killed {
    case .program: ana.signal(SIGKILL)
    case .server: for process in server.home.serverProcesses() { kill(process, SIGKILL) }
    }
    ana.endInput()
    try ana.waitForEnd(bound: 60)
    // What is left goes with the next start.
    let next = try server.home.run("--account", "ana", input: "/send\n", bound: 90)
    guard next.exitCode == 0 else { throw Unmet("trial \(number):\n\(next.report)") }
    for path in paths { try FileManager.default.removeItem(atPath: path) }
  }

  /// What cy's archive has, in its order, and what lies where it says.
  func check() throws {
    let cy = try server.peer("cy")
    let bodies = try cy.archive().map(\.body)
    let ends = bodies.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
    #expect(ends == said)
    for body in bodies where body.hasPrefix("http") {
      let name = body.split(separator: "/").last.map(String.init) ?? ""
      let fetch = try ChildProcess(["/usr/bin/curl", "-s", "-f", "--noproxy", "*", body])
      #expect(try fetch.waitForEnd(bound: 30) == 0)
      #expect(Data(fetch.output) == files[name], "\(name)")
    }
    #expect(try server.home.keptFiles() == [])
  }
}
