import Model
import Testing

@testable import XMPP

@Suite struct PresenceAndRosterTests {
  /// A device that was away is given the question when it is back.
  @Test func `N2 a contact's device may answer a ping for ten minutes`() {
    for (minutes, answers) in [(9, true), (11, false)] {
      var rig = Rig.ready()
      let device = JID("bo@example.net/pc")!
      rig.command(.pingContact(device))
      rig.uptime += Int64(minutes) * 60_000
      #expect(rig.handle(.tick).events == [])
      let answer = rig.receive("<iq type='result' from='\(device)' id='\(rig.lastID)'/>")
      #expect(answer.events.contains(.contactAnswered(device, nil)) == answers)
    }
  }

  private static let full = JID("bo@example.net/pc")!
  private static let caps =
    "<c xmlns='http://jabber.org/protocol/caps' hash='sha-1' node='urn:x-psst'"
    + " ver='\(XEP0115Capabilities.version)'/>"

  private static var unknown: InboundPresence {
    var presence = InboundPresence(from: full, kind: .available)
    presence.unknownShow = true
    return presence
  }

  static let presences: [(String, InboundPresence?)] = [
    ("<presence from='bo@example.net/pc'/>", .init(from: full, kind: .available)),
    (
      "<presence from='bo@example.net/pc'><show>dnd</show><priority>-5</priority></presence>",
      .init(from: full, kind: .available, show: "dnd", priority: -5)
    ),
    (
      "<presence from='bo@example.net/pc'><show>\u{202E}</show><priority>900</priority></presence>",
      unknown
    ),
    (
      "<presence from='bo@example.net/pc'><show> </show></presence>",
      .init(from: full, kind: .available)
    ),
    (
      "<presence from='bo@example.net/pc'><show>\n away </show></presence>",
      .init(from: full, kind: .available, show: "away")
    ),
    (
      "<presence from='bo@example.net/pc' type='unavailable'/>",
      .init(from: full, kind: .unavailable)
    ),
    (
      "<presence from='bo@example.net/pc' type='subscribe'/>",
      .init(from: full.bare, kind: .subscribe)
    ),
    (
      "<presence from='bo@example.net' type='subscribed'/>",
      .init(from: full.bare, kind: .subscribed)
    ),
    (
      "<presence from='bo@example.net' type='unsubscribe'/>",
      .init(from: full.bare, kind: .unsubscribe)
    ),
    (
      "<presence from='bo@example.net' type='unsubscribed'/>",
      .init(from: full.bare, kind: .unsubscribed)
    ),
    ("<presence from='bo@example.net' type='error'/>", .init(from: full.bare, kind: .error)),
    ("<presence from='bo@example.net' type='available'/>", nil),
    ("<presence from='bo@example.net' type='probe'/>", nil),
    ("<presence/>", nil), ("<presence from=''/>", nil), ("<presence from='a@b@c'/>", nil),
  ]

  @Test(arguments: presences)
  func `N4 presence is understood, and dropped where it is broken`(
    xml: String, expected: InboundPresence?
  ) {
    var rig = Rig.ready()
    let outputs = rig.receive(xml)
    if let expected {
      #expect(outputs.events == [.presence(expected)])
    } else {
      #expect(outputs.isAllDropped)
    }
  }

  @Test(arguments: [
    (nil, OwnPresence.available, "<presence>\(caps)</presence>"),
    (nil, .away, "<presence><show>away</show>\(caps)</presence>"),
    (nil, .unavailable, "<presence type='unavailable'/>"),
    (full, .subscribe, "<presence to='bo@example.net' type='subscribe'/>"),
    (full, .unsubscribed, "<presence to='bo@example.net' type='unsubscribed'/>"),
    (full, .available, "<presence to='bo@example.net/pc'>\(caps)</presence>"),
  ])
  func `my presence goes out as asked`(to: JID?, presence: OwnPresence, xml: String) {
    var rig = Rig.ready()
    #expect(rig.command(.presence(to: to, presence)).sentTexts == [xml])
  }

