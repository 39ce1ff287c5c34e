import Model
import Testing
import XMLStream

@testable import XMPP

/// XEP-0444: what goes out to react to a message, and what is read of it.
@Suite struct ReactionTests {
  private func read(_ children: String, type: String = "chat") -> [InboundMessage] {
    var rig = Rig.ready()
    let xml = "<message from='bo@example.net/pc' id='m1' type='\(type)'>\(children)</message>"
    return rig.receive(xml).events.compactMap { event in
      if case .message(let message) = event { message } else { nil }
    }
  }

  private func signs(_ all: String...) -> String {
    "<reactions xmlns='urn:xmpp:reactions:0' id='k1'>"
      + all.map { "<reaction>\($0)</reaction>" }.joined() + "</reactions>"
  }

  private func emoji(_ texts: String...) -> [Emoji] { texts.map { Emoji($0)! } }

  private func sent(_ amendment: Amendment) -> String {
    var rig = Rig.ready()
    return rig.command(
      .send(
        to: JID("bo@example.net")!, originID: OriginID("r1"), text: "never sent",
        amending: amendment)
    ).sentTexts.joined()
  }

  @Test func `M4 a reaction has no text, is to be kept by the archives, and asks for a receipt`() {
    let expected = [
      "<message type='chat' to='bo@example.net' id='r1'>",
      "<origin-id xmlns='urn:xmpp:sid:0' id='r1'/><request xmlns='urn:xmpp:receipts'/>",
      "<reactions xmlns='urn:xmpp:reactions:0' id='a&lt;b'><reaction>👍</reaction>",
      "<reaction>❤️</reaction></reactions><store xmlns='urn:xmpp:hints'/></message>",
    ].joined()
    #expect(sent(.reactions(emoji("👍", "❤️"), to: "a<b")).hasPrefix(expected))
  }

  @Test func `M4 who takes all back says that there is none`() {
    let xml = sent(.reactions([], to: "k1"))
    #expect(xml.contains("<reactions xmlns='urn:xmpp:reactions:0' id='k1'/>"))
    #expect(!xml.contains("<body"))
  }

  @Test(arguments: [
    "", "<body>&gt; hi\n👍</body><fallback xmlns='urn:xmpp:fallback:0' for='urn:xmpp:reactions:0'/>",
    "<body>👍</body><fallback xmlns='urn:xmpp:fallback:0' for='urn:xmpp:reactions:0'><body/></fallback>",
    "<body>👍 </body><fallback xmlns='urn:xmpp:fallback:0' for='urn:xmpp:reactions:0'>"
      + "<body start='0' end='1'/></fallback>",
  ])
  func `M4 a reaction is read without a text, and with one for older programs`(body: String) {
    let messages = read(body + signs("👍", " ❤️\n"))
    #expect(messages.map(\.amendment) == [.reactions(emoji("👍", "❤️"), to: "k1")])
    #expect(messages.map(\.text) == [nil])
  }

  @Test func `M4 an empty set is read, so that a reaction can be taken back`() {
    #expect(read(signs()).map(\.amendment) == [.reactions([], to: "k1")])
  }

  @Test(arguments: [
    "<body>my answer</body>",
    "<body>my answer</body><fallback xmlns='urn:xmpp:fallback:0' for='urn:other'/>",
    "<body>👍my answer</body><fallback xmlns='urn:xmpp:fallback:0' for='urn:xmpp:reactions:0'>"
      + "<body start='0' end='1'/></fallback>",
    "<body>my answer</body><fallback xmlns='urn:xmpp:fallback:0' for='urn:xmpp:reactions:0'>"
      + "<body start='0' end='900'/></fallback>",
  ])
  func `M4 a text beside a reaction that is there for everybody is not lost`(body: String) {
    let messages = read(body + signs("👍"))
    #expect(messages.map(\.amendment) == [nil])
    #expect(messages.first?.text?.hasSuffix("my answer") == true)
  }

  @Test(arguments: [
    "<reactions xmlns='urn:xmpp:reactions:0'><reaction>👍</reaction></reactions>",
    "<reactions xmlns='urn:xmpp:reactions:0' id=''><reaction>👍</reaction></reactions>",
    "<reactions xmlns='urn:other' id='k1'><reaction>👍</reaction></reactions>",
    "<reactions xmlns='urn:xmpp:reactions:0' id='"
      + String(repeating: "k", count: Session.longestID + 1) + "'/>",
  ])
  func `M4 Z4 what names no message is no reaction`(xml: String) {
    #expect(read(xml).isEmpty)
    #expect(read("<body>x</body>" + xml).map(\.amendment) == [nil])
  }

  @Test(arguments: [
    "", "a", "1", "#", "👍👍", "👍 ❤️", "<x/>", "\u{202E}👍", "👍\u{0301}", "\u{200D}", "\u{FE0F}",
    "👍" + String(repeating: "\u{200D}👍", count: 20), "abc", "中",
    String(repeating: "👍", count: 100_000),
  ])
  func `M4 Z4 what is not one emoji is left out of a reaction`(sign: String) {
    let all =
      "<reactions xmlns='urn:xmpp:reactions:0' id='k1'><reaction>\(sign)</reaction>"
      + "<reaction>🎉</reaction></reactions>"
    #expect(read(all).map(\.amendment) == [.reactions(emoji("🎉"), to: "k1")])
  }

  @Test(arguments: [
    "👍", "👍🏽", "❤", "❤️", "1️⃣", "🇩🇪", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "👩‍👩‍👧‍👦", "🧑🏿‍❤️‍💋‍🧑🏻", "☺️", "©️",
  ])
  func `M4 one emoji is one, however it is put together`(text: String) {
    #expect(Emoji(text)?.text == text)
  }

  @Test func `M4 Z4 the same counts once, and so many and no more are read of one reaction`() {
    #expect(read(signs("👍", "❤", "👍", "❤️")).map(\.amendment?.emoji) == [emoji("👍", "❤")])
    let many = (0..<1_000).map { "<reaction>\(Unicode.Scalar(0x1F400 + $0 % 60)!)</reaction>" }
    let all = "<reactions xmlns='urn:xmpp:reactions:0' id='k1'>\(many.joined())</reactions>"
    #expect(read(all).map { $0.amendment?.emoji?.count } == [Emoji.limit])
  }

  @Test func `M4 M1 a correction that says it reacts corrects`() {
    let xml =
      "<body>new</body><replace xmlns='urn:xmpp:message-correct:0' id='k0'/>" + signs("👍")
    #expect(read(xml).map(\.amendment) == [.correction(of: "k0")])
    #expect(read(xml).map(\.text) == ["new"])
  }

  @Test func `M4 Z1 a reaction that came back as an error is none`() {
    let messages = read(
      signs("👍") + "<error type='cancel'>"
        + "<service-unavailable xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error>",
      type: "error")
    #expect(messages.allSatisfy { $0.amendment == nil })
  }

  @Test func `M4 others are told that reactions are understood`() {
    #expect(Extensions.features.contains("urn:xmpp:reactions:0"))
  }
}
