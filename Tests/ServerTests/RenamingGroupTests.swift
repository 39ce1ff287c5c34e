import Harness
import Testing

extension ServerTests {
  /// A group without an archive that gives each message another id.
  @Suite struct RenamingGroupTests {
    @Test func `G2 G8 what a group tells under other ids is there once, after each return too`()
      throws
    {
      let world = try GroupWorld(.renaming)
      defer { world.close() }
      let people = try world.meeting(["ana", "bo"])
      let (ana, bo) = (people[0], people[1])
      ana.say(["one", "ok", "ok"])
      try ana.waits(for: "] ok: sent", times: 2)
      bo.say(["two", "ok"])
      try ana.waits(for: "bo in team: ok")
      for _ in 1...2 {
        try ana.killHard()
        try ana.restart()
        try ana.waits(for: "in team as ana")
      }
      ana.say(["three"])
      try ana.waits(for: "] three: sent")
      for person in people { try person.finish() }
      let said = ["one", "ok", "ok", "two", "ok", "three"]
      for person in people {
        #expect(try person.rows(with: world.room).map(\.text) == said, "of \(person.name)")
      }
    }
  }
}
