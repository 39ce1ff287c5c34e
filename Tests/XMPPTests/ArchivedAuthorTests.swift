import Model
import Testing
import XMLStream

@testable import XMPP

/// Authors in the archive of a room that does not say who is who otherwise.
@Suite struct ArchivedAuthorTests {
  private static let room = JID("team@rooms.example.net")!
  private static let mark =
    "<archived xmlns='urn:xmpp:mam:tmp' by='team@rooms.example.net' id='r1'/>"
  private static func said(by jid: String) -> String {
    "<x xmlns='http://jabber.org/protocol/muc#user'><item jid='\(jid)'/></x>"
  }

  private func author(_ inner: String) -> JID? {
    var rig = Rig.ready()
    let query = ArchiveQuery(id: "q", archive: Self.room, page: .before(nil), limit: 5)
    let asked = rig.command(.queryArchive(query)).sentTexts.joined()
    let wire = asked.value(of: "queryid") ?? ""
    let said =
      "<message xmlns='jabber:client' type='groupchat' from='\(Self.room)/me' id='1'>\(inner)<body>x</body></message>"
    let forwarded = "<forwarded xmlns='urn:xmpp:forward:0'>\(said)</forwarded>"
    let part = rig.receive(
      "<message from='\(Self.room)'><result xmlns='urn:xmpp:mam:2' queryid='\(wire)' id='r1'>\(forwarded)</result></message>"
    )
    let end = "<fin xmlns='urn:xmpp:mam:2' complete='true'/>"
    let id = asked.value(of: "id") ?? ""
    let answer = "<iq type='result' from='\(Self.room)' id='\(id)'>\(end)</iq>"
    let entries = (part.events + rig.receive(answer).events).flatMap {
      event -> [ArchivePage.Entry] in
      switch event {
      case .archivePage(let page): page.entries
      case .archivePart(_, let entries): entries
      default: []
      }
    }
    #expect(entries.count == 1)
    return entries.first?.message?.author
  }

  @Test func `G2 Z1 the archive's own word counts, as ejabberd gives it`() {
    #expect(author(Self.said(by: "ana@example.net/phone") + Self.mark) == JID("ana@example.net"))
  }

  @Test(arguments: [
    said(by: "ana@example.net"),
    said(by: "ana@example.net") + mark.replacing("id='r1'", with: "id='r2'"),
    said(by: "ana@example.net") + mark.replacing("team@", with: "other@"),
    said(by: "bo@example.net") + said(by: "ana@example.net") + mark, mark,
    said(by: "") + mark,
  ])
  func `Z1 what a participant may have put there does not`(inner: String) {
    #expect(author(inner) == nil)
  }
}
