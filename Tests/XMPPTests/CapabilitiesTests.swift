import Glibc
import Testing

@testable import XMPP

@Suite struct CapabilitiesTests {
  /// SHA-1 and base64 by openssl-dgst(1) and openssl-base64(1).
  private func digest(of text: String) throws -> String {
    let script = "printf %s '\(text)' | openssl dgst -sha1 -binary | openssl base64"
    let output = try #require(popen(script, "r"))
    defer { pclose(output) }
    var line = [CChar](repeating: 0, count: 256)
    let read = try #require(fgets(&line, Int32(line.count), output))
    return String(String(cString: read).prefix { !$0.isNewline })
  }

  /// What the name is a digest of (XEP-0115 §5.1): the identity and the features in the order of their bytes,
  /// each with a `<`.
  private func named(_ identity: String, _ features: [String]) -> String {
    let sorted = features.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return ([identity] + sorted).map { $0 + "<" }.joined()
  }

  /// XEP-0115 §5.2, with its features out of order.
  @Test func `a list of features has the name that the specification gives it`() throws {
    let text = named(
      "client/pc//Exodus 0.9.1",
      [
        "http://jabber.org/protocol/muc", "http://jabber.org/protocol/disco#items",
        "http://jabber.org/protocol/disco#info", "http://jabber.org/protocol/caps",
      ])
    #expect(try digest(of: text) == "QgayPKawpkPSDYmwT/WM94uAlu0=")
  }

  @Test func `the name in the presence is that of the features there are`() throws {
    let text = named(XEP0030Discovery.identity, XEP0030Discovery.features)
    #expect(try digest(of: text) == XEP0115Capabilities.version)
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
