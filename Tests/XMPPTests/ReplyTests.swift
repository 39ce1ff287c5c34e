import Model
import Testing
import XMLStream

@testable import XMPP

private let bo = JID("bo@example.net")!

/// XEP-0461 with the fallback of XEP-0428.
@Suite struct ReplyTests {
  private func read(_ body: String, _ rest: String, kind: String = "chat") -> InboundMessage? {
    var rig = Rig.ready()
    let xml =
      "<message from='bo@example.net/pc' type='\(kind)' id='1'><body>\(body)</body>\(rest)</message>"
    return rig.receive(xml).events.compactMap { event -> InboundMessage? in
      if case .message(let message) = event { message } else { nil }
    }.first
  }

  private static let reply = "<reply xmlns='urn:xmpp:reply:0' to='ana@example.org/pc' id='m1'/>"

  private static func fallback(_ inside: String, for name: String = "urn:xmpp:reply:0") -> String {
    "<fallback xmlns='urn:xmpp:fallback:0' for='\(name)'>\(inside)</fallback>"
  }

  @Test func `M3 a reply is written with what it answers, and quoted for who knows no replies`() {
    var rig = Rig.ready()
    let target = ReplyTarget(id: "m<1", author: bo, quote: "👩 one\n\ntwo")
    let sent = rig.command(
      .send(to: bo, originID: OriginID("o1"), text: "yes", replyTo: target)
    ).sentTexts
    #expect(
      sent == [
        "<message type='chat' to='bo@example.net' id='o1'>"
          + "<body>&gt; 👩 one\n&gt;\n&gt; two\nyes</body>"
          + "<origin-id xmlns='urn:xmpp:sid:0' id='o1'/>"
          + "<fallback xmlns='urn:xmpp:fallback:0' for='urn:xmpp:reply:0'>"
          + "<body start='0' end='16'/></fallback><request xmlns='urn:xmpp:receipts'/>"
          + "<markable xmlns='urn:xmpp:chat-markers:0'/>"
          + "<active xmlns='http://jabber.org/protocol/chatstates'/>"
          + "<reply xmlns='urn:xmpp:reply:0' to='bo@example.net' id='m&lt;1'/></message>"
      ])
  }

  @Test(arguments: ["yes", "> mine\nyes", "👩‍👩‍👧\u{301} ok", "\u{1F469}\n\nx"])
  func `M3 what is written is read as it was`(text: String) {
    let target = ReplyTarget(id: "m1", author: bo, quote: "e\u{301} 👩‍👩‍👧\n> older\n\nend")
    let stanza = MessageStanza.chat(
      to: Rig.own, originID: OriginID("o1"), text: text, replyTo: target)
    var rig = Rig.ready()
    let xml = stanza.serialized(inside: Namespace.client)
    let events = rig.receive("<message from='bo@example.net/pc' " + xml.dropFirst(9)).events
    guard case .message(let message)? = events.first else {
      Issue.record("no message: \(events)")
      return
    }
    #expect(message.text == text && message.replyTo == target)
  }

  @Test func `M3 the quotation is cut out of the text, by code points`() throws {
    let message = try #require(
      read(
        "&gt; 👩‍👩‍👧 Bo wrote:\n&gt; hi\nyes",
        Self.reply + Self.fallback("<body start='0' end='23'/>")))
    #expect(message.text == "yes")
    #expect(
      message.replyTo
        == ReplyTarget(id: "m1", author: Rig.own.bare, quote: "👩‍👩‍👧 Bo wrote:\nhi"))
  }

  /// Ends counted in UTF-16, in bytes, without the last line's end, or anyhow too far.
  static let counted: [(body: String, end: Int, text: String, quote: String)] = [
    ("> 😀\n> hi\nyes", 11, "yes", "😀\nhi"), ("> 😀\n> hi\nyes", 14, "yes", "😀\nhi"),
    ("> hi\nyes", 4, "yes", "hi"), ("> hi\nyes", 8, "yes", "hi"),
    ("> hi\nyes", 9_999_999, "yes", "hi"), ("> hi\n> mine\nyes", 5, "> mine\nyes", "hi"),
    ("> 😀\n> own words\nyes", 7, "> own words\nyes", "😀"),
    ("> 😀😀\nyes\n> own", 14, "yes\n> own", "😀😀"), ("> ä\n\nyes", 6, "yes", "ä"),
    ("> hi\n>\n> ho\nyes", 13, "yes", "hi\n\nho"), (">hi\nyes", 4, "yes", "hi"),
    ("Bo wrote: hi\nyes", 13, "Bo wrote: hi\nyes", ""), ("yes\n> hi", 9, "yes\n> hi", ""),
    ("> all\n> of it", 13, "> all\n> of it", ""),
  ]

  @Test(arguments: counted)
  func `M3 Z6 a quotation is cut at the end of its lines, however its length was counted`(
    body: String, end: Int, text: String, quote: String
  ) throws {
    let range = "<body start='0' end='\(end)'/>"
    let message = try #require(
      read(body.replacing(">", with: "&gt;"), Self.reply + Self.fallback(range)))
    #expect(message.text == text)
    #expect(message.replyTo == ReplyTarget(id: "m1", author: Rig.own.bare, quote: quote))
  }

  static let wrong = [
    "", "<body/>", "<body start='0'/>", "<body end='5'/>", "<body start='9' end='10'/>",
    "<body start='5' end='8'/>", "<body start='0' end='3'/>", "<body start='5' end='5'/>",
    "<body start='6' end='5'/>",
    "<body start='-1' end='5'/>", "<body start='+0' end='5'/>", "<body start='0' end='5x'/>",
    "<body start='0' end='99999999999999999999'/>", "<body start='٠' end='5'/>",
    "<body start='0' end='5'/><body start='5' end='6'/>", "<subject start='0' end='5'/>",
    "<body xmlns='urn:other' start='0' end='5'/>",
  ]

  @Test(arguments: wrong)
  func `M3 Z6 a range that cannot be right cuts nothing`(range: String) throws {
    let message = try #require(read("&gt; hi\nyes", Self.reply + Self.fallback(range)))
    #expect(message.text == "> hi\nyes")
    #expect(message.replyTo == ReplyTarget(id: "m1", author: Rig.own.bare, quote: ""))
  }

  @Test func `M3 Z6 two fallbacks, one of another kind, and one without a reply cut nothing`()
    throws
  {
    let range = "<body start='0' end='5'/>"
    let twice = try #require(
      read("&gt; hi\nyes", Self.reply + Self.fallback(range) + Self.fallback(range)))
    #expect(twice.text == "> hi\nyes")
    let other = try #require(
      read("&gt; hi\nyes", Self.reply + Self.fallback(range, for: "urn:other")))
    #expect(other.text == "> hi\nyes")
    let none = try #require(read("&gt; hi\nyes", Self.fallback(range)))
    #expect(none.text == "> hi\nyes" && none.replyTo == nil)
    let headline = try #require(
      read("&gt; hi\nyes", Self.reply + Self.fallback(range), kind: "headline"))
    #expect(headline.text == "Headline: > hi\nyes")
  }

  @Test func `M3 Z4 a reply to nothing is none, one without an author is one`() throws {
    let long = String(repeating: "x", count: Session.longestID + 1)
    for id in ["", "id=''", "id='\(long)'"] {
      let message = try #require(read("x", "<reply xmlns='urn:xmpp:reply:0' \(id)/>"))
      #expect(message.replyTo == nil)
    }
    let bare = try #require(read("x", "<reply xmlns='urn:xmpp:reply:0' to='@@' id='7'/>"))
    #expect(bare.replyTo == ReplyTarget(id: "7", author: nil, quote: ""))
  }

  @Test func `M3 Z4 of a long quotation a bounded part is kept, and all of it cut out`() throws {
    let body = "&gt; " + String(repeating: "漢", count: 5_000) + "\nyes"
    let message = try #require(
      read(body, Self.reply + Self.fallback("<body start='0' end='5003'/>")))
    #expect(message.text == "yes")
    #expect(message.replyTo?.quote == String(repeating: "漢", count: 333))
  }

  @Test func `M3 others are told that replies are understood`() {
    #expect(Extensions.features.contains("urn:xmpp:reply:0"))
    #expect(Extensions.features.contains("urn:xmpp:fallback:0"))
  }
}
