import Model
import Testing

@testable import XMPP

/// Invitations on the wire (XEP-0249, XEP-0045 §7.8).
@Suite struct InvitationTests {
  private static let room = JID("room@x.org")!
  private let bo = JID("bo@example.net/phone")!
  private static let user = "http://jabber.org/protocol/muc#user"

  private func received(_ inner: String, from: String = "bo@example.net/phone") -> [SessionEvent] {
    var rig = Rig.ready()
    return rig.receive("<message from='\(from)' to='\(Rig.own)'>\(inner)</message>").events
  }

  private func message(_ inner: String, from: String = "bo@example.net/phone") -> InboundMessage? {
    guard case .message(let message) = received(inner, from: from).first else { return nil }
    return message
  }

  @Test func `a direct invitation says to which group, why, and how one gets in`() {
    let x = "<x xmlns='jabber:x:conference' jid='room@x.org/me' reason='a\nb' password='s'/>"
    let found = message("<body>Join us</body>" + x)
    #expect(found?.content == .invitation(Invitation(room: Self.room, reason: "a b")))
    #expect(found?.news == .invitation(by: bo.bare, password: "s"))
  }

  @Test func `a room passes an invitation on, and its word counts where both are said`() {
    let found = message(
      "<x xmlns='\(Self.user)'><invite from='cy@example.net/pc'><reason>come</reason></invite>"
        + "<password>s</password></x><x xmlns='jabber:x:conference' jid='other@x.org'/>",
      from: "room@x.org")
    let expected = Invitation(room: Self.room, reason: "come", isByRoom: true)
    #expect(found?.content == .invitation(expected))
    let cy = JID("cy@example.net/pc")!
    #expect(found?.news == .invitation(by: cy, password: "s"))
  }

  @Test func `Z1 nobody but a room speaks for it`() {
    for from in ["room@x.org/bo", "x.org"] {
      let found = message(
        "<x xmlns='\(Self.user)'><invite from='cy@example.net'/></x><body>x</body>", from: from)
      #expect(found?.content == .text("x") && found?.news == nil)
    }
  }

  @Test func `Z4 what is too long of an invitation is left out`() {
    let long = String(repeating: "x", count: 5_000)
    let x = "<x xmlns='jabber:x:conference' jid='room@x.org' reason='\(long)' password='\(long)'/>"
    let found = message(x)
    #expect(found?.content?.invitation?.reason.count == Invitation.longestReason)
    #expect(found?.news == .invitation(by: bo.bare, password: nil))
  }

  @Test func `who was invited will not come: the room says so`() {
    let found = message(
      "<x xmlns='\(Self.user)'><decline from='cy@example.net'/></x>", from: "room@x.org")
    #expect(found?.news == .declined(by: JID("cy@example.net")!) && found?.content == nil)
  }

  @Test func `an invitation goes out as a message that archives keep, without a password`() {
    var rig = Rig.ready()
    let outputs = rig.command(
      .invite(to: bo.bare, originID: OriginID("o1"), Invitation(room: Self.room, reason: "a & b")))
    #expect(
      outputs.sentTexts == [
        "<message to='bo@example.net' id='o1'>"
          + "<x xmlns='jabber:x:conference' jid='room@x.org' reason='a &amp; b'/>"
          + "<origin-id xmlns='urn:xmpp:sid:0' id='o1'/><store xmlns='urn:xmpp:hints'/>"
          + "<request xmlns='urn:xmpp:receipts'/></message>"
      ])
  }

  @Test func `a room is asked to invite, and to tell who invited that one will not come`() {
    var rig = Rig.ready()
    let invite = rig.command(.inviteByRoom(id: "i1", bo, to: Self.room)).sentTexts
    let start = "<message to='room@x.org' id='i1'><x xmlns='\(Self.user)'>"
    #expect(invite == [start + "<invite to='bo@example.net'/></x></message>"])
    let decline = rig.command(.declineByRoom(id: "i1", bo, of: Self.room)).sentTexts
    #expect(decline == [start + "<decline to='bo@example.net'/></x></message>"])
  }

  @Test func `a room says who may enter`() {
    var rig = Rig.ready()
    let xml = rig.command(.describeRoom(Self.room)).sentTexts.joined()
    let query = "<query xmlns='http://jabber.org/protocol/disco#info'>"
    let answer =
      "<iq type='result' from='room@x.org' id='\(xml.value(of: "id") ?? "")'>\(query)"
      + "<feature var='muc_membersonly'/><feature var='muc_hidden'/></query></iq>"
    let facts = RoomFacts(isMembersOnly: true, isHidden: true, hasRooms: false)
    #expect(rig.receive(answer).events == [.roomDescribed(Self.room, facts)])
    #expect(facts.isPrivate && !RoomFacts().isPrivate)
  }
}
