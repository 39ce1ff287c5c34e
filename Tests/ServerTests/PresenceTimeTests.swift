import Foundation
import Harness
import Testing

extension ServerTests {
  /// How long it takes until a contact sees where ana is (N2, N3): from what happens to her psst to the
  /// stanza at an independent client. `PSST_TRIALS`: how often; the table is printed.
  @Suite struct PresenceTimeTests {
    static let count = ServerTrials.trials ?? 1

    @Test func `N2 N3 on the private server a contact sees within 3 s where one is`() throws {
      let server = try RealServer()
      defer { server.close() }
      let cy = try server.peer("cy")
      let times = PresenceTimes("private Prosody", of: cy, ana: "ana@localhost") {
        try server.home.open("--account", "ana")
      }
      for _ in 1...Self.count { try times.live() }
      times.print()
    }

    @Test(
      .enabled(if: NetworkLink.isPermitted, "this computer lets no test make a network"),
      arguments: NetworkedServer.Software.allCases)
    func `N2 N3 N4 on a server on a network a contact sees within 3 s where one is`(
      software: NetworkedServer.Software
    ) throws {
      guard software.isInstalled else {
        return print("\(software) is not installed: what psst promises on it is not tested here")
      }
      let server = try NetworkedServer(software)
      defer { server.close() }
      let cy = try server.contact()
      let address = "ana@\(NetworkedServer.domain)"
      let times = PresenceTimes("\(software) on a network", of: cy, ana: address) {
        try server.home.open("--account", address)
      }
      for _ in 1...Self.count {
        try times.live()
        try times.cut(server.link)
      }
      times.print()
    }
  }
}

/// One life of ana's psst after the other, and how long each of its turns took to be seen.
private final class PresenceTimes {
  /// Seconds. The three that count, where they are what is asked for; beside the other tests, on a busy computer,
  /// what tells them from the minutes of a server that knows nothing.
  private static let capacity = ServerTrials.trials == nil ? 10.0 : 3.0

  private let place: String
  private let cy: Peer
  private let address: String
  private let open: () throws -> TerminalSession
  private var rows: [(what: String, times: [Int64])] = []
  /// Cuts of the network, the messages that ana wrote in them, and how often her return was told.
  private var cuts = 0
  private var messages = 0
  private var returnsTold = 0

  init(
    _ place: String, of cy: Peer, ana address: String,
    _ open: @escaping () throws -> TerminalSession
  ) {
    (self.place, self.cy, self.address, self.open) = (place, cy, address, open)
  }

  /// Everything but a cut network: three programs, ended in three ways.
  func live() throws {
    var ana = try start()
    try time("focus lost", "away") { ana.type("\u{1B}[O") }
    try time("focus gained", "available") { ana.type("\u{1B}[I") }
    try time("Ctrl-Z", "unavailable") { ana.press(.control("z")) }
    try ana.waitUntil("the stop") { $0.isStopped }
    try time("continued", "available") { ana.signal(SIGCONT) }
    try time("frozen", "unavailable") {
      ana.signal(SIGSTOP)
      cy.send("while it was frozen", to: address, id: UUID().uuidString)
    }
    try time("thawed", "available") { ana.signal(SIGCONT) }
    try time("exit", "unavailable") { ana.press(.control("c"), .control("c")) }
    try ana.waitForEnd()
    ana = try start()
    try time("terminal closed", "unavailable") { ana.signal(SIGHUP) }
    try ana.waitForEnd()
    ana = try start()
    try time("kill -9", "unavailable") { try ana.killHard() }
  }

  /// Half a second without the network is seen by nobody; a real cut is, and its end, too.
  func cut(_ link: NetworkLink) throws {
    let ana = try start()
    try openChat(of: ana)
    try flicker(link)
    try time("network cut", "unavailable", bound: 2 * Self.capacity) {
      link.quality.isBlackHole = true
    }
    cy.send("while it was cut", to: address, id: UUID().uuidString)
    let words = (1...3).map { "said-\(cuts)-\($0)" }
    for word in words {
      ana.type(word)
      ana.press(.enter)
    }
    try pause(1_000, after: {})
    let gone = cy.presencesOfAna.count
    try time("network back", "available", bound: 20) { link.quality.isBlackHole = false }
    try cy.waitUntil("what ana wrote", bound: 20) { _ in cy.received.last?.body == words.last }
    try time("exit", "unavailable") { ana.press(.control("c"), .control("c")) }
    try ana.waitForEnd()
    count(words, Array(cy.presencesOfAna.dropFirst(gone)))
  }

