import Localization
import Model
import Testing
import XMLStream

@testable import XMPP

private let bo = JID("bo@example.net/pc")!

@Suite struct MessageTests {
  struct Case: Sendable {
    var says: String
    var xml: String
    var expected: @Sendable (inout InboundMessage) -> Void
  }

  private static let from = "<message from='bo@example.net/pc' to='ana@example.org/phone'"

  static let messages = [
    Case(says: "a text", xml: from + " type='chat' id='1'><body>hi</body></message>") {
      ($0.id, $0.originID, $0.content) = ("1", OriginID("1"), .text("hi"))
    },
    Case(says: "no type", xml: from + "><body>hi</body></message>") { $0.content = .text("hi") },
    Case(
      says: "all a sender can ask for",
      xml: from + " type='chat' id='1'><body>a&lt;b&#xD;</body><origin-id xmlns='urn:xmpp:sid:0'"
        + " id='2'/><request xmlns='urn:xmpp:receipts'/><markable xmlns='urn:xmpp:chat-markers:0'/>"
        + "<active xmlns='http://jabber.org/protocol/chatstates'/></message>"
    ) {
      ($0.id, $0.originID, $0.content) = ("1", OriginID("2"), .text("a<b\r"))
      $0.payloads = [.chatState(.active), .receiptRequest, .markable]
    },
    Case(
      says: "a receipt is asked for without an id",
      xml: from + "><body>x</body><request xmlns='urn:xmpp:receipts'/></message>"
    ) { $0.content = .text("x") },
    Case(
      says: "a receipt",
      xml: from + "><received xmlns='urn:xmpp:receipts' id='7'/></message>"
    ) { $0.payloads = [.receipt(id: "7")] },
    Case(
      says: "an old receipt",
      xml: from + "><received xmlns='urn:xmpp:chat-markers:0' id='7'/></message>"
    ) { $0.payloads = [.receipt(id: "7")] },
    Case(
      says: "a marker",
      xml: from + "><displayed xmlns='urn:xmpp:chat-markers:0' id='7'/></message>"
    ) { $0.payloads = [.displayed(id: "7")] },
    Case(
      says: "typing",
      xml: from
        + " type='chat'><composing xmlns='http://jabber.org/protocol/chatstates'/></message>"
    ) { $0.payloads = [.chatState(.composing)] },
    Case(
      says: "the archive's id, and a stranger's",
      xml: from + "><body>x</body><stanza-id xmlns='urn:xmpp:sid:0' by='bo@example.net' id='f'/>"
        + "<stanza-id xmlns='urn:xmpp:sid:0' by='ana@example.org' id='t'/></message>"
    ) { ($0.content, $0.archiveID) = (.text("x"), ArchiveID("t")) },
    Case(
      says: "a stranger's archive id only",
      xml: from + "><body>x</body><stanza-id xmlns='urn:xmpp:sid:0' by='bo@example.net' id='f'/>"
        + "</message>"
    ) { $0.content = .text("x") },
    Case(
      says: "the server's delay, and a stranger's",
      xml: from + "><body>x</body><delay xmlns='urn:xmpp:delay' from='bo@example.net'"
        + " stamp='1999-01-01T00:00:00Z'/><delay xmlns='urn:xmpp:delay' from='example.org'"
        + " stamp='2002-09-10T23:08:25Z'/></message>"
    ) { ($0.content, $0.stamp) = (.text("x"), Timestamp(milliseconds: 1_031_699_305_000)) },
    Case(says: "to a group", xml: from + " type='groupchat' id='1'><body>hi</body></message>") {
      ($0.kind, $0.id, $0.originID, $0.content) = (
        .group, "1", OriginID("1"), .text("hi")
      )
    },
    Case(
      says: "a group's history, and a participant's claim",
      xml: from + " type='groupchat'><body>x</body><delay xmlns='urn:xmpp:delay' from='example.net'"
        + " stamp='1999-01-01T00:00:00Z'/><delay xmlns='urn:xmpp:delay' from='bo@example.net'"
        + " stamp='2002-09-10T23:08:25Z'/></message>"
    ) {
      ($0.kind, $0.content) = (.group, .text("x"))
      $0.roomStamp = Timestamp(milliseconds: 1_031_699_305_000)
    },
    Case(
      says: "to a group, without a text",
      xml: from + " type='groupchat'><displayed xmlns='urn:xmpp:chat-markers:0' id='7'/></message>"
    ) { ($0.kind, $0.payloads) = (.group, [.displayed(id: "7")]) },
    Case(
      says: "texts of other namespaces",
      xml: from + "><body xmlns='urn:x'>no</body><body>yes</body></message>"
    ) { $0.content = .text("yes") },
  ]

  @Test(arguments: messages)
  func `a message is understood`(message: Case) {
    var rig = Rig.ready()
    var expected = InboundMessage(source: .live, from: bo, to: Rig.own)
    message.expected(&expected)
    #expect(rig.receive(message.xml).events == [.message(expected)], "\(message.says)")
  }

