import Foundation
import Harness
import Testing

extension ServerTests {
  /// Groups that somebody moderates and leads.
  @Suite struct ModerationTests {
    @Test(arguments: GroupHost.allCases)
    func `A4 G6 an owner changes the topic, kicks, bans and lets back in; who may not is told why`(
      host: GroupHost
    ) throws {
      let world = try GroupWorld(host)
      defer { world.close() }
      let people = try world.meeting(["ana", "bo", "cy"])
      let (ana, bo, cy) = (people[0], people[1], people[2])
      bo.say(["/topic mine", "/kick cy", "/ban \(cy.address)"])
      try bo.waits(for: "was not changed: only its moderators may do that")
      try bo.waits(for: "cy was not removed from the group \(world.room): only its moderators")
      try bo.waits(for: " was not banned from the group \(world.room): only its owners and admins")
      ana.say(["/topic figures & plots"])
      for person in people { try person.waits(for: "topic: figures & plots") }

      ana.say(["/kick bo enough <for> today"])
      try bo.waits(for: "You were removed from this group: enough <for> today")
      try ana.waits(for: "bo was removed from the group")
      bo.say(["/join \(world.room)"])
      try bo.waits(for: "in team as bo", times: 2)

      ana.say(["/ban \(cy.address) spam"])
      try cy.waits(for: "You were banned from this group: spam")
      cy.say(["/join \(world.room)"])
      try cy.waits(for: "You are banned from this group")
      ana.say(["/members"])
      try ana.waits(for: "\(cy.address), banned")
      ana.say(["/unban \(cy.address)"])
      try ana.waits(for: "\(cy.address) was allowed back into the group")
      cy.say(["/join \(world.room)"])
      try cy.waits(for: "in team as cy", times: 2)
    }

    @Test(arguments: GroupHost.allCases)
    func `A4 G6 roles are given and taken, and a group keeps its last owner`(host: GroupHost) throws
    {
      let world = try GroupWorld(host)
      defer { world.close() }
      let people = try world.meeting(["ana", "bo", "cy"])
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
      try ana.waits(for: "cy was not made an admin of the group \(world.room): only its owners")
    }

    /// ejabberd has moderated retraction from 24.02 on (XEP-0425).
    @Test func `M2 G6 a moderator deletes what another said, for who is there, away, and new`()
      throws
    {
      let world = try GroupWorld(.prosody)
      defer { world.close() }
      let people = try world.meeting(["ana", "bo", "cy"])
      let (ana, bo, cy) = (people[0], people[1], people[2])
      bo.say(["buy this now"])
      for person in [ana, cy] { try person.waits(for: "buy this now") }
      try cy.finish()
      cy.say(["/to \(world.room)"])
      bo.say(["/remove"])
      ana.say(["/remove"])
      try bo.waits(for: "ana deleted your message")
      try ana.waits(for: "ana deleted a message of")
      bo.say(["something else"])
      try ana.waits(for: "something else")

      try cy.restart()
      try cy.waits(for: "something else")
      let late = try world.person("dee")
      late.say(["/join \(world.room)"])
      try late.waits(for: "in team as dee")
      for person in people + [late] {
        try person.finish()
        let rows = try person.rows(with: world.room)
        #expect(!rows.contains { $0.text.contains("buy this") }, "\(person.name)")
        #expect(rows.contains { $0.text == "something else" }, "\(person.name)")
      }
    }

    @Test(arguments: GroupHost.allCases)
    func `A4 G6 an owner changes what the group is, and who is none is told why not`(
      host: GroupHost
    ) throws {
      let world = try GroupWorld(host)
      defer { world.close() }
      let people = try world.meeting(["ana", "bo"])
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
      let cy = try world.person("cy")
      cy.say(["/join \(world.room)"])
      try cy.waits(for: "This group is for its members only")
      ana.say(["/configure"])
      try ana.waits(for: "membersonly: yes")
      try ana.waits(for: "roomname: The <team>")
      ana.say(["/configure membersonly no", "/configure"])
      try ana.waits(for: "membersonly: no", times: 2)
      ana.say(["/configure roomsecret open sesame", "/configure"])
      try ana.waits(for: "roomsecret: ***")
      cy.say(["/join \(world.room)"])
      try cy.waits(for: "This group wants a password")
      cy.say(["/password \(world.room) open sesame"])
      try cy.waits(for: "in team as cy")
      #expect(!ana.log.contains("open sesame"))
    }
  }
}
