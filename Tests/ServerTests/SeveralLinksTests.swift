import Harness
import Testing

extension ServerTests {
  /// Two accounts in one window, on a server each, and the way to one of the servers is gone (C1).
  @Suite struct SeveralLinksTests {
    private final class World {
      let servers: [RealServer]
      let folder: PsstHome
      /// To the server of ana.
      let wire: CutProxy
      let cy: Peer
      let dan: Peer

      init() throws {
        servers = [try RealServer(), try RealServer()]
        (folder, wire) = try servers[0].home(of: "ana") { try CutProxy(to: $0) }
        let bo = try servers[1].invite("bo")
        try folder.add(bo, server: "127.0.0.1:\(bo.port)", tls: "off")
        (cy, dan) = (try servers[0].peer("cy"), try servers[1].peer("dan"))
      }

      func close() { servers.forEach { $0.close() } }

      func open(ana: Character) throws -> TerminalSession {
        let both = try folder.open(
          "--account", "ana@localhost", "--account", "bo@localhost", columns: 120)
        try both.waitUntil("the links, and the people", bound: 20) {
          $0.lines[0].contains("\(ana) ana") && $0.lines[0].contains("● bo")
            && $0.contains("cy · ana") && $0.contains("dan · bo")
        }
        return both
      }
    }

    private func write(_ text: String, to name: String, as own: String, in both: TerminalSession)
      throws
    {
      try both.choose("\(name) \(own)", titled: "\(name) · \(own)")
      try both.wait(for: "Write to \(name) as \(own)")
      both.type(text)
      both.press(.enter)
    }

    @Test func `C1 O3 O9 an account writes on while another's server is gone, through kill -9`()
      throws
    {
      let world = try World()
      defer { world.close() }
      var both = try world.open(ana: "●")
      let server = world.wire.target
      world.wire.target = 1  // tcpmux: nobody listens
      world.wire.cutNow()
      try both.waitUntil("ana's link is gone") { $0.lines[0].contains("○ ana") }
      try both.wait(for: "ana: ")
      try write("late-1", to: "cy", as: "ana", in: both)
      try both.wait(for: "Queued")
      try write("now-1", to: "dan", as: "bo", in: both)
      // No slower than where there is one account.
      try world.dan.waitUntil("the first", bound: 5) { $0.contains { $0.body == "now-1" } }
      try both.killHard()
      both = try world.open(ana: "○")
      try write("now-2", to: "dan", as: "bo", in: both)
      try world.dan.waitUntil("the second", bound: 5) { $0.contains { $0.body == "now-2" } }
      #expect(world.cy.received.isEmpty)
      world.wire.target = server
      both.press(.alt("c"))
      try world.cy.waitUntil("what waited", bound: 20) { $0.contains { $0.body == "late-1" } }
      #expect(world.cy.received.map(\.body) == ["late-1"])
      #expect(world.dan.received.map(\.body) == ["now-1", "now-2"])
    }
  }
}
