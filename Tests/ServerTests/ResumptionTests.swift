import Foundation
import Harness
import Testing

extension ServerTests {
  @Suite struct ResumptionTests {
    /// ana's psst behind a proxy and cy beside the server, after a first message.
    private static func talking(_ server: RealServer) throws
      -> (cy: Peer, home: PsstHome, wire: CutProxy, ana: ChildProcess)
    {
      let cy = try server.peer("cy")
      let (home, wire) = try server.home(of: "ana") { try CutProxy(to: $0) }
      let ana = try home.start("--account", "ana@localhost", "--log-stanzas")
      ana.write("/to cy@localhost\nline-1\n")
      try ana.waitUntil("the first", bound: 30) { $0.outputText.contains("line-1: delivered") }
      return (cy, home, wire, ana)
    }

    @Test func `O9 O14 a stream that is cut in the middle goes on, nothing lost or repeated`()
      throws
    {
      let server = try RealServer()
      defer { server.close() }
      let (cy, home, wire, ana) = try Self.talking(server)
      var said = ["line-1"]
      var heard: [String] = []
      for round in 1...5 {
        wire.cut(afterBytes: round * 400)
        for _ in 0..<4 {
          said.append("line-\(said.count + 1)")
          ana.write(said.last! + "\n")
        }
        heard.append("yours-\(round)")
        cy.send(heard.last!, to: "ana@localhost", id: heard.last!)
        try ana.waitUntil("the cut") { _ in wire.cuts == round }
        ana.write("/send\n")  // now, not at the next planned time
        try cy.waitUntil("all of round \(round)", bound: 30) { _ in
          cy.received.count >= said.count
        }
        // All may have passed before the cut.
        try ana.waitUntil("going on after cut \(round)", bound: 30) { _ in
          try home.log().count(of: "<resumed ") == round
        }
      }
      try ana.waitUntil("all of the peer's", bound: 30) {
        $0.words(beginning: "yours-").count >= heard.count
      }
      ana.endInput()
      #expect(try ana.waitForEnd(bound: 30) == 0, "\(ana.errorText)")
      #expect(cy.received.compactMap(\.body) == said)
      #expect(ana.words(beginning: "yours-") == heard)
      let log = try home.log()
      #expect(log.count(of: "<resumed ") == 5 && log.count(of: "<resource>") == 1, "\(log)")
      #expect(log.count(of: "xmlns='jabber:iq:roster'") == 2, "asked and answered once")
    }

    @Test func `O14 a stream that is cut in the middle of a message is resumed with it`() throws {
      let server = try RealServer()
      defer { server.close() }
      let (cy, home, wire, ana) = try Self.talking(server)
      wire.cut(afterBytes: 2_000)
      let long = "line-2 " + String(repeating: "x", count: 5_000)
      ana.write(long + "\n")
      try cy.waitUntil("the second", bound: 30) { _ in cy.received.count == 2 }
      ana.endInput()
      #expect(try ana.waitForEnd() == 0)
      #expect(cy.received.map(\.body) == ["line-1", long])
      let log = try home.log()
      #expect(log.count(of: "<resumed ") == 1 && log.count(of: "<resource>") == 1, "\(log)")
    }

