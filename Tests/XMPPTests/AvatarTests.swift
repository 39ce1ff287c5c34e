import Model
import Testing

@testable import XMPP

/// XEP-0084.
@Suite struct AvatarTests {
  private static let bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 7]
  private static let avatar = Avatar(own: bytes)!
  private static let bo = JID("bo@example.net")!

  private static func news(from: String, _ infos: String) -> String {
    """
    <message from='\(from)'><event xmlns='http://jabber.org/protocol/pubsub#event'>\
    <items node='urn:xmpp:avatar:metadata'><item id='x'><metadata xmlns='urn:xmpp:avatar:metadata'>\
    \(infos)</metadata></item></items></event></message>
    """
  }

  private static func info(_ more: String = "", bytes: String = "9", type: String = "image/png")
    -> String
  {
    "<info id='\(avatar.hash)' bytes='\(bytes)' type='\(type)' \(more)/>"
  }

  @Test func `P8 Z4 what there is is understood, and what is not fetched is none`() {
    var rig = Rig.ready()
    func told(_ infos: String) -> [SessionEvent] {
      rig.receive(Self.news(from: "bo@example.net", infos)).events
    }
    #expect(told(Self.info()) == [.avatar(Self.bo, Self.avatar)])
    #expect(
      told(Self.info("url='http://127.0.0.1/'") + Self.info()) == [.avatar(Self.bo, Self.avatar)])
    for infos in [
      "", Self.info(bytes: "999999"), Self.info(bytes: "-1"), Self.info(type: "image/svg+xml"),
      Self.info("url='http://127.0.0.1/'"), "<info id='../x' bytes='9' type='image/png'/>",
    ] {
      #expect(told(infos) == [.avatar(Self.bo, nil)])
    }
    #expect(rig.receive(Self.news(from: "bo@example.net/pc", Self.info())).isAllDropped)
  }

  @Test(arguments: [
    ("iVBORw0KGgoH", true), ("iVBORw0K\nGgoH\n", true), ("iVBORw0KGgoI", false), ("!!!!", false),
    ("", false), (String(repeating: "AAAA", count: 100_001), false),
  ])
  func `Z1 Z4 bytes count only where they are those of the hash, and few`(
    text: String, isTaken: Bool
  ) {
    var rig = Rig.ready()
    let sent = rig.command(.fetchAvatar(Self.avatar.hash, of: Self.bo)).sentTexts.joined()
    #expect(sent.contains("urn:xmpp:avatar:data") && sent.contains(Self.avatar.hash))
    let answer = """
      <iq type='result' from='bo@example.net' id='\(rig.lastID)'><pubsub \
      xmlns='http://jabber.org/protocol/pubsub'><items node='urn:xmpp:avatar:data'>\
      <item id='\(Self.avatar.hash)'><data xmlns='urn:xmpp:avatar:data'>\(text)</data></item>\
      </items></pubsub></iq>
      """
    #expect(
      rig.receive(answer).events.last
        == .avatarData(Self.bo, Self.avatar.hash, isTaken ? Self.bytes : nil))
  }

  @Test func `P8 mine goes out, its bytes first, and none says so`() {
    var rig = Rig.ready()
    let sent = rig.command(.tellAvatar(id: "p", Self.avatar, Self.bytes)).sentTexts
    #expect(sent.count == 2 && sent[0].contains(">iVBORw0KGgoH<") && sent[1].contains("image/png"))
    let none = rig.command(.tellAvatar(id: "q", nil, [])).sentTexts
    #expect(none.count == 1 && none[0].contains("<metadata xmlns='urn:xmpp:avatar:metadata'/>"))
    #expect(
      rig.receive("<iq type='result' id='\(rig.lastID)'/>").events == [.avatarTold(id: "q", nil)])
  }

  @Test func `P8 Z4 a picture of a vCard is named by the presence, and must be that`() {
    var rig = Rig.ready()
    for (photo, read) in [
      (Self.avatar.hash.uppercased(), Self.avatar.hash), ("", nil), ("../x", nil),
    ] {
      let x = "<x xmlns='vcard-temp:x:update'><photo>\(photo)</photo></x>"
      guard
        case .presence(let presence)? = rig.receive(
          "<presence from='bo@example.net/pc'>\(x)</presence>"
        ).events.first
      else {
        Issue.record("no presence")
        continue
      }
      #expect(presence.photo == read)
    }
    for (text, isTaken) in [("iVBORw0KGgoH", true), ("iVBORw0KGgoI", false)] {
      rig.command(.fetchPhoto(Self.avatar.hash, of: Self.bo))
      let card = "<PHOTO><TYPE>image/png</TYPE><BINVAL>\(text)</BINVAL></PHOTO>"
      let answer = "<vCard xmlns='vcard-temp'>\(card)</vCard>"
      let outputs = rig.receive(
        "<iq type='result' from='bo@example.net' id='\(rig.lastID)'>\(answer)</iq>")
      #expect(
        outputs.events.last
          == .avatarData(Self.bo, Self.avatar.hash, isTaken ? Self.bytes : nil))
    }
  }
}
