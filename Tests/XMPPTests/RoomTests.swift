import Model
import Testing

@testable import XMPP

/// Rooms on the wire (XEP-0045, 0313, 0359, 0410, 0421).
@Suite struct RoomTests {
  private static let room = JID("team@rooms.example.net")!
  private static let ana = room.with(resource: "ana")!
  private static let said =
    "<stanza-id xmlns='urn:xmpp:sid:0' by='team@rooms.example.net' id='r1'/>"
    + "<occupant-id xmlns='urn:xmpp:occupant-id:0' id='who'/>"

  private func event(_ xml: String) -> SessionEvent? {
    var rig = Rig.ready()
    return rig.receive(xml).events.first
  }

  private func message(_ inner: String, type: String = "groupchat") -> InboundMessage? {
    let xml =
      "<message from='team@rooms.example.net/ana' to='\(Rig.own)' type='\(type)' id='m1'>\(inner)</message>"
    guard case .message(let message) = event(xml) else { return nil }
    return message
  }

  @Test func `O9 who enters asks for no history where an archive has it`() {
    var rig = Rig.ready()
    let told = rig.command(.join(Self.ana, password: nil, telling: 150)).sentTexts.joined()
    #expect(told.contains("<history seconds='150'/>"))
    let xml = rig.command(.join(Self.ana, password: "pass & word")).sentTexts.joined()
    #expect(xml.contains("to='team@rooms.example.net/ana'"))
    #expect(xml.contains("<history maxstanzas='0'/>"))
    #expect(xml.contains("<password>pass &amp; word</password>"))
  }

  @Test func `a room that one makes is opened to others as it is`() {
    var rig = Rig.ready()
    let xml = rig.command(.openRoom(Self.room)).sentTexts.joined()
    #expect(xml.contains("type='set' to='team@rooms.example.net'"))
    let form = "<x xmlns='jabber:x:data' type='submit'/>"
    #expect(xml.contains("<query xmlns='http://jabber.org/protocol/muc#owner'>\(form)</query>"))
  }

  @Test(arguments: [nil, "forbidden"])
  func `a room is deleted by its owner, and says whether it is`(condition: String?) {
    var rig = Rig.ready()
    let xml = rig.command(.destroyRoom(Self.room)).sentTexts.joined()
    #expect(xml.contains("type='set' to='team@rooms.example.net'"))
    let owner = "http://jabber.org/protocol/muc#owner"
    #expect(xml.contains("<query xmlns='\(owner)'><destroy/></query>"))
    let error = condition.map {
      "<error type='auth'><\($0) xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error>"
    }
    let type = condition == nil ? "result" : "error"
    let id = xml.value(of: "id") ?? ""
    let answer = "<iq type='\(type)' from='\(Self.room)' id='\(id)'>\(error ?? "")</iq>"
    guard case .roomDestroyed(Self.room, let told) = rig.receive(answer).events.first else {
      Issue.record("no answer")
      return
    }
    #expect(told?.condition == condition)
  }

  @Test func `that a room is deleted is told with the presence of each who was in it`() {
    let xml = """
      <presence from='team@rooms.example.net/ana' to='\(Rig.own)' type='unavailable'>\
      <x xmlns='http://jabber.org/protocol/muc#user'><item affiliation='none' role='none'/>\
      <destroy jid='new@rooms.example.net'><reason>moved</reason></destroy></x></presence>
      """
    guard case .presence(let presence) = event(xml) else {
      Issue.record("no presence")
      return
    }
    #expect(presence.occupancy?.isEnd == true && presence.occupancy?.reason == "moved")
    #expect(presence.occupancy?.venue == JID("new@rooms.example.net"))
  }

  @Test func `in a room nobody is asked for a receipt`() {
    var rig = Rig.ready()
    let sent = rig.command(
      .send(to: Self.room, originID: OriginID("o1"), text: "hi", audience: .room)
    ).sentTexts.joined()
    #expect(sent.contains("type='groupchat'") && sent.contains("origin-id"))
    #expect(!sent.contains("urn:xmpp:receipts") && !sent.contains("chat-markers"))
  }

  @Test func `D4 in a small room who reads it is asked for a marker, and told to all`() {
    var rig = Rig.ready()
    let sent = rig.command(
      .send(to: Self.room, originID: OriginID("o1"), text: "hi", audience: .smallRoom)
    ).sentTexts.joined()
    #expect(sent.contains("<markable xmlns='urn:xmpp:chat-markers:0'/>"))
    #expect(sent.contains("type='groupchat'") && !sent.contains("urn:xmpp:receipts"))
    let told = rig.command(.tellRoom(Self.room, .displayed(id: "r1"))).sentTexts.joined()
    #expect(told.contains("type='groupchat'") && told.contains("to='team@rooms.example.net'"))
    #expect(told.contains("<displayed xmlns='urn:xmpp:chat-markers:0' id='r1'/>"))
    #expect(told.contains("<store xmlns='urn:xmpp:hints'/>"))
  }

  @Test func `who put somebody out is told, and that a room is set up otherwise`() {
    let xml = """
      <presence from='team@rooms.example.net/bo' to='\(Rig.own)' type='unavailable'>\
      <x xmlns='http://jabber.org/protocol/muc#user'><item affiliation='none' role='none'>\
      <actor nick='ana'/><reason>spam</reason></item><status code='307'/></x></presence>
      """
    guard case .presence(let presence) = event(xml) else {
      Issue.record("no presence")
      return
    }
    #expect(presence.occupancy?.actor == "ana" && presence.occupancy?.reason == "spam")
    let set = "<x xmlns='http://jabber.org/protocol/muc#user'><status code='104'/></x>"
    let news = "<message from='team@rooms.example.net' type='groupchat'>\(set)</message>"
    guard case .message(let told) = event(news) else {
      Issue.record("no message")
      return
    }
    #expect(told.news == .configured)
    // Only the room says so, and nobody in it.
    #expect(message(set)?.news == nil)
  }