  @Test func `C2 Z4 when somebody was there is asked of their server, and nonsense is dropped`() {
    var rig = Rig.ready()
    let bo = JID("bo@example.net")!
    for (seconds, told) in [
      ("77", true), ("-1", false), ("99999999999999999999", false), ("x", false),
    ] {
      rig.command(.askLastThere(bo))
      let answer = "<query xmlns='jabber:iq:last' seconds='\(seconds)'/>"
      let outputs = rig.receive(
        "<iq type='result' from='bo@example.net' id='\(rig.lastID)'>\(answer)</iq>")
      #expect(outputs.events == (told ? [.lastThere(bo, seconds: 77)] : []))
    }
  }

  @Test func `C2 Z4 a roster that is too long is none, and not an empty one`() {
    var rig = Rig.ready()
    rig.command(.fetchRoster)
    let items = String(repeating: "<item/>", count: 262_144)
    let answer = "<query xmlns='jabber:iq:roster'>\(items)</query>"
    let outputs = rig.receive("<iq type='result' id='\(rig.lastID)'>\(answer)</iq>")
    #expect(!outputs.events.isEmpty && outputs.isAllDropped)
  }

  @Test func `C2 Z4 the roster's groups are read, bounded, and written where they change`() {
    var rig = Rig.ready()
    let many = (0..<90).map { "<group> G\($0)\n </group>" }.joined()
    let push = "<query xmlns='jabber:iq:roster'><item jid='bo@example.net'>\(many)</item></query>"
    guard
      case .rosterPush(let item)? = rig.receive("<iq type='set' id='p'>\(push)</iq>").events.first
    else {
      Issue.record("no push")
      return
    }
    #expect(item.contact.labels.count == Contact.mostLabels && item.contact.labels[0] == "G0")
    let sent = rig.command(.nameContact(id: "n", item.contact.jid, "Bo", labels: ["A", "B&C"]))
    #expect(sent.sentTexts.joined().contains("<group>A</group><group>B&amp;C</group>"))
  }

