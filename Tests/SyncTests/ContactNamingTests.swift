import Model
import Storage
import Testing
import XMPP

@testable import Sync

/// What I call people (C2).
@Suite struct ContactNamingTests {
  private func said(_ rig: Rig) -> [String] {
    rig.commands.compactMap {
      if case .nameContact(_, let who, let name, _) = $0 {
        "\(who.local ?? ""): \(name)"
      } else {
        nil
      }
    }
  }

  private func names(_ rig: Rig) -> [String?] {
    rig.changes.compactMap { if case .contact(let contact) = $0 { contact.name } else { nil } }
  }

  @Test func `C2 a name is so at once, and the roster has it`() throws {
    let rig = try Rig.online()
    rig.befriend()
    rig.wish(.nameContact(bo, "  Bo \n Reyes "))
    #expect(try names(rig) == ["Bo Reyes"] && rig.database.roster.contact(bo)?.name == "Bo Reyes")
    rig.run()
    #expect(said(rig) == ["bo: Bo Reyes"])
    #expect(
      rig.server.roster.map(\.contact) == [Contact(jid: bo, name: "Bo Reyes", subscription: .both)])
    rig.wish(.nameContact(bo, ""))
    rig.run()
    #expect(rig.server.roster.map(\.contact.name) == [nil])
  }

  @Test func `M7 P8 a name given offline stays, and goes out once at the next link`() throws {
    let rig = try Rig.online()
    rig.befriend()
    rig.cut()
    rig.wish(.nameContact(bo, "Robert"))
    rig.wish(.nameContact(bo, "Bo"))
    rig.wish(.nameContact(cy, "Cy"))
    rig.forget()
    try rig.kill()
    #expect(try rig.database.roster.all().map(\.name) == ["Bo", "Cy"])
    rig.link()
    // What else the roster says of them would be lost.
    #expect(said(rig) == [], "the roster is not known yet")
    rig.run()
    #expect(said(rig) == ["bo: Bo", "cy: Cy"])
    #expect(try rig.database.roster.all().map(\.name) == ["Bo", "Cy"], "not what the server had")
    rig.cut()
    rig.link()
    rig.run()
    #expect(said(rig).count == 2)
  }

  @Test
  func `C2 M7 labels put offline stay, go out with the name, and are not undone by the server's`()
    throws
  {
    let rig = try Rig.online()
    rig.befriend()
    rig.cut()
    rig.wish(.label(bo, [" Work ", "Friends", "work\nplace", "Friends", ""]))
    rig.wish(.nameContact(bo, "Bo"))
    rig.forget()
    try rig.kill()
    let labels = ["Friends", "Work", "work place"]
    #expect(try rig.database.roster.contact(bo)?.labels == labels)
    rig.link()
    rig.run()
    #expect(rig.server.roster.map(\.contact.labels) == [labels])
    #expect(try rig.database.roster.contact(bo)?.name == "Bo")
    rig.wish(.nameContact(bo, "Robert"))
    rig.run()
    #expect(rig.server.roster.map(\.contact.labels) == [labels], "a name leaves them")
    rig.wish(.label(bo, []))
    rig.run()
    #expect(
      rig.server.roster.map(\.contact) == [Contact(jid: bo, name: "Robert", subscription: .both)])
  }

  @Test func `A4 a name that the server refuses is taken back, and it is said why`() throws {
    let rig = try Rig.online()
    rig.befriend()
    rig.server.namingRefusal = StanzaError(kind: "cancel", condition: "not-allowed")
    rig.wish(.nameContact(bo, "Robert"))
    rig.run()
    #expect(try rig.database.roster.contact(bo)?.name == nil)
    let told = rig.changes.contains {
      if case .notice(let notice) = $0 {
        notice.text.hasPrefix("bo@example.org was not renamed")
      } else {
        false
      }
    }
    #expect(told)
  }
}
