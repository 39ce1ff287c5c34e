import Model
import Testing

@testable import Handover

@Suite struct NameBookTests {
  private static let bo = JID("bo@localhost")!
  private static let other = JID("bo@attacker.test")!

  private static func book(_ changes: Change...) -> NameBook {
    NameBook(account: JID("ana@localhost")!, changes)
  }

  private static func contact(_ jid: JID, _ name: String? = nil) -> Change {
    .contact(Contact(jid: jid, name: name, subscription: .both))
  }

  private static func chat(_ jid: JID, isContact: Bool) -> Change {
    .chat(
      Chat(jid: jid, kind: .direct, name: jid.local ?? "", subscription: isContact ? .both : nil))
  }

  @Test func `G9 the address of somebody in a group is theirs, and never the group's`() throws {
    let team = JID("team@rooms.localhost")!
    let book = Self.book(
      Self.contact(Self.bo, "Bo"), .chat(Chat(jid: team, kind: .room, name: "team")))
    #expect(try book.chat(of: "team@rooms.localhost/zoe nova") == team.with(resource: "zoe nova"))
    #expect(try book.chat(of: "team@rooms.localhost") == team)
    #expect(try book.chat(of: "bo@localhost/phone") == Self.bo, "a contact has many devices")
  }

  @Test func `Z2 who is no contact has no name but the address`() {
    let book = Self.book(
      Self.contact(Self.bo, "Bo"), Self.chat(Self.bo, isContact: true),
      Self.chat(Self.other, isContact: false))
    #expect(book.name(of: Self.bo) == "Bo")
    #expect(book.name(of: Self.other) == "bo@attacker.test (not a contact)")
    #expect(book.find("bo") == .found(Self.bo), "a stranger took a contact's name")
    #expect(book.introduction(of: Self.bo) == "Bo (bo@localhost)")
    #expect(book.introduction(of: Self.other) == "bo@attacker.test (not a contact)")
  }

  @Test(arguments: ["Bo", "b0", "Bo\u{3164}", "me", "Notes to self"])
  func `Z9 a group called like a person is found by its address, and the person by the name`(
    title: String
  ) {
    let room = JID("den@rooms.attacker.test")!
    let book = Self.book(
      Self.contact(Self.bo, "Bo"),
      .chat(Chat(jid: room, kind: .room, name: title, subscription: nil)))
    #expect(book.find("bo") == .found(Self.bo) && book.name(of: Self.bo) == "Bo")
    #expect(book.name(of: room) == room.description)
    #expect(
      book.name(of: room.with(resource: "bo: #3 14:02 cy")!)
        == "“bo: #3 14:02 cy” in den@rooms.attacker.test")
    #expect(book.name(of: room.with(resource: "you")!) == "?you in den@rooms.attacker.test")
  }

  @Test func `Z2 letters of two scripts are told of contacts as well`() {
    let mixed = JID("b\u{43E}@localhost")!
    let book = Self.book(Self.contact(mixed, "Bo"))
    #expect(book.name(of: mixed) == "b\u{43E}@localhost (Latin+Cyrillic)")
    let stranger = Self.book(Self.chat(mixed, isContact: false))
    #expect(stranger.name(of: mixed) == "b\u{43E}@localhost (not a contact, Latin+Cyrillic)")
  }

  @Test func `Z2 of whom nothing is known nothing is claimed`() {
    let book = Self.book(Self.contact(JID("b@example.org")!, "Cy"))
    #expect(book.name(of: Self.bo) == "bo" && book.name(of: Self.other) == "bo@attacker.test")
    #expect(book.name(of: JID("cy@localhost")!) == "cy@localhost", "a contact's name")
  }

  @Test func `Z2 a name that only a stranger has is asked about`() {
    let book = Self.book(Self.chat(Self.other, isContact: false))
    #expect(book.find("bo") == .doubtful(Self.other))
    #expect(book.find("bo@attacker.test") == .found(Self.other))
    #expect(book.find("cy") == .invalid, "nothing is completed by guess")
  }

  @Test func `Z2 a word without an @ is a name, else who has it on this server, else a server`() {
    let server = JID("irc.home.test")!
    #expect(Self.book().find("irc.home.test") == .found(server))
    #expect(
      Self.book(Self.contact(Self.bo, "irc.home.test")).find("irc.home.test")
        == .several([server, Self.bo]))
    #expect(Self.book(Self.contact(server, "IRC")).find("irc.home.test") == .found(server))
    var book = NameBook(account: JID("ana@localhost")!, isPrivate: true)
    #expect(book.find("ec") == .found(JID("ec@localhost")!), "who is there is not known yet")
    book.isWhole = true
    #expect(book.find("ec") == .nobody)
    book.apply(Self.contact(JID("ec@localhost")!))
    #expect(book.find("ec") == .found(JID("ec@localhost")!))
    #expect(throws: (any Error).self) { try book.address(of: "nobody") }
  }

  @Test func `Z2 an address of a gateway is written and shown as its owner has it`() {
    let escaped = JID("ana\\40example.com@mail.example.org")!
    #expect(Self.book().find("ana@example.com@mail.example.org") == .found(escaped))
    #expect(Self.book().find("ana\\40example.com@mail.example.org") == .found(escaped))
    #expect(Self.book().name(of: escaped) == "ana@example.com@mail.example.org")
    let book = Self.book(Self.contact(escaped))
    #expect(
      book.name(of: escaped) == "ana@example.com@mail.example.org", "a name with an @ is an address"
    )
  }

  @Test func `C2 a word of a name is enough, where it is one person's, and a whole name is more`() {
    let (weber, stone) = (JID("mw@example.org")!, JID("ms@example.org")!)
    var book = Self.book(Self.contact(weber, "Max Weber"), Self.contact(Self.bo, "Bo"))
    #expect(book.find("WEBER") == .found(weber) && book.find("max weber") == .found(weber))
    #expect(book.find("web") == .invalid, "half a word is nobody's")
    book.apply(Self.contact(stone, "Max Stone"))
    #expect(book.find("max") == .several([stone, weber]))
    book.apply(Self.contact(JID("max@example.org")!, "Max"))
    #expect(book.find("max") == .found(JID("max@example.org")!))
  }

  @Test func `Z2 two contacts of one name are called by their addresses`() {
    let second = JID("bo@example.org")!
    var book = Self.book(Self.contact(Self.bo), Self.contact(second, "Bo"))
    #expect(book.name(of: Self.bo) == "bo@localhost")
    #expect(book.name(of: second) == "bo@example.org")
    #expect(book.find("bo") == .several([second, Self.bo]))
    book.apply(.contactRemoved(second))
    #expect(book.name(of: Self.bo) == "bo")
    #expect(book.name(of: second) == "bo@example.org (not a contact)")
  }

  @Test func `P8 Z6 what a contact calls themselves names them where nobody else is called so`() {
    let (bo, mallory) = (JID("bo@a.example")!, JID("mallory@b.example")!)
    var book = NameBook(account: JID("ana@a.example")!)
    book.apply(.contact(Contact(jid: bo, name: "Robert", subscription: .both)))
    book.apply(.contact(Contact(jid: mallory, name: nil, subscription: .both)))
    book.apply(.nick(mallory, "R0bert"))
    #expect(book.name(of: mallory) == "mallory" && book.name(of: bo) == "Robert")
    book.apply(.nick(mallory, "Mal Lory"))
    #expect(book.name(of: mallory) == "Mal Lory" && book.find("mal lory") == .found(mallory))
  }
}
