import Model
import Testing

@testable import XMPP

/// XEP-0172.
@Suite struct NicknameTests {
  private static func news(from: String?, _ inner: String) -> String {
    let sender = from.map { " from='\($0)'" } ?? ""
    return """
      <message\(sender)><event xmlns='http://jabber.org/protocol/pubsub#event'>\
      <items node='http://jabber.org/protocol/nick'>\(inner)</items></event></message>
      """
  }

  private static let item =
    "<item id='x'><nick xmlns='http://jabber.org/protocol/nick'> Bo\n Reyes</nick></item>"

  @Test func `P8 what people call themselves is understood`() {
    var rig = Rig.ready()
    let bo = JID("bo@example.net")!
    #expect(
      rig.receive(Self.news(from: "bo@example.net", Self.item)).events == [.nick(bo, "Bo Reyes")])
    for empty in [
      "<item id='x'><nick xmlns='http://jabber.org/protocol/nick'/></item>", "<retract id='x'/>",
    ] {
      #expect(rig.receive(Self.news(from: "bo@example.net", empty)).events == [.nick(bo, nil)])
    }
    let own = rig.receive(Self.news(from: nil, Self.item)).events
    guard case .nick(let who, "Bo Reyes")? = own.first else {
      Issue.record("no name")
      return
    }
    #expect(who.isBare)
  }

  @Test func `Z1 a device's word, and a broken address, say nothing`() {
    var rig = Rig.ready()
    for from in ["bo@example.net/pc", "@"] {
      #expect(rig.receive(Self.news(from: from, Self.item)).isAllDropped)
    }
  }

  @Test func `P8 mine goes out, and the answer is told`() {
    var rig = Rig.ready()
    let sent = rig.command(.tellNick(id: "n", "Ana <3")).sentTexts
    #expect(sent.count == 1 && sent[0].contains("node='http://jabber.org/protocol/nick'"))
    #expect(sent[0].contains("Ana &lt;3"))
    #expect(
      rig.receive("<iq type='result' id='\(rig.lastID)'/>").events == [.nickTold(id: "n", nil)])
  }
}