  @Test func `Z1 a room's own ids count, of each one`() {
    let message = message("<body>hi</body>" + Self.said)
    #expect(message?.archiveID == ArchiveID("r1") && message?.occupantID == "who")
    let twice = self.message("<body>hi</body>" + Self.said + Self.said)
    #expect(twice != nil && twice?.archiveID == nil && twice?.occupantID == nil)
  }

  @Test func `Z1 outside of a room nobody's occupant id counts`() {
    let message = message("<body>hi</body>" + Self.said, type: "chat")
    #expect(message != nil && message?.archiveID == nil && message?.occupantID == nil)
  }

  @Test func `a subject alone is what the room is about, with a body it is said`() {
    let topic = message("<subject>plans</subject>")
    #expect(topic?.topic == "plans" && topic?.content == nil)
    let said = message("<subject>plans</subject><body>hi</body>")
    #expect(said?.topic == nil && said?.text == "Subject: plans\nhi")
  }

  @Test func `a presence in a room says who is there, and what they may do`() {
    let xml = """
      <presence from='team@rooms.example.net/ana' to='\(Rig.own)'>\
      <x xmlns='http://jabber.org/protocol/muc#user'>\
      <item affiliation='owner' role='moderator' jid='ana@example.net/pc'/>\
      <status code='110'/><status code='201'/></x>\
      <occupant-id xmlns='urn:xmpp:occupant-id:0' id='who'/></presence>
      """
    guard case .presence(let presence) = event(xml) else {
      Issue.record("no presence")
      return
    }
    let expected = Occupancy(
      role: .moderator, affiliation: .owner, address: JID("ana@example.net/pc"),
      occupantID: "who", codes: [110, 201])
    #expect(presence.occupancy == expected && expected.isMine)
  }

  @Test func `why a room lets nobody in is told`() {
    let xml = """
      <presence from='team@rooms.example.net/ana' to='\(Rig.own)' type='error'>\
      <x xmlns='http://jabber.org/protocol/muc'/><error type='cancel'>\
      <conflict xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></presence>
      """
    guard case .presence(let presence) = event(xml) else {
      Issue.record("no presence")
      return
    }
    #expect(presence.error?.condition == "conflict")
  }

  @Test func `O9 a room's archive is asked of the room, and answered by it alone`() {
    var rig = Rig.ready()
    let query = ArchiveQuery(id: "q", archive: Self.room, page: .after(nil))
    let xml = rig.command(.queryArchive(query)).sentTexts.joined()
    let (wire, id) = (xml.value(of: "queryid") ?? "", xml.value(of: "id") ?? "")
    func result(from: String) -> String {
      """
      <message from='\(from)' to='\(Rig.own)'><result xmlns='urn:xmpp:mam:2' queryid='\(wire)' id='r1'>\
      <forwarded xmlns='urn:xmpp:forward:0'><message xmlns='jabber:client' type='groupchat' id='m1' \
      from='\(from)/bo'><body>hi</body></message></forwarded></result></message>
      """
    }
    let foreign = rig.receive(result(from: "other@rooms.example.net")).events
    #expect(foreign == [.dropped(reason: "an archive result from the wrong sender")])
    let entries = rig.receive(result(from: "team@rooms.example.net")).events.flatMap {
      (event) -> [ArchivePage.Entry] in
      if case .archivePart("q", let entries) = event { entries } else { [] }
    }
    #expect(entries.map(\.message?.text) == ["hi"] && entries.map(\.message?.kind) == [.group])
    let fin = "<fin xmlns='urn:xmpp:mam:2' complete='true'/>"
    let end = rig.receive(
      "<iq type='result' from='team@rooms.example.net' id='\(id)'>\(fin)</iq>")
    #expect(end.events == [.archivePage(ArchivePage(query: "q", entries: [], isComplete: true))])
  }

  /// The way to another server may lose a question; what my own server says does not tell whether it did.
  @Test(arguments: [("bo@example.net/x", false), ("team@rooms.example.net/bo", true)])
  func `G3 a room's answer is awaited for 30 s, and longer only while the room says something`(
    speaker: String, isAwaited: Bool
  ) {
    var rig = Rig.ready()
    rig.command(.queryArchive(ArchiveQuery(id: "q", archive: Self.room, page: .after(nil))))
    for _ in 0..<3 {
      rig.uptime += 9_000
      rig.receive("<message from='\(speaker)'><body>hi</body></message>")
    }
    rig.uptime = 31_000
    let error = StanzaError(kind: "wait", condition: "remote-server-timeout")
    #expect(
      rig.handle(.tick).events
        == (isAwaited ? [] : [.archiveFailed(query: "q", error)]))
  }

  @Test(arguments: [("result", nil), ("error", "not-acceptable")])
  func `a room says whether one is in it`(type: String, condition: String?) {
    var rig = Rig.ready()
    let id = rig.command(.pingRoom(Self.ana)).sentTexts.joined().value(of: "id") ?? ""
    let error = condition.map {
      "<error type='cancel'><\($0) xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error>"
    }
    let answer = "<iq type='\(type)' from='\(Self.ana)' id='\(id)'>\(error ?? "")</iq>"
    guard case .roomAnswered(Self.room, let told) = rig.receive(answer).events.first else {
      Issue.record("no answer")
      return
    }
    #expect(told?.condition == condition)
  }
}
