import Harness
import Scratch
import Testing

extension ServerTests {
  @Suite struct ExactlyOnceTests {
    /// Each cut falls after a random number of bytes: in a sign-in, between messages, or in the middle of one.
    @Test func `O9 O14 over 20 cuts every message arrives once and in order, both ways`() throws {
      let server = try RealServer()
      defer { server.close() }
      let cy = try server.peer("cy")
      let (home, wire) = try server.home(of: "ana") { try CutProxy(to: $0) }
      let ana = try home.start("--account", "ana@localhost")
      ana.write("/to cy@localhost\n")
      var random = SeededGenerator(seed: 20)
      var said: [String] = []
      var heard: [String] = []
      while wire.cuts < 20 {
        // Once: a flood of commands would keep psst from all else.
        if !wire.isConnected { ana.write("/send\n") }
        try ana.waitUntil("a connection", bound: 90) { _ in wire.isConnected }
        wire.cut(afterBytes: Int.random(in: 1...8_000, using: &random))
        for _ in 0..<5 {
          said.append("mine-\(said.count)")
          ana.write(said.last! + "\n")
        }
        heard.append("yours-\(heard.count)")
        cy.send(heard.last!, to: "ana@localhost", id: heard.last!)
        try ana.waitUntil("cut \(wire.cuts + 1) or all messages", bound: 90) { _ in
          !wire.isArmed || cy.received.count >= said.count
        }
        if wire.isArmed { wire.cutNow() }
        ana.write("/send\n")  // tries now: so many cuts in a row would be waited out for minutes
      }
      try cy.waitUntil("all messages", bound: 120) { _ in cy.received.count >= said.count }
      try ana.waitUntil("all of the peer's", bound: 120) {
        $0.words(beginning: "yours-").count >= heard.count
      }
      // What came twice would come late: the program's own end is after all it had to send.
      ana.endInput()
      #expect(try ana.waitForEnd(bound: 60) == 0, "\(ana.errorText)")
      #expect(cy.received.compactMap(\.body) == said)
      #expect(Set(cy.received.compactMap(\.id)).count == said.count)
      #expect(ana.words(beginning: "yours-") == heard)
      let archive = try cy.archive().map(\.body)
      #expect(archive.filter { $0.hasPrefix("mine-") } == said)
      #expect(archive.filter { $0.hasPrefix("yours-") } == heard)
    }

    @Test func `O3 O14 a message cut in its middle is sent again and arrives once`() throws {
      let server = try RealServer()
      defer { server.close() }
      let cy = try server.peer("cy")
      let (home, wire) = try server.home(of: "ana") { try CutProxy(to: $0) }
      let ana = try home.start("--account", "ana@localhost")
      ana.write("/to cy@localhost\nline-1\n")
      try cy.waitUntil("the first", bound: 30) { _ in cy.received.count == 1 }
      wire.cut(afterBytes: 2_000)
      let long = "line-2 " + String(repeating: "x", count: 5_000)
      ana.write(long + "\n")
      try ana.waitUntil("the cut") { _ in wire.cuts == 1 }
      ana.endInput()
      #expect(try ana.waitForEnd(bound: 60) == 0)
      try cy.waitUntil("the second", bound: 30) { _ in cy.received.count == 2 }
      #expect(cy.received.map(\.body) == ["line-1", long])
      #expect(try cy.archive().count == 2)
    }
  }
}
