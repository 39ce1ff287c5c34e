import Foundation
import Harness
import Testing

extension ServerTests {
  /// Groups of the private server that somebody moderates and leads.
  @Suite struct ModerationTests {
    private static let room = "team@rooms.localhost"

    /// In the group together; the first has made it.
    private func meeting(_ names: [String], on server: RealServer) throws -> [Correspondent] {
      try names.reduce(into: []) { people, name in
        let person = try Correspondent(name, in: server.home)
        try person.waitUntilOnline()
        person.say(["/join \(Self.room)"])
        try person.waits(for: "in team as \(name)")
        // Who is not known to be there cannot be named.
        for other in people { try other.waits(for: "\(name) joined") }
        person.talk(to: Self.room)
        people.append(person)
      }
    }

    @Test
    func `A4 G6 an owner changes the topic, kicks, bans and lets back in; who may not is told why`()
      throws
    {
      let server = try RealServer()
      defer { server.close() }
      let people = try meeting(["ana", "bo", "cy"], on: server)
      let (ana, bo, cy) = (people[0], people[1], people[2])
      bo.say(["/topic mine", "/kick cy", "/ban cy"])
      try bo.waits(for: "was not changed: only its moderators may do that")
      try bo.waits(for: "cy was not removed from the group \(Self.room): only its moderators")
      try bo.waits(for: "cy was not banned from the group \(Self.room): only its owners and admins")
      ana.say(["/topic figures & plots"])
      for person in people { try person.waits(for: "topic: figures & plots") }

      ana.say(["/kick bo enough <for> today"])
      try bo.waits(for: "You were removed from this group: enough <for> today")
      try ana.waits(for: "bo was removed from the group")
      bo.say(["/join \(Self.room)"])
      try bo.waits(for: "in team as bo", times: 2)

      ana.say(["/ban cy@localhost spam"])
      try cy.waits(for: "You were banned from this group: spam")
      cy.say(["/join \(Self.room)"])
      try cy.waits(for: "You are banned from this group")
      ana.say(["/members"])
      try ana.waits(for: "cy@localhost, banned")
      ana.say(["/unban cy@localhost"])
      try ana.waits(for: "cy@localhost was allowed back into the group")
      cy.say(["/join \(Self.room)"])
      try cy.waits(for: "in team as cy", times: 2)
    }

    @Test func `A4 G6 roles are given and taken, and a group keeps its last owner`() throws {
      let server = try RealServer()
      defer { server.close() }
      let people = try meeting(["ana", "bo", "cy"], on: server)
      let (ana, bo, cy) = (people[0], people[1], people[2])
      ana.say(["/role ana member"])
      try ana.waits(for: "you are its only owner; make somebody else one first")
      ana.say(["/role bo moderator"])
      try ana.waits(for: "bo was made a moderator of the group")
      bo.say(["/kick ana"])
      try bo.waits(for: "ana was not removed from the group")
      bo.say(["/role cy visitor"])
      try bo.waits(for: "cy was kept from speaking in the group")
      cy.say(["am I heard?"])
      try cy.waits(for: "am I heard?: failed")
      bo.say(["/role cy participant"])
      try bo.waits(for: "cy was allowed to speak in the group")
      cy.say(["and now?"])
      try ana.waits(for: "and now?")

      ana.say(["/role bo owner"])
      try ana.waits(for: "bo was made an owner of the group")
      ana.say(["/role ana member"])
      try ana.waits(for: "ana was made a member of the group")
      ana.say(["/role cy admin"])
      try ana.waits(for: "cy was not made an admin of the group \(Self.room): only its owners")
    }

    @Test func `M2 G6 a moderator deletes what another said, for who is there, away, and new`()
      throws
    {
      let server = try RealServer()
      defer { server.close() }
      let people = try meeting(["ana", "bo", "cy"], on: server)
      let (ana, bo, cy) = (people[0], people[1], people[2])
      bo.say(["buy this now"])
      for person in [ana, cy] { try person.waits(for: "buy this now") }
      try cy.finish()
      cy.say(["/to \(Self.room)"])
      bo.say(["/remove"])
      ana.say(["/remove"])
      try bo.waits(for: "ana deleted your message")
      try ana.waits(for: "ana deleted a message of")
      bo.say(["something else"])
      try ana.waits(for: "something else")

      try cy.restart()
      try cy.waits(for: "something else")
      let late = try Correspondent("dee", in: server.home)
      try late.waitUntilOnline()
      late.say(["/join \(Self.room)"])
      try late.waits(for: "in team as dee")
      for person in people + [late] {
        try person.finish()
        let rows = try person.rows(with: Self.room)
        #expect(!rows.contains { $0.text.contains("buy this") }, "\(person.name)")
        #expect(rows.contains { $0.text == "something else" }, "\(person.name)")
      }
    }

    @Test func `A4 G6 an owner changes what the group is, and who is none is told why not`()
      throws
    {
      let server = try RealServer()
      defer { server.close() }
      let people = try meeting(["ana", "bo"], on: server)
      let (ana, bo) = (people[0], people[1])
      bo.say(["/configure membersonly yes"])
      try bo.waits(for: "The group cannot be configured: only its owners may do that")
      ana.say(["/configure"])
      try ana.waits(for: "membersonly: no")
      ana.say(["/configure roomname The <team>"])
      try ana.waits(for: "was changed")
      ana.say(["/role bo member"])
      try ana.waits(for: "bo was made a member")
      ana.say(["/configure membersonly yes"])
      try ana.waits(for: "was changed", times: 2)
      let cy = try Correspondent("cy", in: server.home)
      try cy.waitUntilOnline()
      cy.say(["/join \(Self.room)"])
      try cy.waits(for: "This group is for its members only")
      ana.say(["/configure"])
      try ana.waits(for: "membersonly: yes")
      try ana.waits(for: "roomname: The <team>")
      ana.say(["/configure membersonly no", "/configure"])
      try ana.waits(for: "membersonly: no", times: 2)
      ana.say(["/configure roomsecret open sesame", "/configure"])
      try ana.waits(for: "roomsecret: ***")
      cy.say(["/join \(Self.room)"])
      try cy.waits(for: "This group wants a password")
      cy.say(["/password \(Self.room) open sesame"])
      try cy.waits(for: "in team as cy")
      #expect(!ana.log.contains("open sesame"))
    }
  }
}

extension Correspondent {
  /// As ``waits(for:bound:)``, so often.
  func waits(for words: String, times: Int) throws {
    try program.waitUntil("\(name): \(words) \(times) times", bound: 30) {
      $0.outputText.split(separator: words, omittingEmptySubsequences: false).count > times
    }
  }
}
