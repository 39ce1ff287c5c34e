import Model
import Testing

@testable import XMPP

/// Messages that carry files, as others send them and as psst does.
@Suite struct FileMessageTests {
  private static let from = "<message from='bo@example.net/phone' to='ana@example.org' type='chat'>"
  private static let address = "https://up.example.net/1/a%20plan.pdf"
  private static let oob = "<x xmlns='jabber:x:oob'><url>\(address)</url></x>"

  private static func shared(_ kind: String, body: String) -> String {
    let metadata = """
      <media-type>application/pdf</media-type><name>plan.pdf</name><size>12</size>\
      <hash xmlns='urn:xmpp:hashes:2' algo='sha-1'>no</hash>\
      <hash xmlns='urn:xmpp:hashes:2' algo='sha-256'>abc=</hash><desc>described</desc>
      """
    let source = "<url-data xmlns='http://jabber.org/protocol/url-data' target='\(address)'/>"
    let whole =
      kind == "sims"
      ? "<reference xmlns='urn:xmpp:reference:0' type='data'><media-sharing xmlns='urn:xmpp:sims:1'>"
        + "<file xmlns='urn:xmpp:jingle:apps:file-transfer:5'>\(metadata)</file><sources>"
        + "<reference xmlns='urn:xmpp:reference:0' type='data' uri='\(address)'/></sources>"
        + "</media-sharing></reference>"
      : "<file-sharing xmlns='urn:xmpp:sfs:0' disposition='inline'>"
        + "<file xmlns='urn:xmpp:file:metadata:0'>\(metadata)</file>"
        + "<sources>\(source)</sources></file-sharing>"
    return "\(from)<body>\(body)</body>\(whole)\(oob)</message>"
  }

  private func received(_ xml: String) -> Model.Attachment? {
    var rig = Rig.ready()
    let messages = rig.receive(xml).events.compactMap { event in
      if case .message(let message) = event { message } else { nil }
    }
    return messages.first?.content?.attachment
  }

  @Test(arguments: ["", address, "look here\n\(address)", "look here"])
  func `M6 XEP-0066 an address that a message is about is a file`(body: String) {
    let file = received("\(Self.from)<body>\(body)</body>\(Self.oob)</message>")
    let caption = body.hasPrefix("look") ? "look here" : ""
    #expect(file == Model.Attachment(name: "a plan.pdf", address: Self.address, caption: caption))
  }

  @Test(arguments: ["sims", "sfs"])
  func `M6 XEP-0385 XEP-0447 what is told of a file is taken over`(kind: String) {
    let told = Model.Attachment(
      name: "plan.pdf", size: 12, mediaType: "application/pdf", hash: "abc=",
      address: Self.address, caption: "described")
    #expect(received(Self.shared(kind, body: Self.address)) == told)
    let captioned = received(Self.shared(kind, body: "for you \(Self.address)"))
    #expect(captioned?.caption == "for you")
  }

  @Test(
    arguments: [
      "ftp://x.org/a.png", "geo:1,2", "xmpp:bo@example.net", "https://x.org/", "https://x.org",
      "https://x.org/news", "https://x.org/news.html?id=1", "aesgcm://x.org/a.png", "a.png", "ftp:",
    ], ["", "look: ", nil])
  func `M6 what is no address of a file stays what was written`(address: String, words: String?) {
    let body = words.map { "<body>\($0)\(address)</body>" } ?? ""
    let oob = "<x xmlns='jabber:x:oob'><url>\(address)</url></x>"
    var rig = Rig.ready()
    let contents = rig.receive("\(Self.from)\(body)\(oob)</message>").events.compactMap { event in
      if case .message(let message) = event { message.content } else { nil }
    }
    #expect(contents == [.text("\(words ?? "")\(address)")])
  }

  @Test func `M6 blanks in the address of a file are written as such`() {
    let address = "https://x.org/a b.png"
    let file = received(
      "\(Self.from)<body>\(address)</body><x xmlns='jabber:x:oob'><url>\(address)</url></x></message>"
    )
    #expect(file?.name == "a b.png" && file?.address == "https://x.org/a%20b.png")
    let source =
      "<url-data xmlns='http://jabber.org/protocol/url-data' target='\(address)'/>"
    let shared = received(
      "\(Self.from)<file-sharing xmlns='urn:xmpp:sfs:0'><sources>\(source)</sources></file-sharing></message>"
    )
    #expect(shared?.address == "https://x.org/a%20b.png")
  }

  @Test func `M6 the text that stands for a file without an address stays`() {
    let body = "ftp://x.org/a.png"
    let range = "<body start='0' end='\(body.count)'/>"
    let file = received(
      "\(Self.from)<body>\(body)</body><file-sharing xmlns='urn:xmpp:sfs:0'/>"
        + "<fallback xmlns='urn:xmpp:fallback:0' for='urn:xmpp:sfs:0'>\(range)</fallback></message>"
    )
    #expect(file?.caption == body && file?.address == nil)
  }

  @Test func `M6 a bare link stays a text`() {
    var rig = Rig.ready()
    let events = rig.receive("\(Self.from)<body>\(Self.address)</body></message>").events
    let texts = events.compactMap { event in
      if case .message(let message) = event { message.content } else { nil }
    }
    #expect(texts == [.text(Self.address)])
  }

  @Test(arguments: ["aesgcm://x.org/a", "javascript:alert(1)", "file:///etc/passwd"])
  func `Z6 only addresses of the web are taken from who shares a file`(address: String) {
    let file = received(
      "\(Self.from)<file-sharing xmlns='urn:xmpp:sfs:0'><sources><url-data"
        + " xmlns='http://jabber.org/protocol/url-data' target='\(address)'/></sources>"
        + "</file-sharing></message>")
    #expect(file != nil && file?.address == nil)
  }

  @Test(arguments: ["", "for you: 👩‍🚀"], [nil, ReplyTarget(id: "r", author: nil, quote: "why?")])
  func `F1 what psst sends it reads`(caption: String, target: ReplyTarget?) throws {
    let file = Model.Attachment(
      name: "plan.pdf", size: 12, mediaType: "application/pdf", hash: "abc=",
      address: Self.address, caption: caption)
    var rig = Rig.ready()
    let sent = rig.command(
      .sendFile(to: JID("bo@example.net")!, originID: OriginID("o1"), file, replyTo: target)
    ).sentTexts
    let stanza = try #require(sent.first)
    #expect(stanza.contains("<url>\(Self.address)</url>") && stanza.contains("id='o1'"))
    let back = stanza.replacing(
      "to='bo@example.net'", with: "from='bo@example.net/phone' to='ana@example.org'")
    for case .message(let message) in rig.receive(back).events {
      #expect(message.content == .file(file))
      #expect(message.replyTo?.quote == target?.quote)
    }
  }
}
