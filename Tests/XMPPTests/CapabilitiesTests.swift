import Testing

@testable import XMPP

@Suite struct CapabilitiesTests {
  /// FIPS 180-2 A.1 and A.2, and lengths at which the padding takes another block.
  @Test(arguments: [
    ("", "2jmj7l5rSw0yVb/vlWAYkK/YBwk="), ("abc", "qZk+NkcGgWq6PiVxeFDCbJzQ2J0="),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "hJg+RBw70m66rkqh+VEp5eVGcPE="
    ),
    (String(repeating: "a", count: 55), "wci73CJ5bijA4VFj0giZtlYh1lo="),
    (String(repeating: "a", count: 64), "AJi6gktcFkJ716ESKlpEKiXsZE0="),
    (String(repeating: "a", count: 1000), "KR6abGaZSUm1e6XmUDYemPw2sbo="),
  ]) func `SHA-1 is what others compute`(text: String, digest: String) {
    #expect(Base64.encode(SHA1.digest(Array(text.utf8))) == digest)
  }

  /// XEP-0115 §5.2, with its features out of order.
  @Test func `a list of features has the name that the specification gives it`() {
    let version = XEP0115Capabilities.version(
      of: "client/pc//Exodus 0.9.1",
      [
        "http://jabber.org/protocol/muc", "http://jabber.org/protocol/disco#items",
        "http://jabber.org/protocol/disco#info", "http://jabber.org/protocol/caps",
      ])
    #expect(version == "QgayPKawpkPSDYmwT/WM94uAlu0=")
  }

  @Test func `who asks by the name in the presence is given the list`() throws {
    var rig = Rig.ready()
    let presence = try #require(rig.command(.presence(to: nil, .available)).sentTexts.first)
    let version = try #require(presence.value(of: "ver"))
    let node = "urn:x-psst#\(version)"
    func ask(_ node: String) -> String {
      rig.receive(
        "<iq type='get' id='disco' from='ana@example.org'>"
          + "<query xmlns='http://jabber.org/protocol/disco#info' node='\(node)'/></iq>"
      ).sentTexts.joined()
    }
    let answer = ask(node)
    #expect(answer.contains("node='\(node)'"))
    #expect(answer.contains("<feature var='urn:xmpp:mds:displayed:0+notify'/>"))
    #expect(ask("urn:x-psst#other").contains("<item-not-found"))
  }
}
