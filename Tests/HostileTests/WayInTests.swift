import Model
import Storage
import Store
import Testing

extension HostileTests {
  /// A server that psst does not know yet.
  @MainActor @Suite struct WayInTests {
    private nonisolated static let entities =
      "<?xml version='1.0'?><!DOCTYPE x [<!ENTITY a 'aaaaaaaaaa'>"
      + (0..<9).map { "<!ENTITY e\($0) '&a;&a;&a;&a;&a;&a;&a;&a;'>" }.joined() + "]>"

    /// In the place of the stream's features, and what they are.
    nonisolated static let bombs: [(String, String)] = {
      let header = AttackServer.header
      func many(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
      return [
        ("entities", entities + header),
        ("entities of a file", "<!DOCTYPE x SYSTEM '/etc/passwd'>"),
        ("depth", header + many("<a>", 5_000)),
        ("a tag without end", header + "<a " + many("b", 100_000)),
        ("attributes", header + "<a" + (0..<5_000).map { " a\($0)=''" }.joined() + "/>"),
        ("a long attribute", header + "<a b='" + many("c", 100_000) + "'/>"),
        ("text", header + "<stream:features>" + many("x", 200_000)),
        ("elements", header + "<stream:features>" + many("<a/>", 5_000)),
        (
          "mechanisms",
          header + "<stream:features><mechanisms xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>"
            + many("<mechanism>PLAIN</mechanism>", 2_000)
        ),
        ("namespaces", header + "<a" + (0..<2_000).map { " xmlns:n\($0)='\($0)'" }.joined() + "/>"),
        ("a comment", header + "<!-- " + many("-x", 50_000)),
        ("an instruction", header + "<?php x?>"),
        ("blanks without end", many(" ", 200_000)), ("no XML", many("\u{1}", 100)),
        ("another language", "HTTP/1.1 400 Bad Request\r\n\r\n"),
        ("nothing of XMPP", "<html><body/></html>"),
        ("bytes of no text", "\u{FFFD}\u{0}"), ("half a name", header + "<" + many("n", 70_000)),
      ]
    }()

    @Test(arguments: bombs)
    func `Z4 a bomb before the sign-in is a clear error, and psst goes on`(
      name: String, xml: String
    ) throws {
      let victim = try Victim()
      victim.server.lies = [.header: xml]
      try victim.restart()
      victim.pass(25_000)
      #expect(victim.server.step == .header, "\(name): it was not signed in")
      #expect(victim.log.contains { $0.hasPrefix("session ended") }, "\(name)")
      // It can be written, and goes out once the server is a server.
      victim.open("Bo")
      victim.send("hello", "o1")
      victim.server.lies = [:]
      victim.wish(.connectNow)
      victim.pass(70_000)
      // This server confirms what its archive does not have: it is sent again, under the one id it has.
      #expect(Set(victim.server.messages.map(\.id)) == ["o1"], "\(name)")
    }

    @Test(arguments: AttackServer.Step.allCases.dropLast())
    func `Z4 O17 a server that falls silent on the way in is left and asked again`(
      step: AttackServer.Step
    ) throws {
      let victim = try Victim()
      victim.server.fallsSilentAt = step
      try victim.restart()
      let before = victim.connections
      victim.pass(60_000)
      #expect(victim.connections > before)
      victim.server.fallsSilentAt = nil
      victim.pass(120_000)
      #expect(victim.server.step == .done)
    }

    /// A server that would be believed without proof, or with somebody else's.
    nonisolated static let lies: [(AttackServer.Step, String)] = [
      (.mechanism, "<success xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>"),
      (
        .mechanism,
        "<challenge xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>cj14LHM9eCxpPTE=</challenge>"
      ),
      (.mechanism, "<challenge xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>!!!</challenge>"),
      (.mechanism, "<iq type='result' id='1'/>"),
      (.proof, "<success xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>"),
      (.proof, "<success xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>dj1hYWFhYWFhYQ==</success>"),
      (.proof, "<challenge xmlns='urn:ietf:params:xml:ns:xmpp-sasl'/>"),
      (.resource, "<iq type='result' id='b'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></iq>"),
      (.resource, "<message from='bo@psst.test'><body>before the binding</body></message>"),
      (.management, "<enabled xmlns='urn:xmpp:sm:2' id='x'/><iq type='set' id='1'/>"),
    ]

    @Test(arguments: lies)
    func `Z3 a server without proof is not signed in to`(
      step: AttackServer.Step, lie: String
    ) throws {
      let victim = try Victim()
      victim.server.lies = [step: lie]
      try victim.restart()
      victim.send("secret", "o1")
      victim.pass(30_000)
      #expect(victim.server.messages.isEmpty)
      #expect(try victim.database.outbox.counts().waiting == 1)
      #expect(!victim.shows("before the binding"))
    }
  }
}
