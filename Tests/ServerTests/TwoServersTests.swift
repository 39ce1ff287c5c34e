import Foundation
import Harness
import Testing

extension ServerTrials {
  /// Ana and Bo on a server each, and the wires between the two servers are cut. `PSST_TRIALS`: how often.
  @Suite(
    .enabled(if: StockProsody.isReadable, "only root may read Debian's Prosody configuration"))
  struct TwoServersTests {
    static let count = ServerTrials.trials ?? 2

    /// The last: the wires are silent, and then the server dies that had taken it.
    enum Breakage: String, CaseIterable { case reset, silence, restart, lost }

    @Test(arguments: ServerTrials.trials == nil ? [.reset] : Breakage.allCases)
    func `O9 what one server took and did not hand to the other arrives once, or is told`(
      breakage: Breakage
    ) throws {
      let world = try TwoServers()
      defer { world.close() }
      for number in 1...Self.count {
        world.pair.say((1...30).map { "t\(number)-\($0)-" })
        let moment = world.forwarded + 3_000 * number
        _ = Pump.wait(bound: 2) { world.forwarded >= moment }
        try world.perform(breakage)
        // What a silent way took is asked after twice, and then told.
        let bound: Double = breakage == .silence || breakage == .lost ? 120 : 60
        try? world.pair.waitUntilAllIsShown("trial \(number)", bound: bound)
      }
      try world.pair.settle()
      let tally = try world.pair.tally("two Prosody, \(breakage.rawValue) between them")
      print(tally)
      #expect(tally.isWhole, "\(tally.report)")
    }
  }
}

/// Two Prosody that find each other by names of the test, over wires that it holds.
private final class TwoServers {
  private static let domains = ["one.example", "two.example"]
  let pair: Correspondence
  private let home: PsstHome
  private let servers: [StockProsody]
  /// To the first, and to the second, from the other.
  private let wires: [CutProxy]
  private let names: ChildProcess

  init() throws {
    home = try PsstHome()
    let path = home.path
    do {
      let authority = try TestAuthority(in: home.path + "/certs")
      let ports = try Self.domains.map { _ in try Loopback.freePort() }
      let wires = try ports.map { try CutProxy(to: $0) }
      let names = try Self.names(of: wires)
      servers = try zip(Self.domains, zip(ports, ["ana", "bo"])).map { domain, own in
        let server = try StockProsody(
          .archive, domain, in: "\(path)/\(domain)", trusting: authority,
          further: "s2s_ports = { \(own.0) }; \(names.setting)")
        try server.register(own.1)
        try server.start()
        return server
      }
      (self.wires, self.names) = (wires, names.program)
      let people = try zip(servers, ["ana", "bo"]).map { server, name in
        try Correspondent(server.invitation(name, trusting: authority))
      }
      pair = Correspondence(people[0], people[1])
      try pair.becomeContacts()
    } catch {
      let logs = Self.domains.map { domain in
        (try? String(contentsOfFile: "\(path)/\(domain)/log", encoding: .utf8)) ?? ""
      }
      home.close()
      throw Unmet("\(error)\n" + logs.joined(separator: "\n"))
    }
  }

  func close() {
    pair.close()
    home.close()
    names.endInput()
  }

  /// Who answers the servers' questions for names, and what makes them ask there and nowhere else.
  private static func names(of wires: [CutProxy]) throws -> (
    program: ChildProcess, setting: String
  ) {
    let program = try ChildProcess(
      [Repository.peerPython, Repository.root + "/Tests/ServerTests/dns.py", "0"]
        + zip(domains, wires).flatMap { domain, wire in
          [
            "_xmpp-server._tcp.\(domain) SRV 0 0 \(wire.port) host.\(domain)",
            "host.\(domain) A 127.0.0.1", "\(domain) A 127.0.0.1",
          ]
        })
    try program.waitUntil("its port") { $0.outputText.hasSuffix("\n") }
    let forward = "127.0.0.1@\(program.outputText.dropLast())"
    return (
      program,
      """
      unbound = { resolvconf = false; hoststxt = false; forward = "\(forward)";
        options = { ["do-not-query-localhost:"] = "no" } }
      """
    )
  }

  /// Bytes between the servers so far.
  var forwarded: Int { wires.reduce(0) { $0 + $1.forwarded } }

  func perform(_ breakage: ServerTrials.TwoServersTests.Breakage) throws {
    switch breakage {
    case .reset: wires.forEach { $0.cutNow() }
    case .silence: wires.forEach { $0.goSilent() }
    case .restart: try servers[1].restart()
    case .lost:
      wires.forEach { $0.goSilent() }
      try pair.waitUntilAllIsTaken()
      try servers[0].restart()
    }
  }
}
