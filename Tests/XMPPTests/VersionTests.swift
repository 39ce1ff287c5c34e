import Model
import Testing

@testable import XMPP

/// XEP-0092.
@Suite struct VersionTests {
  private static let phone = JID("bo@example.net/phone")!
  private static let space = "xmlns='jabber:iq:version'"

  @Test(arguments: [
    ("<name>Other</name><version>1.0</version><os/>", "Other 1.0"), ("<name/>", nil),
    ("<name>\(String(repeating: "x", count: 500))</name>", String(repeating: "x", count: 100)),
  ])
  func `C2 Z4 a device says what program it is`(inner: String, program: String?) {
    var rig = Rig.ready()
    rig.command(.askProgram(Self.phone))
    let answer =
      "<iq type='result' id='\(rig.lastID)' from='\(Self.phone)'><query \(Self.space)>\(inner)</query></iq>"
    #expect(rig.receive(answer).events == (program.map { [.programTold(Self.phone, $0)] } ?? []))
  }

  @Test(arguments: [
    ("<identity category='client' type='pc' name='Other'/>", "Other"),
    ("<identity category='account' type='registered' name='x'/>", nil),
    ("<identity category='client' type='pc'/>", nil),
    (
      "<identity category='client' name='\(String(repeating: "x", count: 500))'/>",
      String(repeating: "x", count: 100)
    ),
  ])
  func `C2 Z4 a device that tells no version is asked for its name`(
    inner: String, name: String?
  ) throws {
    var rig = Rig.ready()
    let asked = rig.command(.askProgram(Self.phone)).sentTexts
    let id = try #require(asked.first { $0.contains("disco#info") }?.value(of: "id"))
    rig.receive("<iq type='error' id='\(rig.lastID)' from='\(Self.phone)'/>")
    let answer =
      "<iq type='result' id='\(id)' from='\(Self.phone)'>"
      + "<query xmlns='http://jabber.org/protocol/disco#info'>\(inner)</query></iq>"
    #expect(rig.receive(answer).events == (name.map { [.clientTold(Self.phone, $0)] } ?? []))
  }

  @Test func `Z1 nobody else says it`() {
    var rig = Rig.ready()
    rig.command(.askProgram(Self.phone))
    let answer =
      "<iq type='result' id='\(rig.lastID)' from='eve@example.net/x'><query \(Self.space)><name>E</name></query></iq>"
    #expect(rig.receive(answer).isAllDropped)
  }

  @Test func `C2 who asks is told the name of this program, and no more`() {
    var rig = Rig.ready()
    let sent = rig.receive(
      "<iq type='get' id='v' from='\(Self.phone)'><query \(Self.space)/></iq>"
    ).sentTexts.joined()
    #expect(sent.contains("<query \(Self.space)><name>psst</name><version/></query>"))
  }
}
