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
  }
}

extension Correspondent {
  /// Until plain mode has said that.
  func waits(for words: String, bound: Double = 30) throws {
    try program.waitUntil("\(name): \(words)", bound: bound) { $0.outputText.contains(words) }
  }
}
