import Glibc
import Model
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

  /// XEP-0115 §5.2, with its features out of order.
  @Test func `a list of features has the name that the specification gives it`() {
    let name = XEP0115Capabilities.version(
      of: "client/pc//Exodus 0.9.1",
      [
        "http://jabber.org/protocol/muc", "http://jabber.org/protocol/disco#items",
        "http://jabber.org/protocol/disco#info", "http://jabber.org/protocol/caps",
      ])
    #expect(name == "QgayPKawpkPSDYmwT/WM94uAlu0=")
  }

  /// Around the ends of its blocks, which are of 64 bytes with 9 for the end.
  @Test(arguments: [0, 1, 3, 54, 55, 56, 63, 64, 65, 119, 120, 1_000])
  func `a digest is the one that another program computes`(length: Int) throws {
    let text = String("psst, a messenger. ".cycled(to: length))
    #expect(Base64.encode(SHA1.digest(of: Array(text.utf8))) == (try digest(of: text)))
  }

  /// What is on the wire, named as XEP-0115 §5.1 has it: the identity and the features in the order of their
  /// bytes, each with a `<`.
  @Test func `the name in the presence is that of the features that are told`() throws {
    var rig = Rig.ready()
    let presence = try #require(rig.command(.presence(to: nil, .available)).sentTexts.first)
    let sorted = rig.features(node: nil).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let text = (["client/console//psst"] + sorted).map { $0 + "<" }.joined()
    #expect(presence.value(of: "ver") == (try digest(of: text)))
  }

  @Test func `each extension that others can use is told, and nothing else is`() {
    var rig = Rig.ready()
    #expect(
      rig.features(node: nil).sorted() == [
        "http://jabber.org/protocol/caps", "http://jabber.org/protocol/chatstates",
        "http://jabber.org/protocol/disco#info", "http://jabber.org/protocol/muc",
        "http://jabber.org/protocol/nick", "http://jabber.org/protocol/nick+notify",
        "jabber:iq:version", "jabber:x:conference", "jabber:x:oob",
        "storage:bookmarks+notify",
        "urn:psst:chats:0+notify", "urn:xmpp:avatar:metadata+notify",
        "urn:xmpp:bookmarks:1+notify", "urn:xmpp:chat-markers:0",
        "urn:xmpp:fallback:0",
        "urn:xmpp:mds:displayed:0+notify", "urn:xmpp:message-correct:0",
        "urn:xmpp:message-retract:1", "urn:xmpp:ping",
        "urn:xmpp:reactions:0", "urn:xmpp:receipts", "urn:xmpp:reply:0",
        "urn:xmpp:sfs:0", "urn:xmpp:sid:0", "urn:xmpp:styling:0",
      ])
  }

  @Test func `who asks by the name in the presence is given the list`() throws {
    var rig = Rig.ready()
    let presence = try #require(rig.command(.presence(to: nil, .available)).sentTexts.first)
    let version = try #require(presence.value(of: "ver"))
    #expect(rig.features(node: "urn:x-psst#\(version)") == rig.features(node: nil))
    #expect(rig.discover(node: "urn:x-psst#\(version)").contains("node='urn:x-psst#\(version)'"))
    #expect(rig.discover(node: "urn:x-psst#other").contains("<item-not-found"))
  }
}

extension Rig {
  /// The answer to somebody who asks what this program can do.
  fileprivate mutating func discover(node: String?) -> String {
    let node = node.map { " node='\($0)'" } ?? ""
    return receive(
      "<iq type='get' id='disco' from='ana@example.org'>"
        + "<query xmlns='http://jabber.org/protocol/disco#info'\(node)/></iq>"
    ).sentTexts.joined()
  }

  fileprivate mutating func features(node: String?) -> [String] {
    discover(node: node).split(separator: "<").filter { $0.hasPrefix("feature ") }
      .compactMap { String($0).value(of: "var") }
  }
}

extension String {
  fileprivate func cycled(to length: Int) -> Substring {
    String(repeating: self, count: length / count + 1).prefix(length)
  }
}