  /// Half a second, as long as this computer has a moment to end it again: who waits for longer was away. Beside the
  /// other tests, on a busy computer, an answer may be late without that, but not each time.
  private func flicker(_ link: NetworkLink) throws {
    var times: [Int64] = []
    for _ in 1...(ServerTrials.trials == nil ? 3 : 1) {
      guard let took = try seenFlicker(link) else { return }
      times.append(took)
    }
    #expect(times.contains { $0 > 1_000 }, "flickers of \(times) ms were seen")
  }

  /// How long it took; `nil` where nobody saw it.
  private func seenFlicker(_ link: NetworkLink) throws -> Int64? {
    let before = cy.presencesOfAna.count
    let start = Monotonic.milliseconds
    try pause(500, after: { link.quality.isBlackHole = true })
    link.quality.isBlackHole = false
    let took = Monotonic.milliseconds - start
    try pause(1_500, after: {})
    guard cy.presencesOfAna.count > before else { return nil }
    try cy.waitUntil("ana again after \(took) ms", bound: 20) { _ in
      cy.presencesOfAna.last == "available"
    }
    return took
  }

  /// What was written comes once and in order, and the return is told once.
  private func count(_ words: [String], _ presences: [String]) {
    cuts += 1
    let heard = cy.received.compactMap(\.body).filter { $0.hasPrefix("said-") }
    #expect(heard.suffix(words.count) == words[...])
    #expect(heard.count == Set(heard).count, "twice: \(heard)")
    messages = heard.count
    let returns = presences.count { $0 == "available" }
    returnsTold += returns
    #expect(returns == 1, "a return was told as \(presences)")
  }

  private func openChat(of ana: TerminalSession) throws {
    try ana.choose("cy")
    try ana.wait(for: "Write to cy")
  }

  private func start() throws -> TerminalSession {
    var ana: TerminalSession?
    try time("start", "available", bound: 20) { ana = try open() }
    try ana?.wait(for: "Ctrl-K", bound: 20)
    try ana?.wait(for: "● online", bound: 20)
    return try #require(ana)
  }

  private func time(
    _ what: String, _ presence: String, bound: Double = PresenceTimes.capacity,
    _ event: () throws -> Void
  ) throws {
    let before = cy.presencesOfAna.count
    let start = Monotonic.milliseconds
    try event()
    try cy.waitUntil("\(what) of ana on \(place)", bound: bound) { _ in
      cy.presencesOfAna.dropFirst(before).last == presence
    }
    let took = Monotonic.milliseconds - start
    if let index = rows.firstIndex(where: { $0.what == what }) {
      rows[index].times.append(took)
    } else {
      rows.append((what, [took]))
    }
  }

  private func pause(_ milliseconds: Int64, after event: () -> Void) throws {
    event()
    let end = Monotonic.milliseconds + milliseconds
    try cy.waitUntil("a while") { _ in Monotonic.milliseconds >= end }
  }

  func print() {
    Swift.print("\(place): milliseconds until a contact sees it")
    for (what, times) in rows {
      let sorted = times.sorted()
      Swift.print(
        "  \(what.padding(toLength: 16, withPad: " ", startingAt: 0))"
          + " median \(sorted[sorted.count / 2])  worst \(sorted.last ?? 0)  of \(times.count)")
    }
    guard cuts > 0 else { return }
    Swift.print(
      "  \(cuts) cuts: \(messages) messages came, each once; returns told: \(returnsTold)")
  }
}

extension Peer {
  /// What was told of ana's devices, in order.
  fileprivate var presencesOfAna: [String] {
    events.filter { $0.event == "presence" && $0.isOf("ana") }.compactMap(\.type)
  }
}
