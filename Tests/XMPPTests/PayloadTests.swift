import Model
import Testing
import XMLStream

@testable import XMPP

/// What a message says besides a text, each kind of it.
@Suite struct PayloadTests {
  /// One of each kind: a new kind does not compile until it stands here.
  private static func next(after payload: Payload?) -> Payload? {
    switch payload {
    case nil: .receiptRequest
    case .receiptRequest: .receipt(id: "a&b")
    case .receipt: .markable
    case .markable: .displayed(id: "a'b")
    case .displayed: .chatState(.paused)
    case .chatState:
      .refusal(
        RefusalNotice(
          chat: JID("bo@example.net")!, originID: OriginID("o<1"), reason: "not allowed"))
    case .refusal: .amendment(.correction(of: "a<b"))
    case .amendment(.correction): .amendment(.retraction(of: "a>b"))
    case .amendment(.retraction): .amendment(.reactions([Emoji("👍")!], to: "a>b"))
    case .amendment(.reactions):
      .reply(ReplyTarget(id: "a>b", author: JID("bo@example.net")!, quote: ""))
    case .reply: nil
    }
  }

  static let each = Array(
    sequence(state: nil as Payload?) { last in
      last = next(after: last)
      return last
    })

  @Test(arguments: each)
  func `each kind is written by one extension, and read as it was written`(payload: Payload) {
    #expect(Extensions.all.count { $0.element(for: payload) != nil } == 1)
    var rig = Rig.ready()
    let xml = MessageStanza.telling(payload, to: Rig.own, id: "1")
      .serialized(inside: Namespace.client)
    // Beside a text where it is not worth a message of its own.
    let text = payload.standsAlone ? "" : "<body>x</body>"
    let place = xml.index(after: xml.firstIndex(of: ">")!)
    let received =
      "<message from='ana@example.org/pc' "
      + xml.dropFirst("<message ".count)[..<place] + text + xml[place...]
    let messages = rig.receive(received).events.compactMap { event -> InboundMessage? in
      if case .message(let message) = event { message } else { nil }
    }
    #expect(messages.map(\.payloads) == [[payload]])
    #expect(messages.map(\.text) == [payload.standsAlone ? nil : "x"])
  }

  @Test func `what is asked of the reader of a text says nothing without one`() {
    for payload in Self.each {
      var rig = Rig.ready()
      let stanza = MessageStanza.telling(payload, to: Rig.own, id: "1")
      let outputs = rig.receive(stanza.serialized(inside: Namespace.client))
      #expect(outputs.isAllDropped == !payload.standsAlone, "\(payload)")
    }
  }

  @Test func `receipts, markers and refusals are kept by the archive, typing is not`() {
    let notice = RefusalNotice(
      chat: JID("bo@example.net")!, originID: OriginID("o1"), reason: "not allowed")
    #expect(
      tell(.receipt(id: "7"), to: "bo@example.net/pc")
        == "<message type='chat' to='bo@example.net/pc' id='*'>"
        + "<received xmlns='urn:xmpp:receipts' id='7'/><store xmlns='urn:xmpp:hints'/></message>")
    #expect(
      tell(.displayed(id: "7"), to: "bo@example.net/pc")
        == "<message type='chat' to='bo@example.net/pc' id='*'>"
        + "<displayed xmlns='urn:xmpp:chat-markers:0' id='7'/><store xmlns='urn:xmpp:hints'/>"
        + "</message>")
    #expect(
      tell(.refusal(notice), to: "ana@example.org")
        == "<message type='chat' to='ana@example.org' id='*'>"
        + "<refused xmlns='urn:psst:refusal:0' with='bo@example.net' id='o1'>not allowed</refused>"
        + "<store xmlns='urn:xmpp:hints'/></message>")
    #expect(
      tell(.chatState(.composing), to: "bo@example.net/pc")
        == "<message type='chat' to='bo@example.net/pc'>"
        + "<composing xmlns='http://jabber.org/protocol/chatstates'/>"
        + "<no-store xmlns='urn:xmpp:hints'/></message>")
  }

  @Test func `D3 all in a room are told at once that I type`() {
    var rig = Rig.ready()
    let room = JID("team@rooms.example.net")!
    let sent = rig.command(.tellRoom(room, .chatState(.composing))).sentTexts.joined()
    #expect(
      sent.contains("<message type='groupchat' to='\(room)'><composing")
        && sent.contains("no-store"), "\(sent)")
  }

  /// What goes out, with a star for the id that it was given.
  private func tell(_ payload: Payload, to: String) -> String {
    var rig = Rig.ready()
    let sent = rig.command(.tell(to: JID(to)!, payload)).sentTexts.joined()
    return rig.lastID.isEmpty || !sent.contains("id='\(rig.lastID)'><")
      ? sent : sent.replacing("id='\(rig.lastID)'><", with: "id='*'><")
  }

  @Test(arguments: [
    Payload.receipt(id: "a\u{1B}b"),
    .refusal(
      RefusalNotice(chat: JID("bo@example.net")!, originID: OriginID("o"), reason: "a\u{0}b")),
  ])
  func `Z6 what XML cannot carry is not sent`(payload: Payload) {
    var rig = Rig.ready()
    let outputs = rig.command(.tell(to: JID("bo@example.net")!, payload))
    #expect(outputs.sentTexts.isEmpty && outputs.isAllDropped)
  }

  @Test func `a receipt counts once, however often it is said`() {
    var rig = Rig.ready()
    let message =
      "<message from='bo@example.net/pc'><received xmlns='urn:xmpp:chat-markers:0' id='8'/>"
      + "<received xmlns='urn:xmpp:receipts' id='7'/></message>"
    let expected = InboundMessage(
      source: .live, from: JID("bo@example.net/pc")!, to: Rig.own, payloads: [.receipt(id: "7")])
    #expect(rig.receive(message).events == [.message(expected)])
  }

  @Test func `Z1 C5 a refusal counts only from the account itself`() {
    var rig = Rig.ready()
    let notice = "<refused xmlns='urn:psst:refusal:0' with='bo@example.net' id='o1'>no</refused>"
    #expect(rig.receive("<message from='eve@example.net'>\(notice)</message>").isAllDropped)
    #expect(!rig.receive("<message from='ana@example.org/pc'>\(notice)</message>").isAllDropped)
  }
}
