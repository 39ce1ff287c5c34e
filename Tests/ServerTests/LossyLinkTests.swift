import Foundation
import Harness
import Testing

/// ana's psst reaches a server as `psst server config` prints it over a link with 200 ms each way, 400 kbit/s and
/// lost packets; cy is beside the server. `PSST_MINUTES`: how long at 2, 5 and 8 % (without it one minute at 5 %);
/// `PSST_LOSS`: only at this percentage.
@Suite(
  .serialized, .thread(.trials),
  .enabled(if: NetworkLink.isPermitted, "this computer lets no test make a network"))
struct LossyLinkTests {
  private static let minutes = number("PSST_MINUTES")
  private static let losses: [Double] =
    number("PSST_LOSS").map { [$0] } ?? (minutes == nil ? [5] : [2, 5, 8])

  private static func number(_ name: String) -> Double? {
    ProcessInfo.processInfo.environment[name].flatMap { Double($0) }
  }

  @Test(arguments: NetworkedServer.Software.allCases)
  func `X7 N2 over a link that loses packets messages come in time, and nobody is cut or flaps`(
    software: NetworkedServer.Software
  ) throws {
    guard software.isInstalled else {
      return print("\(software) is not installed: lost packets are not tried on it here")
    }
    for loss in Self.losses {
      let trial = try LossyLink(software, percent: loss)
      defer { trial.close() }
      try trial.run(seconds: (Self.minutes ?? 1) * 60)
      print(trial.report)
      #expect(trial.cuts == 0, "\(trial.report)")
      #expect(trial.troubles.isEmpty, "\(trial.report)")
      // A busy computer loses time besides.
      let bound = (loss > 5 ? 10.0 : 5.0) * (Self.minutes == nil ? 2 : 1)
      #expect(trial.slowest < bound, "\(trial.report)")
      if loss <= 5 { #expect(trial.mostFlapsInAMinute <= 1, "\(trial.report)") }
    }
  }
}

/// A conversation over the link, and what both sides saw of it.
private final class LossyLink {
  private let server: NetworkedServer
  private let name: String
  private let cy: Peer
  private let ana: TerminalSession
  /// Seconds, of each message that ana and cy sent.
  private var times: [Double] = []
  /// When cy was told that ana is gone, milliseconds.
  private var flaps: [Int64] = []
  private var presencesSeen = 0
  private var signInsBefore = 0
  private let start = Monotonic.milliseconds
  /// Words of the title that say that the link is not up.
  private(set) var troubles: Set<String> = []

  init(_ software: NetworkedServer.Software, percent: Double) throws {
    name = "\(software), \(percent) % lost"
    server = try NetworkedServer(software)
    cy = try server.contact()
    ana = try server.home.open("--account", "ana@\(NetworkedServer.domain)")
    try ana.wait(for: "● online", bound: 30)
    try ana.choose("cy", bound: 30)
    try ana.wait(for: "Write to cy", bound: 30)
    presencesSeen = presences.count
    // Its log may be behind.
    let isLogged = Pump.wait(bound: 20) { server.signIns >= 2 }
    #expect(isLogged, "its log tells of sign-ins")
    signInsBefore = server.signIns
    server.link.quality = .init(delay: 200, rate: 400_000, loss: percent / 100)
    ana.onFrame = { [unowned self] screen in
      troubles.formUnion(ServerTests.BadNetworkTests.troubles.filter(screen.lines[1].contains))
    }
  }

  func close() { server.close() }

  /// A message each way, and a pause in which nothing is said.
  func run(seconds: Double) throws {
    let end = Monotonic.milliseconds + Int64(seconds * 1_000)
    var number = 0
    while Monotonic.milliseconds < end {
      number += 1
      let (mine, yours) = ("mine-\(number)", "yours-\(number)")
      ana.type(mine)
      ana.press(.enter)
      try time(mine) { cy.received.last?.body == mine }
      cy.send(yours, to: "ana@\(NetworkedServer.domain)", id: yours)
      try time(yours) { ana.contains(yours) }
      let pause = Monotonic.milliseconds + Int64(number % 5) * 1_000
      watch(bound: 10) { Monotonic.milliseconds >= pause }
    }
  }

  /// From when a message was sent.
  private func time(_ word: String, until arrived: () -> Bool) throws {
    let start = Monotonic.milliseconds
    guard watch(bound: 60, until: arrived) else { throw Unmet("\(word): \(report)") }
    times.append(Double(Monotonic.milliseconds - start) / 1_000)
  }

  @discardableResult private func watch(bound: Double, until isOver: () -> Bool) -> Bool {
    Pump.wait(bound: bound) {
      let all = presences
      flaps += all.dropFirst(presencesSeen).filter { $0 == "unavailable" }
        .map { _ in Monotonic.milliseconds }
      presencesSeen = all.count
      return isOver()
    }
  }

  private var presences: [String] {
    cy.events.filter { $0.event == "presence" && $0.isOf("ana") }.compactMap(\.type)
  }

  /// Connections that ended or came while packets were lost.
  var cuts: Int { server.signIns - signInsBefore }
  var slowest: Double { times.max() ?? 0 }

  var mostFlapsInAMinute: Int {
    flaps.map { first in flaps.count { $0 >= first && $0 < first + 60_000 } }.max() ?? 0
  }

  var report: String {
    let sorted = times.sorted()
    let moments = flaps.map { "\(($0 - start) / 1_000)" }.joined(separator: ", ")
    if sorted.isEmpty { return "\(name): no message came" }
    return "\(name), \((Monotonic.milliseconds - start) / 1_000) s: \(times.count) messages,"
      + " median \(sorted[sorted.count / 2]) s, slowest"
      + " \(sorted.suffix(3).map { "\($0)" }.joined(separator: ", ")) s; \(cuts) cuts;"
      + " \(flaps.count) flaps (at s: \(moments)), \(mostFlapsInAMinute) in the worst minute;"
      + " \(server.link.lost) of \(server.link.passed + server.link.lost) packets lost;"
      + " the title said \(troubles.sorted())"
  }
}
