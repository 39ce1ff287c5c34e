import Foundation
import Harness
import Testing

extension ServerTests {
  /// Groups of ejabberd's, as `psst server config` configures it: made, found, joined, led and ended.
  @Suite(.enabled(if: Ejabberd.isInstalled, "ejabberd is not installed"))
  struct GroupsOfEjabberdTests {
    private static let service = "rooms.psst.test"

    private func people(_ names: [String], in world: GroupWorld) throws -> [Correspondent] {
      let people = try names.map { try Correspondent(world.invitation($0)) }
      for person in people { try person.waitUntilOnline() }
      return people
    }

    @Test
    func `G1 C3 A4 a group is made for its members, found, joined, left and ended there`()
      throws
    {
      let world = try GroupWorld(.ejabberd)
      defer { world.close() }
      let all = try people(["ana", "bo", "cy"], in: world)
      defer { all.forEach { $0.home.close() } }
      let (ana, bo, cy) = (all[0], all[1], all[2])
      let lunch = "lunch-club@\(Self.service)"
      ana.say(["/group \"Lunch club\" bo@psst.test"])
      try ana.waits(for: "made the group Lunch club (\(lunch)), 1 person invited")
      try bo.waits(for: "invites you to the group \(lunch)")
      cy.say(["/join \(lunch)"])
      try cy.waits(for: "This group is for its members only")
      bo.say(["/accept lunch-club"])
      try bo.waits(for: " as bo")
      ana.say(["/to \(lunch)", "who is hungry?"])
      try bo.waits(for: "who is hungry?")

      ana.say(["/group public Books"])
      let books = "books@\(Self.service)"
      try ana.waits(for: "made the group Books (\(books))")
      cy.say(["/groups"])
      try cy.waits(for: "\(books) (Books, 1 person)")
      #expect(!cy.program.outputText.contains("Lunch club"))
      cy.say(["/join \(books) ana"])
      try cy.waits(for: "“ana” is taken in \(books): you are “ana_” there")
      cy.say(["/to \(books)", "/nick Cyd"])
      try cy.waits(for: " as Cyd")
      cy.say(["/leave \(books)", "/destroy \(lunch) yes"])
      cy.say(["/join \(books)"])
      try ana.waits(for: " joined (Books)", times: 2)
      ana.say(["/destroy \(books) yes"])
      try ana.waits(for: "is deleted for everyone")
      try cy.waits(for: "This group was deleted")
    }

    @Test func `A4 G6 an owner changes the topic, kicks, bans and gives roles there`() throws {
      let world = try GroupWorld(.ejabberd)
      defer { world.close() }
      let all = try people(["ana", "bo", "cy"], in: world)
      defer { all.forEach { $0.home.close() } }
      let (ana, bo, cy) = (all[0], all[1], all[2])
      for (number, person) in all.enumerated() {
        person.say(["/join \(world.room)"])
        try person.waits(for: "in team as \(person.name)")
        for other in all[..<number] { try other.waits(for: "\(person.name) joined") }
        person.talk(to: world.room)
      }
      bo.say(["/kick cy", "/ban cy"])
      try bo.waits(for: "cy was not removed from the group")
      try bo.waits(for: "cy was not banned from the group")
      ana.say(["/topic figures & plots"])
      for person in all { try person.waits(for: "topic: figures & plots") }
      ana.say(["/kick bo enough for today"])
      try bo.waits(for: "You were removed from this group: enough for today")
      bo.say(["/join \(world.room)"])
      try bo.waits(for: "in team as bo", times: 2)
      ana.say(["/ban cy@psst.test spam"])
      try cy.waits(for: "You were banned from this group: spam")
      cy.say(["/join \(world.room)"])
      try cy.waits(for: "You are banned from this group")
      ana.say(["/unban cy@psst.test"])
      try ana.waits(for: "cy@psst.test was allowed back into the group")
      cy.say(["/join \(world.room)"])
      try cy.waits(for: "in team as cy", times: 2)
      // Who is not known to be there cannot be named.
      try bo.waits(for: "cy joined", times: 2)
      ana.say(["/role bo moderator"])
      try ana.waits(for: "bo was made a moderator of the group")
      bo.say(["/role cy visitor"])
      try bo.waits(for: "cy was kept from speaking in the group")
      bo.say(["/role cy participant"])
      try bo.waits(for: "cy was allowed to speak in the group")
      cy.say(["and now?"])
      try ana.waits(for: "and now?")
      ana.say(["/configure roomname The <team>"])
      try ana.waits(for: "was changed")
      ana.say(["/configure"])
      try ana.waits(for: "roomname: The <team>")
    }
  }
}
