import Foundation
import Harness
import Testing

extension ServerTests {
  /// How groups begin and end.
  @Suite struct GroupLifeTests {
    @Test(arguments: GroupHost.allCases)
    func `A4 a group ends for all by its owner's word, and who may not end it is told why`(
      host: GroupHost
    ) throws {
      let world = try GroupWorld(host)
      defer { world.close() }
      let people = try world.meeting(["ana", "bo"])
      let (ana, bo) = (people[0], people[1])
      bo.say(["/destroy \(world.room) yes"])
      try bo.waits(for: "was not deleted: only its owners may do that")
      ana.say(["/destroy \(world.room) yes"])
      try ana.waits(for: "is deleted for everyone")
      try bo.waits(for: "This group was deleted")

      try bo.finish()
      try bo.restart()
      try bo.waitUntilOnline()
      try bo.waits(for: "This group was deleted")
      #expect(!bo.program.outputText.contains("in team as bo"))
    }

    @Test(arguments: GroupHost.allCases)
    func `G1 C3 a group is made for its members, and lets in whom it invites`(host: GroupHost)
      throws
    {
      let world = try GroupWorld(host)
      defer { world.close() }
      let people = try world.people(["ana", "bo", "cy"])
      let (ana, bo, cy) = (people[0], people[1], people[2])
      let lunch = world.room("lunch-club")
      ana.say(["/group \"Lunch club\" \(bo.address)"])
      try ana.waits(for: "made the group Lunch club (\(lunch)), 1 person invited")
      try bo.waits(for: "invites you to the group \(lunch)")
      cy.say(["/join \(lunch)"])
      try cy.waits(for: "This group is for its members only")
      bo.say(["/accept lunch-club"])
      try bo.waits(for: " as bo")
      ana.say(["/to \(lunch)", "who is hungry?"])
      try bo.waits(for: "who is hungry?")
      // Somebody has that address: the next one is taken.
      cy.say(["/group \"Lunch club\""])
      try cy.waits(for: "made the group Lunch club (\(world.room("lunch-club-2")))")
    }

    @Test(arguments: GroupHost.allCases)
    func `G1 a public group is found in the list, and a name chosen there`(host: GroupHost) throws {
      let world = try GroupWorld(host)
      defer { world.close() }
      let people = try world.people(["ana", "bo"])
      let (ana, bo) = (people[0], people[1])
      let books = world.room("books")
      ana.say(["/group public Books", "/group Secret"])
      try ana.waits(for: "made the group Books (\(books))")
      try ana.waits(for: "made the group Secret")
      bo.say(["/groups"])
      try bo.waits(for: "\(books) (Books, 1 person)")
      #expect(!bo.program.outputText.contains("secret@"))
      bo.say(["/join \(books) ana"])
      try bo.waits(for: "“ana” is taken in \(books): you are “ana_” there")
      bo.say(["/to \(books)", "/nick Bob"])
      try bo.waits(for: " as Bob")
      bo.say(["/nick ana"])
      try bo.waits(for: "“ana” is taken in \(books): you stay “Bob”")
      bo.say(["/groups nowhere.\(host.service)"])
      try bo.waits(for: "error: ")
      bo.say(["/leave \(books)", "/groups"])
      try bo.waits(for: "\(books) (Books, 1 person)", times: 2)
    }

    /// Made by another program, which says the password.
    @Test(arguments: GroupHost.allCases)
    func `A4 Z3 a locked group says so, is entered with its password, and again by itself`(
      host: GroupHost
    ) throws {
      let world = try GroupWorld(host)
      defer { world.close() }
      let cy = try Peer(world.invitation("cy"))
      try lock(world.room, by: cy)
      let ana = try world.person("ana")
      ana.say(["/join \(world.room)"])
      try ana.waits(for: "This group wants a password")
      ana.say(["/password \(world.room) please"])
      try ana.waits(for: "The password is wrong")
      ana.say(["/password \(world.room) open sesame"])
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
      for name in try FileManager.default.subpathsOfDirectory(atPath: ana.home.path)
      where name.contains("accounts/ana") {
        let file = URL(filePath: ana.home.path + "/" + name)
        let bytes = (try? Data(contentsOf: file)) ?? Data()
        let isThere = bytes.range(of: Data("open sesame".utf8)) != nil
        #expect(isThere == name.hasSuffix("/room-passwords"), "\(name)")
      }
    }

    private func lock(_ room: String, by cy: Peer) throws {
      let muc = "http://jabber.org/protocol/muc"
      cy.sendRaw("<presence to='\(room)/cy'><x xmlns='\(muc)'/></presence>")
      func field(_ name: String, _ value: String) -> String {
        "<field var='\(name)'><value>\(value)</value></field>"
      }
      let fields =
        field("FORM_TYPE", muc + "#roomconfig")
        + field("muc#roomconfig_passwordprotectedroom", "1")
        + field("muc#roomconfig_roomsecret", "open sesame")
      let form = "<x xmlns='jabber:x:data' type='submit'>\(fields)</x>"
      cy.sendRaw(
        "<iq type='set' id='lock' to='\(room)'><query xmlns='\(muc)#owner'>\(form)</query></iq>")
      // The server has taken it: stanzas are handled in order.
      _ = try cy.archive()
    }
  }
}
