import Model
import Testing
import XMLStream

@testable import XMPP

/// The form by which the owners of a room say what it is (XEP-0004, XEP-0045 §10.2).
@Suite struct RoomFormTests {
  private static let room = JID("team@rooms.example.net")!
  private static let fields = """
    <field var='FORM_TYPE' type='hidden'><value>http://jabber.org/protocol/muc#roomconfig</value></field>\
    <field type='fixed'><value>What it is</value></field>\
    <field var='muc#roomconfig_roomname' type='text-single' label='Name'><value>Team</value></field>\
    <field var='muc#roomconfig_membersonly' type='boolean'><value>0</value></field>\
    <field var='muc#roomconfig_whois' type='list-single'><required/><value>moderators</value>\
    <option label='Anyone'><value>anyone</value></option>\
    <option><value>moderators</value></option></field>
    """

  private func answer(_ inner: String, to command: SessionCommand = .fetchRoomForm(room)) -> (
    asked: String, told: SessionEvent?
  ) {
    var rig = Rig.ready()
    let asked = rig.command(command).sentTexts.joined()
    let id = asked.value(of: "id") ?? ""
    let xml = "<iq type='result' from='\(Self.room)' id='\(id)'>\(inner)</iq>"
    return (asked, rig.receive(xml).events.first)
  }

  private func form(_ inner: String) -> DataForm? {
    let owner = "http://jabber.org/protocol/muc#owner"
    let x = "<x xmlns='jabber:x:data' type='form'><title>Room</title>\(inner)</x>"
    guard
      case .roomForm(Self.room, let form, let error) = answer(
        "<query xmlns='\(owner)'>\(x)</query>"
      ).told
    else { return nil }
    #expect((form == nil) == (error != nil))
    return form
  }

  @Test func `an owner reads the form of a room`() throws {
    let form = try #require(self.form(Self.fields))
    #expect(form.title == "Room")
    #expect(form.type == "http://jabber.org/protocol/muc#roomconfig")
    #expect(form.value("muc#roomconfig_roomname") == "Team")
    #expect(form["muc#roomconfig_roomname"]?.label == "Name")
    let whois = try #require(form["muc#roomconfig_whois"])
    #expect(whois.kind == .choice && whois.isRequired)
    #expect(whois.options.map(\.label) == ["Anyone", "moderators"])
    #expect(whois.options.map(\.value) == ["anyone", "moderators"])
  }

  @Test func `Z4 a form that is too large is not read in part`() {
    let many = String(repeating: "<field var='a'/>", count: XEP0004DataForms.mostFields + 1)
    #expect(form(many) == nil)
    let long = String(repeating: "x", count: XEP0004DataForms.longestText + 1)
    #expect(form("<field var='a'><value>\(long)</value></field>") == nil)
  }

  @Test func `the form goes back filled in, without the words for people`() throws {
    var filled = try #require(self.form(Self.fields))
    filled.kind = .submit
    let isNamed = filled.fill("muc#roomconfig_roomname", ["Wir & die anderen"])
    let isClosed = filled.fill("muc#roomconfig_membersonly", true)
    let isOther = filled.fill("muc#roomconfig_other", true)
    #expect(isNamed && isClosed && !isOther)
    let (asked, told) = answer("", to: .configureRoom(Self.room, filled))
    #expect(asked.contains("<x xmlns='jabber:x:data' type='submit'>"))
    #expect(asked.contains("<value>Wir &amp; die anderen</value>"))
    let membersOnly = "<field var='muc#roomconfig_membersonly' type='boolean'><value>1</value>"
    #expect(asked.contains(membersOnly))
    #expect(!asked.contains("What it is") && !asked.contains("option"))
    #expect(told == .roomConfigured(Self.room, nil))
  }

  @Test func `Z2 what XML cannot carry is not sent to a room`() {
    var rig = Rig.ready()
    let form = DataForm(.submit, fields: [.init(name: "a", values: ["a\u{1}b"])])
    let outputs = rig.command(.configureRoom(Self.room, form))
    #expect(outputs.sentTexts.isEmpty)
    guard case .roomConfigured(Self.room, let error?) = outputs.events.first else {
      Issue.record("nothing told")
      return
    }
    #expect(error.condition == "not-acceptable")
  }
}
