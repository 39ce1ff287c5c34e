import Harness
import Testing

extension ServerTests {
  /// A contact whose link is dead and whose server has not noticed: nothing is closed, nothing comes (N2).
  @Suite struct SilentContactTests {
    @Test(
      .enabled(if: StockProsody.isReadable, "only root may read Debian's Prosody configuration"))
    func `N2 the contact of the open chat turns gray though its server says online`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let authority = try TestAuthority(in: home.path + "/certs")
      let server = try StockProsody(
        .archive, "psst.test", in: home.path + "/server", trusting: authority)
      try server.register("ana", "bo", "cy")
      try server.start()
      let cy = try Peer(server.invitation("cy", trusting: authority))
      try Self.befriend(server, authority, cy)
      let wire = try CutProxy(to: server.port)
      let there = try Self.home(of: "bo", on: server, authority, port: wire.port)
      defer { there.close() }
      let bo = try there.open("--account", "bo@psst.test")
      try bo.wait(for: "● online", bound: 20)
      let here = try Self.home(of: "ana", on: server, authority, port: server.port)
      defer { here.close() }
      let ana = try here.open("--account", "ana@psst.test")
      try ana.wait(for: "● online", bound: 20)
      try ana.choose("bo")
      try ana.wait(for: "Write to bo")
      try ana.waitUntil("bo's dot") { $0.contains("● bo") }
      try cy.waitUntil("bo") { $0.last { $0.isOf("bo") }?.type == "available" }
      wire.goSilent()
      let start = Monotonic.milliseconds
      try ana.waitUntil("bo's end", bound: 20) { $0.contains("○ bo") && !$0.contains("● bo") }
      print("silent contact: gray after \(Monotonic.milliseconds - start) ms")
      let isGone = cy.events.last { $0.isOf("bo") }?.type == "unavailable"
      #expect(!isGone, "the server has noticed as well")
      try bo.killHard()
      let again = try there.open("--account", "bo@psst.test")
      try again.wait(for: "● online", bound: 20)
      try ana.waitUntil("bo's return", bound: 20) { $0.contains("● bo") }
    }

    /// bo becomes a contact of ana and cy, both ways.
    private static func befriend(
      _ server: StockProsody, _ authority: TestAuthority, _ cy: Peer
    ) throws {
      let bo = try Peer(server.invitation("bo", trusting: authority))
      let ana = try Peer(server.invitation("ana", trusting: authority))
      for peer in [ana, cy] {
        // It grants what it is asked, and asks back.
        peer.sendRaw("<presence to='bo@psst.test' type='subscribe'/>")
        try peer.waitUntil("bo's answer") {
          $0.contains { $0.isOf("bo") && $0.type == "available" }
            && $0.contains { $0.isOf("bo") && $0.type == "subscribe" }
        }
      }
      ana.quit()
      bo.quit()
      try cy.waitUntil("bo's end") { $0.last { $0.isOf("bo") }?.type == "unavailable" }
    }

    private static func home(
      of name: String, on server: StockProsody, _ authority: TestAuthority, port: UInt16
    ) throws -> PsstHome {
      let home = try PsstHome()
      home.environment["SSL_CERT_FILE"] = authority.file
      try home.add(
        server.invitation(name, trusting: authority), server: "127.0.0.1:\(port)", tls: "starttls")
      return home
    }

    @Test func `N2 the independent client is asked, answers, and stays green`() throws {
      let server = try RealServer()
      defer { server.close() }
      let cy = try server.peer("cy")
      let home = try server.device(server.invite("ana"))
      let ana = try home.open("--account", "ana@localhost", "--log-stanzas")
      try ana.wait(for: "● online", bound: 20)
      try ana.choose("cy")
      try ana.wait(for: "Write to cy")
      try ana.waitUntil("two questions", bound: 20) { _ in
        (try? home.log())?.count(of: "<iq type='get' to='\(cy.jid)/") ?? 0 >= 2
      }
      #expect(ana.contains("● cy"))
      #expect(try home.log().count(of: "urn:xmpp:ping") >= 3)
    }
  }
}
