import Testing

@testable import Model

@Suite struct RegistrationLinkTests {
  @Test func `C1 a link of an invitation names the server, the account, and the token`() throws {
    let server = try #require(RegistrationLink("xmpp:example.org?register;preauth=a%2Fb%3B"))
    #expect(server.address == JID("example.org") && server.token == "a/b;")
    #expect(RegistrationLink("XMPP:ana%40@example.org?register") == nil)
    #expect(RegistrationLink("xmpp:ana@example.org?register;preauth=")?.token == nil)
    let third = RegistrationLink("xmpp:ana@example.org?register;ibr=y;preauth=T")
    #expect(third?.address == JID("ana@example.org") && third?.token == "T")
  }

  @Test(arguments: [
    "", "xmpp:", "xmpp:example.org", "xmpp:example.org?roster", "https://example.org?register",
    "xmpp:?register", "xmpp:a@b/c?register", "xmpp:%zz?register",
    "xmpp:%ff?register", "xmpp:" + String(repeating: "a", count: 5_000) + "?register",
  ])
  func `C1 Z4 other links are none`(_ text: String) {
    #expect(RegistrationLink(text) == nil)
  }
}
