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
    #expect(sent.contains("<query \(Self.space)><name>psst</name></query>"))
  }
}
