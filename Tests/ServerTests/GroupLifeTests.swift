import Foundation
import Harness
import Testing

extension ServerTests {
  /// How groups of the private server begin and end.
  @Suite struct GroupLifeTests {
    private static let room = "team@rooms.localhost"

    @Test func `A4 a group ends for all by its owner's word, and who may not end it is told why`()
      throws
    {
      let server = try RealServer()
      defer { server.close() }
      let ana = try Correspondent("ana", in: server.home)
      let bo = try Correspondent("bo", in: server.home)
      for person in [ana, bo] {
        try person.waitUntilOnline()
        person.say(["/join \(Self.room)"])
        try person.waits(for: "in team as \(person.name)")
      }
      bo.say(["/destroy \(Self.room) yes"])
      try bo.waits(for: "was not deleted: only its owners may do that")
      ana.say(["/destroy \(Self.room) yes"])
      try ana.waits(for: "is deleted for everyone")
      try bo.waits(for: "This group was deleted")

      try bo.finish()
      try bo.restart()
      try bo.waitUntilOnline()
      try bo.waits(for: "This group was deleted")
      #expect(!bo.program.outputText.contains("in team as bo"))
    }

    @Test func `G1 C3 a group is made for its members, and lets in whom it invites`() throws {
      let server = try RealServer()
      defer { server.close() }
      let people = try ["ana", "bo", "cy"].map { try Correspondent($0, in: server.home) }
      let (ana, bo, cy) = (people[0], people[1], people[2])
      for person in people { try person.waitUntilOnline() }
      ana.say(["/group \"Lunch club\" bo"])
      let lunch = "lunch-club@rooms.localhost"
      try ana.waits(for: "made the group Lunch club (\(lunch)), 1 person invited")
      try bo.waits(for: "ana invites you to the group \(lunch)")
      cy.say(["/join \(lunch)"])
      try cy.waits(for: "This group is for its members only")
      bo.say(["/accept lunch-club"])
      try bo.waits(for: " as bo")
      ana.say(["/to \(lunch)", "who is hungry?"])
      try bo.waits(for: "who is hungry?")
      // Somebody has that address: the next one is taken.
      cy.say(["/group \"Lunch club\""])
      try cy.waits(for: "made the group Lunch club (lunch-club-2@rooms.localhost)")
    }

    @Test func `G1 a public group is found in the list, and a name chosen there`() throws {
      let server = try RealServer()
      defer { server.close() }
      let ana = try Correspondent("ana", in: server.home)
      let bo = try Correspondent("bo", in: server.home)
      try ana.waitUntilOnline()
      try bo.waitUntilOnline()
      ana.say(["/group public Books", "/group Secret"])
      try ana.waits(for: "made the group Books (books@rooms.localhost)")
      try ana.waits(for: "made the group Secret")
      bo.say(["/groups"])
      try bo.waits(for: "books@rooms.localhost (Books, 1 person)")
      #expect(!bo.program.outputText.contains("secret@"))
      bo.say(["/join books@rooms.localhost ana"])
      try bo.waits(for: "“ana” is taken in books@rooms.localhost: you are “ana_” there")
      bo.say(["/to books@rooms.localhost", "/nick Bob"])
      try bo.waits(for: " as Bob")
      bo.say(["/nick ana"])
      try bo.waits(for: "“ana” is taken in books@rooms.localhost: you stay “Bob”")
      bo.say(["/groups nowhere.localhost"])
      try bo.waits(for: "error: ")
      bo.say(["/leave books@rooms.localhost", "/groups"])
      try bo.waits(for: "books@rooms.localhost (Books, 1 person)")
    }

    /// Made by another program, which says the password.
    @Test
    func `A4 Z3 a locked group says so, is entered with its password, and again by itself`()
      throws
    {
      let server = try RealServer()
      defer { server.close() }
      let cy = try server.peer("cy")
      try lock(by: cy)
      let ana = try Correspondent("ana", in: server.home)
      try ana.waitUntilOnline()
      ana.say(["/join \(Self.room)"])
      try ana.waits(for: "This group wants a password")
      ana.say(["/password \(Self.room) please"])
      try ana.waits(for: "The password is wrong")
      ana.say(["/password \(Self.room) open sesame"])
      try ana.waits(for: "in team as ana")
      try ana.killHard()
      try ana.restart()
      try ana.waits(for: "in team as ana")
      // Who comes back to the old stream was never out: who has said goodbye must say the password again.
      try ana.finish()
      try ana.restart()
      try ana.waits(for: "in team as ana")
      #expect(!ana.log.contains("sesame"))
      try ana.finish()
      for name in try FileManager.default.subpathsOfDirectory(atPath: server.home.path)
      where name.contains("accounts/ana") {
        let file = URL(filePath: server.home.path + "/" + name)
        let bytes = (try? Data(contentsOf: file)) ?? Data()
        let isThere = bytes.range(of: Data("open sesame".utf8)) != nil
        #expect(isThere == name.hasSuffix("/room-passwords"), "\(name)")
      }
    }

    private func lock(by cy: Peer) throws {
      let muc = "http://jabber.org/protocol/muc"
      cy.sendRaw("<presence to='\(Self.room)/cy'><x xmlns='\(muc)'/></presence>")
      func field(_ name: String, _ value: String) -> String {
        "<field var='\(name)'><value>\(value)</value></field>"
      }
      let fields =
        field("FORM_TYPE", muc + "#roomconfig")
        + field("muc#roomconfig_roomsecret", "open sesame")
      let form = "<x xmlns='jabber:x:data' type='submit'>\(fields)</x>"
      cy.sendRaw(
        "<iq type='set' id='lock' to='\(Self.room)'><query xmlns='\(muc)#owner'>\(form)</query></iq>"
      )
      // The server has taken it: stanzas are handled in order.
      _ = try cy.archive()
    }
  }
}

extension Correspondent {
  /// Until plain mode has said that.
  func waits(for words: String, bound: Double = 30) throws {
    try program.waitUntil("\(name): \(words)", bound: bound) { $0.outputText.contains(words) }
  }
}