  @Test func `N3 Z4 a status goes out and is understood, in one line and bounded`() {
    var rig = Rig.ready()
    #expect(
      rig.command(.presence(to: nil, .available, status: "<lunch>")).sentTexts
        == ["<presence><status>&lt;lunch&gt;</status>\(Self.caps)</presence>"])
    #expect(
      rig.command(.presence(to: nil, .unavailable, status: "x")).sentTexts
        == ["<presence type='unavailable'/>"])
    let long = String(repeating: "a\n", count: 2_000)
    for (text, read) in [(" at\nlunch", "at lunch"), (" ", nil), (long, StatusText.bounded(long))] {
      let xml = "<presence from='bo@example.net/pc'><status>\(text)</status></presence>"
      guard case .presence(let presence)? = rig.receive(xml).events.first else {
        Issue.record("no presence")
        continue
      }
      #expect(presence.status == read)
    }
  }

  static let items: [(String, RosterItem?)] = [
    ("<item jid='bo@example.net'/>", item(nil, .none)),
    ("<item jid='bo@example.net' name='Bo' subscription='both'/>", item("Bo", .both)),
    ("<item jid='bo@example.net/x' name='' subscription='to'/>", item(nil, .to)),
    ("<item jid='bo@example.net' subscription='nonsense'/>", item(nil, .none)),
    ("<item jid='bo@example.net' ask='subscribe'/>", item(nil, .none, isAsking: true)),
    ("<item jid='bo@example.net' subscription='remove'/>", item(nil, .none, isRemoved: true)),
    ("<item/>", nil), ("<item jid='@'/>", nil), ("<other jid='bo@example.net'/>", nil),
    ("<item xmlns='urn:x' jid='bo@example.net'/>", nil),
  ]

  @Test(arguments: items)
  func `C2 the roster's items are understood`(xml: String, expected: RosterItem?) {
    var rig = Rig.ready()
    rig.command(.fetchRoster)
    let answer = "<query xmlns='jabber:iq:roster'>\(xml)</query>"
    let outputs = rig.receive("<iq type='result' id='\(rig.lastID)'>\(answer)</iq>")
    #expect(outputs.events == [.roster(expected.map { [$0] } ?? [])])
    let push = rig.receive("<iq type='set' id='p'>\(answer)</iq>")
    #expect(expected.map { push.events == [.rosterPush($0)] } ?? push.isAllDropped)
  }

  private static func item(
    _ name: String?, _ subscription: Contact.Subscription, isAsking: Bool = false,
    isRemoved: Bool = false
  ) -> RosterItem {
    let contact = Contact(
      jid: full.bare, name: name, subscription: subscription, isAsking: isAsking)
    return RosterItem(contact: contact, isRemoved: isRemoved)
  }

  @Test func `a ping is answered, and so is what we can do`() {
    var rig = Rig.ready()
    let pong = rig.receive(
      "<iq type='get' id='1' from='bo@example.net/pc'><ping xmlns='urn:xmpp:ping'/></iq>")
    #expect(pong.sentTexts == ["<iq type='result' to='bo@example.net/pc' id='1'/>"])
    let info = rig.receive(
      "<iq type='get' id='2' from='example.org'>"
        + "<query xmlns='http://jabber.org/protocol/disco#info'/></iq>")
    #expect(info.sentTexts[0].contains("<feature var='urn:xmpp:receipts'/>"))
    #expect(info.sentTexts[0].contains("<identity category='client'"))
  }

  @Test(arguments: [
    "<iq type='get' id='1' from='bo@example.net'><query xmlns='jabber:iq:last'/></iq>",
    "<iq type='set' id='1' from='bo@example.net'><x xmlns='urn:x'/></iq>",
    "<iq type='get' id='1'/>",
  ])
  func `a question nobody can answer is answered so`(xml: String) {
    var rig = Rig.ready()
    let outputs = rig.receive(xml)
    #expect(outputs.events.isEmpty)
    #expect(
      outputs.sentTexts[0].hasSuffix(
        "<error type='cancel'><service-unavailable xmlns="
          + "'urn:ietf:params:xml:ns:xmpp-stanzas'/></error></iq>"))
  }

  @Test(arguments: ["<iq/>", "<iq type='get'/>", "<iq id='1'/>", "<iq id='1' type='x'/>"])
  func `a question without form is dropped`(xml: String) {
    var rig = Rig.ready()
    #expect(rig.receive(xml).isAllDropped)
  }

  @Test func `a command before its time is told`() {
    var rig = Rig()
    rig.handle(.connected(isSecure: true, binding: nil))
    #expect(rig.command(.fetchRoster).isAllDropped)
  }
}

/// What a person of the roster is called (RFC 6121 §2.1.2.4).
@Suite struct ContactNameTests {
  @Test func `C2 a name is written, and the groups that somebody is in stay`() {
    var rig = Rig.ready()
    rig.command(.fetchRoster)
    let item = "<item jid='bo@example.net' name='Bo'><group>Work</group></item>"
    _ = rig.receive(
      "<iq type='result' id='\(rig.lastID)'><query xmlns='jabber:iq:roster'>\(item)</query></iq>")
    let bo = JID("bo@example.net")!
    let sent = rig.command(.nameContact(id: "n1", bo, "Bo & Co")).sentTexts.joined()
    #expect(
      sent.contains("<item jid='bo@example.net' name='Bo &amp; Co'><group>Work</group></item>"))
    #expect(
      rig.receive("<iq type='result' id='\(rig.lastID)'/>").events == [
        .contactNamed(id: "n1", nil)
      ])
    _ = rig.receive(
      "<iq type='set' id='p'><query xmlns='jabber:iq:roster'><item jid='bo@example.net'/></query></iq>"
    )
    let bare = rig.command(.nameContact(id: "n2", bo, "")).sentTexts.joined()
    #expect(bare.contains("<item jid='bo@example.net'/>"))
  }
}
