import Model
import Testing

@testable import XMPP

@Suite struct ArchiveTests {
  private let room = JID("room@rooms.example.org")!

  private func result(_ query: String, _ id: String, from: String = "", inner: String? = nil)
    -> String
  {
    let message =
      inner ?? "<message xmlns='jabber:client' type='chat' id='m\(id)' from='bo@example.net/pc'"
      + " to='ana@example.org'><body>\(id)</body></message>"
    return "<message\(from) to='ana@example.org/phone'><result xmlns='urn:xmpp:mam:2'"
      + " queryid='\(query)' id='\(id)'><forwarded xmlns='urn:xmpp:forward:0'>"
      + "<delay xmlns='urn:xmpp:delay' stamp='2010-07-10T23:08:25.123456Z'/>\(message)</forwarded>"
      + "</result></message>"
  }

  private func fin(_ id: String, from: String = "", complete: Bool = false) -> String {
    "<iq type='result' id='\(id)'\(from)><fin xmlns='urn:xmpp:mam:2'"
      + "\(complete ? " complete='true'" : "")/></iq>"
  }

  @Test(arguments: [
    (ArchiveQuery.Page.after(nil), ""), (.after(ArchiveID("a'")), "<after>a'</after>"),
    (.before(nil), "<before/>"), (.before(ArchiveID("b")), "<before>b</before>"),
  ])
  func `P7 a page is asked for in either direction`(page: ArchiveQuery.Page, xml: String) {
    var rig = Rig.ready()
    rig.command(.queryArchive(ArchiveQuery(id: "q", page: page, limit: 7)))
    let sent = rig.sent.last ?? ""
    #expect(
      sent.contains(
        "<set xmlns='http://jabber.org/protocol/rsm'><max>7</max>\(xml)</set></query>"))
  }

  @Test(arguments: [ArchiveQuery.Page.after(nil), .before(nil), .before(ArchiveID("9"))])
  func `a page is in the archive's order, with id and time`(page asked: ArchiveQuery.Page) throws {
    var rig = Rig.ready()
    let wire = ask(&rig, page: asked)
    var outputs = rig.receive(result(wire, "1") + result(wire, "2"))
    let odd = "<message xmlns='jabber:client' from='bo@example.net' to='cy@example.org'/>"
    let toGroup = "<message xmlns='jabber:client' type='groupchat' from='room@x.org/bo'/>"
    outputs += rig.receive(result(wire, "3", inner: odd) + result(wire, "4", inner: toGroup))
    // What goes on from a known place, or begins, is told as it comes, and kept whatever becomes of the rest.
    #expect(outputs.isEmpty == (asked == .before(ArchiveID("9"))))
    outputs += rig.receive(fin(rig.lastID, complete: true))
    var entries: [ArchivePage.Entry] = []
    for case .archivePart("q", let part) in outputs.events { entries += part }
    guard case .archivePage(let page)? = outputs.events.last else {
      Issue.record("no page")
      return
    }
    entries += page.entries
    #expect(page.query == "q" && page.isComplete)
    #expect(entries.map(\.id.value) == ["1", "2", "3", "4"])
    #expect(entries[2].message == nil && entries[3].message?.kind == .group)
    let message = try #require(entries[0].message)
    #expect(message.source == .archive && message.text == "1")
    #expect(message.archiveID == ArchiveID("1"))
    #expect(message.stamp == Timestamp(milliseconds: 1_278_803_305_123))
  }

  @Test(arguments: [
    " from='eve@example.net'", " from='ana@example.org/pc'", " from='example.org'", " from='@@'",
  ])
  func `Z1 archive results of others are dropped`(from: String) {
    var rig = Rig.ready()
    let wire = ask(&rig)
    #expect(rig.receive(result(wire, "1", from: from)).isAllDropped)
    #expect(page(after: fin(rig.lastID), &rig)?.entries.isEmpty == true)
  }

  @Test func `Z1 archive results that nobody asked for are dropped`() {
    var rig = Rig.ready()
    #expect(rig.receive(result("q", "1")).isAllDropped)
    let wire = ask(&rig)
    _ = page(after: fin(rig.lastID), &rig)
    #expect(rig.receive(result(wire, "1")).isAllDropped, "the page was whole already")
  }

  @Test func `Z1 a room's archive answers for the room only`() {
    var rig = Rig.ready()
    let wire = ask(&rig, page: .before(nil), archive: room)
    #expect(rig.receive(result(wire, "1")).isAllDropped)
    #expect(rig.receive(result(wire, "1", from: " from='ana@example.org'")).isAllDropped)
    #expect(rig.receive(result(wire, "2", from: " from='\(room)'")).isEmpty)
    #expect(rig.receive(fin(rig.lastID)).isAllDropped)
    let whole = page(after: fin(rig.lastID, from: " from='\(room)'"), &rig)
    #expect(whole?.entries.map(\.id.value) == ["2"])
  }

  @Test func `Z4 no more than the page's limit is taken, and a page with a hole has failed`() {
    var rig = Rig.ready()
    let wire = ask(&rig, page: .before(ArchiveID("9")), limit: 2)
    #expect(rig.receive(result(wire, "1") + result(wire, "2")).isEmpty)
    #expect(rig.receive(result(wire, "3")).isAllDropped)
    let error = StanzaError(kind: "cancel", condition: "policy-violation")
    #expect(
      rig.receive(fin(rig.lastID, complete: true)).events
        == [.archiveFailed(query: "q", error)])
  }

  @Test func `an archive that refuses says why`() {
    var rig = Rig.ready()
    _ = ask(&rig)
    let events = rig.receive(
      "<iq type='error' id='\(rig.lastID)'><error type='cancel'>"
        + "<item-not-found xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></iq>"
    ).events
    let error = StanzaError(kind: "cancel", condition: "item-not-found")
    #expect(events == [.archiveFailed(query: "q", error)])
  }

  @Test func `an archive that does not answer within 30 s has failed, and can be asked again`() {
    var rig = Rig.ready()
    let wire = ask(&rig)
    #expect(rig.session.nextDeadline == 31_000)
    rig.uptime = 30_999
    #expect(rig.handle(.tick).isEmpty)
    rig.uptime = 31_000
    let error = StanzaError(kind: "wait", condition: "remote-server-timeout")
    #expect(rig.handle(.tick).events == [.archiveFailed(query: "q", error)])
    #expect(rig.session.nextDeadline == nil)
    #expect(rig.receive(result(wire, "1")).isAllDropped)
  }

  @Test func `a roster that does not come within 30 s ends the session`() {
    var rig = Rig.ready()
    rig.command(.fetchRoster)
    rig.uptime += 30_000
    #expect(rig.handle(.tick).events == [.ended(.closed)])
  }

  private func ask(
    _ rig: inout Rig, page: ArchiveQuery.Page = .after(nil), archive: JID? = nil, limit: Int = 50
  ) -> String {
    let query = ArchiveQuery(id: "q", archive: archive, page: page, limit: limit)
    rig.command(.queryArchive(query))
    return rig.sent.last?.value(of: "queryid") ?? ""
  }

  private func page(after fin: String, _ rig: inout Rig) -> ArchivePage? {
    if case .archivePage(let page)? = rig.receive(fin).events.first { page } else { nil }
  }
}