    @Test func `O1 O9 what is sent on a wire that is dead beyond a proxy arrives once, on another`()
      throws
    {
      let server = try RealServer()
      defer { server.close() }
      let (cy, home, wire, ana) = try Self.talking(server)
      wire.goSilent()
      ana.write("line-2\nline-3\n")
      try cy.waitUntil("the rest", bound: 30) { _ in cy.received.count == 3 }
      ana.endInput()
      #expect(try ana.waitForEnd() == 0)
      #expect(cy.received.map(\.body) == ["line-1", "line-2", "line-3"])
      let log = try home.log()
      #expect(log.count(of: "<resumed ") == 1 && log.count(of: "<resource>") == 1, "\(log)")
      let since = log[try #require(log.firstRange(of: "line-3")).upperBound...]
      let closed = try #require(since.firstRange(of: "wire closed"), "\(log)")
      #expect(since[..<closed.lowerBound].contains("wire connected"), "\(log)")
    }

    @Test func `O9 X4 after kill -9 the stream goes on with what came and what was left`() throws {
      let server = try RealServer()
      defer { server.close() }
      let cy = try server.peer("cy")
      let first = try server.home.start("--account", "ana")
      first.write("/to cy\nline-1\n")
      try cy.waitUntil("the first", bound: 30) { _ in cy.received.count == 1 }
      for number in 2...6 { first.write("line-\(number)\n") }
      try first.waitUntil("the last on disk") { $0.outputText.contains("line-6: ") }
      first.signal(SIGKILL)
      try first.waitForEnd()
      cy.send("meanwhile", to: "ana@localhost", id: "x-1")
      let second = try server.home.start("--account", "ana", "--log-stanzas")
      try cy.waitUntil("all", bound: 30) { _ in cy.received.count >= 6 }
      try second.waitUntil("what came meanwhile", bound: 30) {
        $0.outputText.contains("meanwhile") || $0.outputText.contains("cy: 1 unread")
      }
      second.endInput()
      #expect(try second.waitForEnd() == 0)
      #expect(cy.received.compactMap(\.body) == (1...6).map { "line-\($0)" })
      #expect(try cy.archive().count == 7)
      let log = try server.home.log()
      #expect(log.count(of: "<resumed ") == 1 && log.count(of: "<resource>") == 0, "\(log)")
    }

    @Test(arguments: [SIGTERM, SIGKILL])
    func `O9 after the server's end the stream is refused, and the archive tells`(
      signal: Int32
    ) throws {
      let server = try RealServer()
      defer { server.close() }
      _ = try server.invite("cy")
      let ana = try server.home.start("--account", "ana", "--log-stanzas")
      ana.write("/to cy\nline-1\n")
      try ana.waitUntil("the first", bound: 30) { $0.confirms("line-1") }
      let process = try #require(server.home.serverProcess())
      kill(process, signal)
      for number in 2...5 { ana.write("line-\(number)\n") }
      try ana.waitUntil("the rest", bound: 40) { $0.confirms("line-5") }
      ana.endInput()
      #expect(try ana.waitForEnd() == 0)
      let cy = try server.peer("cy")
      #expect(try cy.archive().map(\.body) == (1...5).map { "line-\($0)" })
      let log = try server.home.log()
      #expect(log.count(of: "<failed ") == 1 && log.count(of: "<resumed ") == 0, "\(log)")
      let refusal = log.split(separator: "\n").first { $0.contains("<failed ") } ?? ""
      #expect(log.contains(" h='") && refusal.contains("item-not-found"))
    }

    // MARK: Presence

    @Test func `N2 killed it is seen gone long before its stream ends, and back when it goes on`()
      throws
    {
      let server = try RealServer()
      defer { server.close() }
      let cy = try server.peer("cy")
      let first = try server.home.start("--account", "ana")
      try cy.waitUntil("ana", bound: 20) { $0.presences.last == "available" }
      first.signal(SIGKILL)
      try cy.waitUntil("that ana is gone") { $0.presences.last == "unavailable" }
      let second = try server.home.start("--account", "ana", "--log-stanzas")
      try cy.waitUntil("that ana is back", bound: 20) { $0.presences.last == "available" }
      // The server tells cy before ana.
      try second.waitUntil("being online", bound: 20) { $0.outputText.contains("online\n") }
      second.endInput()
      try second.waitForEnd()
      try cy.waitUntil("that ana left") { $0.presences.last == "unavailable" }
      #expect(try server.home.log().count(of: "<resumed ") == 1)
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
    func `N2 plain mode that a signal ends says goodbye, and its log has all of it`(
      signal: Int32
    ) throws {
      let server = try RealServer()
      defer { server.close() }
      let ana = try server.home.start("--plain", "--account", "ana", "--log-stanzas")
      try ana.waitUntil("being online", bound: 20) { $0.outputText.contains("online\n") }
      ana.signal(signal)
      #expect(try ana.waitForEnd() == 128 + signal)
      #expect(try server.home.log().contains("out </stream:stream>"))
    }

    @Test func `N2 plain mode that a shell keeps from hanging up goes on`() throws {
      let server = try RealServer()
      defer { server.close() }
      let ana = try ChildProcess(
        ["nohup", Repository.psst, "--plain", "--account", "ana"],
        environment: server.home.environment)
      try ana.waitUntil("being online", bound: 20) { $0.outputText.contains("online\n") }
      ana.signal(SIGHUP)
      ana.write("/to ana\n")
      try ana.waitUntil("the answer") { $0.outputText.contains("to me") }
      // By itself, and not of the signal.
      ana.endInput()
      #expect(try ana.waitForEnd(bound: 40) == 0)
    }

    @Test func `N2 a break of half a second is seen by nobody`() throws {
      let server = try RealServer()
      defer { server.close() }
      let cy = try server.peer("cy")
      let (home, wire) = try server.home(of: "ana") { try CutProxy(to: $0) }
      let ana = try home.start("--account", "ana@localhost", "--log-stanzas")
      try cy.waitUntil("ana", bound: 20) { $0.presences.last == "available" }
      let before = cy.events.presences.count
      wire.cutNow()
      let cut = Monotonic.milliseconds
      try ana.waitUntil("half a second") { _ in Monotonic.milliseconds >= cut + 500 }
      ana.write("/send\n")
      try ana.waitUntil("being back") { _ in try home.log().contains("<resumed ") }
      // The announcement would have come by now.
      try ana.waitUntil("two seconds") { _ in Monotonic.milliseconds >= cut + 2_000 }
      #expect(cy.events.presences.count == before)
    }
  }
}

extension [Peer.Event] {
  /// What was told of ana's devices.
  fileprivate var presences: [String] {
    filter { $0.event == "presence" && $0.from?.hasPrefix("ana@localhost/") == true }
      .compactMap(\.type)
  }
}

extension PsstHome {
  /// What the programs of this folder logged.
  func log() throws -> String {
    try String(contentsOf: URL(filePath: path + "/state/log"), encoding: .utf8)
  }
}

extension String {
  func count(of part: String) -> Int { ranges(of: part).count }
}