  /// What a message says to a person, by what is in it.
  static let contents: [(xml: String, content: Message.Content, words: String)] = [
    ("type='nonsense'><body>hi</body>", .text("hi"), "hi"),
    ("><body>hi</body>", .text("hi"), "hi"),
    ("type='headline'><body>news</body>", .text("Headline: news"), "Headline: news"),
    (
      "><body>2*3*4</body><unstyled xmlns='urn:xmpp:styling:0'/>",
      .text("2*3*4", isUnstyled: true), "2*3*4"
    ),
    (
      "type='normal'><subject>Plan</subject><body>at 5</body>", .text("Subject: Plan\nat 5"),
      "Subject: Plan\nat 5"
    ),
    (
      "type='chat'><encrypted xmlns='eu.siacs.conversations.axolotl'><header/><payload/></encrypted>"
        + "<body>I sent you an OMEMO encrypted message</body>",
      .unsupported(.encrypted(.omemo)), "(an encrypted message: psst cannot read it yet)"
    ),
    (
      "type='chat'><encrypted xmlns='urn:xmpp:omemo:2'><header/><payload/></encrypted>",
      .unsupported(.encrypted(.omemo)), "(an encrypted message: psst cannot read it yet)"
    ),
    (
      "><openpgp xmlns='urn:xmpp:openpgp:0'/>", .unsupported(.encrypted(.openPGP)),
      "(an encrypted message: psst cannot read it yet)"
    ),
    (
      "type='chat'><x xmlns='jabber:x:oob'><url>https://x.org/a.png</url></x>",
      .file(Model.Attachment(name: "a.png", address: "https://x.org/a.png")), "(a file) a.png"
    ),
    (
      "type='chat'><x xmlns='jabber:x:oob'><url>\(String(repeating: "x", count: 5_000))</url></x>",
      .text(String(repeating: "x", count: 5_000)), String(repeating: "x", count: 5_000)
    ),
    (
      "type='chat'><file-sharing xmlns='urn:xmpp:sfs:0'/>", .file(Model.Attachment(name: nil)),
      "(a file) file"
    ),
    ("><sticker xmlns='urn:xmpp:stickers:0'/>", .unsupported(.sticker), "(a sticker)"),
    (
      "><x xmlns='jabber:x:conference' jid='@'/>", .unsupported(.invitation(to: "@")),
      "(an invitation to the group @)"
    ),
    (
      "><x xmlns='http://jabber.org/protocol/muc#user'><invite/></x>",
      .unsupported(.invitation(to: nil)), "(an invitation to a group: its address cannot be read)"
    ),
    (
      "><attention xmlns='urn:xmpp:attention:0'/>", .unsupported(.attention),
      "(wants your attention)"
    ),
    (
      "><propose xmlns='urn:xmpp:jingle-message:0' id='1'/>", .unsupported(.call),
      "(a call: psst cannot take calls)"
    ),
  ]

  @Test(arguments: contents)
  func `M6 RFC 6121 whatever has something to say is one message`(
    xml: String, content: Message.Content, words: String
  ) {
    var rig = Rig.ready()
    var expected = InboundMessage(source: .live, from: bo, to: Rig.own)
    expected.content = content
    #expect(rig.receive("\(Self.from) \(xml)</message>").events == [.message(expected)])
    #expect(content.text == words)
  }

  @Test(arguments: ["eu.siacs.conversations.axolotl", "urn:xmpp:omemo:1", "urn:xmpp:omemo:2"])
  func
    `D1 D2 M6 of what cannot be read no receipt and no marker is owed, and keys alone say nothing`(
      namespace: String
    )
  {
    let rest =
      "<request xmlns='urn:xmpp:receipts'/><markable xmlns='urn:xmpp:chat-markers:0'/></message>"
    var rig = Rig.ready()
    var expected = InboundMessage(source: .live, from: bo, to: Rig.own)
    (expected.id, expected.originID) = ("1", OriginID("1"))
    expected.content = .unsupported(.encrypted(.omemo))
    let start = "\(Self.from) id='1'><encrypted xmlns='\(namespace)'><header/>"
    let read = rig.receive("\(start)<payload/></encrypted>\(rest)").events
    #expect(read == [.message(expected)])
    let keys = rig.receive("\(start)</encrypted></message>")
    #expect(keys.isAllDropped, "\(keys.events)")
  }

  @Test(arguments: [
    ("<body xml:lang='de'>hallo</body><body xml:lang='en'>hello</body>", "hello", "hallo"),
    ("<body>hi</body><body xml:lang='de-AT'>servus</body>", "hi", "servus"),
    ("<body xml:lang='fr'>salut</body><body>hi</body>", "hi", "hi"),
    ("<body xml:lang='fr'>salut</body><body xml:lang='it'>ciao</body>", "salut", "salut"),
    (
      "<subject xml:lang='de'>Plan A</subject><subject xml:lang='en'>plan</subject>"
        + "<body xml:lang='de'>um 5</body><body xml:lang='en'>at 5</body>",
      "Subject: plan\nat 5", "Subject: Plan A\num 5"
    ),
  ])
  func `M6 RFC 6121 of bodies in several languages the one that is read here is shown`(
    inside: String, english: String, german: String
  ) {
    for (language, text) in [(Language.english, english), (.german, german)] {
      language.speak {
        var rig = Rig.ready()
        var expected = InboundMessage(source: .live, from: bo, to: Rig.own)
        expected.content = .text(text)
        #expect(rig.receive("\(Self.from)>\(inside)</message>").events == [.message(expected)])
      }
    }
  }

  static let dropped = [
    from + " type='groupchat'/>",
    "<message from='room@x.org/bo' to='cy@example.org' type='groupchat'><body>x</body></message>",
    "<message from='@@' type='groupchat'><body>x</body></message>",
    from + "><event xmlns='http://jabber.org/protocol/pubsub#event'/></message>", from + "/>",
    from + " type='error'><body>x</body></message>",
    "<message from='@@' to='ana@example.org'><body>x</body></message>",
    "<message from='bo@example.net' to='cy@example.org'><body>x</body></message>",
    "<unknown/>", "<message xmlns='urn:x'/>",
  ]

  @Test(arguments: dropped)
  func `Z1 what is no message for us is dropped with a reason`(xml: String) {
    var rig = Rig.ready()
    #expect(rig.receive(xml).isAllDropped)
  }

  @Test func `a message goes out with all that is asked of the other side`() {
    var rig = Rig.ready()
    let outputs = rig.command(
      .send(to: bo.bare, originID: OriginID("o1"), text: "a <b>\n& \u{1F469}"))
    #expect(
      outputs.sentTexts == [
        "<message type='chat' to='bo@example.net' id='o1'><body>a &lt;b&gt;\n&amp; 👩</body>"
          + "<origin-id xmlns='urn:xmpp:sid:0' id='o1'/><request xmlns='urn:xmpp:receipts'/>"
          + "<markable xmlns='urn:xmpp:chat-markers:0'/>"
          + "<active xmlns='http://jabber.org/protocol/chatstates'/></message>"
      ])
  }

  @Test func `S8 what may be written is what XML can carry, for every character`() {
    let differing = (0...0x10FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
      .filter { OutgoingText.isAllowed($0) != XMLText.isAllowed($0) }
    #expect(differing.isEmpty)
  }

  @Test func `a text XML cannot carry is refused and not sent`() {
    var rig = Rig.ready()
    let outputs = rig.command(.send(to: bo, originID: OriginID("o1"), text: "a\u{1B}b"))
    #expect(outputs.sentTexts.isEmpty)
    guard case .refused(OriginID("o1"), _, let error)? = outputs.events.first else {
      Issue.record("not refused")
      return
    }
    #expect(error.condition == "not-acceptable" && error.kind == "modify")
  }

  @Test func `an error for a message of mine says which, from whom and why`() {
    var rig = Rig.ready()
    rig.command(.send(to: bo.bare, originID: OriginID("o1"), text: "x"))
    let outputs = rig.receive(error(for: "o1", from: "bo@example.net"))
    let error = StanzaError(kind: "wait", condition: "recipient-unavailable", text: "gone")
    #expect(outputs.events == [.refused(OriginID("o1"), from: bo.bare, error)])
  }

  @Test func `Z1 an error from somebody the message was not for is dropped`() {
    var rig = Rig.ready()
    rig.command(.send(to: bo.bare, originID: OriginID("o1"), text: "x"))
    #expect(rig.receive(error(for: "o1", from: "eve@example.net")).isAllDropped)
    let acknowledged = rig.receive("<a xmlns='urn:xmpp:sm:3' h='2'/>").events
    #expect(acknowledged == [.acknowledged([OriginID("o1")])])
  }

  @Test(arguments: ["example.net", "example.org", "ana@example.org", "bo@example.net/pc"])
  func `the servers on the way may refuse a message`(from: String) {
    var rig = Rig.ready()
    rig.command(.send(to: bo.bare, originID: OriginID("o1"), text: "x"))
    #expect(!rig.receive(error(for: "o1", from: from)).isAllDropped)
  }

  @Test func `S4 what was refused is not confirmed by the acknowledgement that follows`() {
    var rig = Rig.ready()
    rig.command(.send(to: bo.bare, originID: OriginID("o1"), text: "x"))
    rig.command(.send(to: bo.bare, originID: OriginID("o2"), text: "y"))
    rig.receive(error(for: "o1", from: "bo@example.net"))
    let outputs = rig.receive("<a xmlns='urn:xmpp:sm:3' h='3'/>")
    #expect(outputs.events == [.acknowledged([OriginID("o2")])])
  }

  private func error(for id: String, from: String) -> String {
    "<message type='error' id='\(id)' from='\(from)' to='ana@example.org/phone'>"
      + "<error type='wait'><recipient-unavailable xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/>"
      + "<text xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'>gone</text></error></message>"
  }
}
