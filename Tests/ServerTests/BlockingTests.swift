import Foundation
import Harness
import Testing

extension ServerTests {
  /// Whom one wants to have nothing to do with (XEP-0191).
  @Suite struct BlockingTests {
    @Test(arguments: GroupHost.allCases)
    func `C2 C5 who is blocked reaches no device of mine and sees me nowhere, until unblocked`(
      host: GroupHost
    ) throws {
      let world = try GroupWorld(host)
      defer { world.close() }
      let (ana, bo) = try world.contacts()
      try bo.waits(for: "ana is online")
      ana.say(["/block bo"])
      try ana.waits(for: "Blocked bo")
      try bo.waits(for: "ana is offline")
      // Another device of the same account.
      let other = try world.person("ana")
      try other.knowsOfBlock()
      bo.talk(to: ana.address)
      bo.say(["can you hear me?"])
      try bo.waits(for: "can you hear me?: failed")
      ana.say(["/to bo", "hello"])
      try ana.waits(for: "You blocked bo. Unblock to write.")

      other.say(["/unblock bo"])
      try other.waits(for: "Unblocked bo")
      try ana.waits(for: "bo is online", times: 2)
      try bo.waits(for: "ana is online", times: 2)
      bo.say(["and now?"])
      for device in [ana, other] { try device.waits(for: "and now?") }
      other.say(["/block bo"])
      try ana.knowsOfBlock()
      #expect(![ana, other].contains { $0.program.outputText.contains("can you hear me?") })
    }

    @Test(arguments: GroupHost.allCases)
    func `C2 C5 what I call somebody all my devices do, and it is kept at the server`(
      host: GroupHost
    ) throws {
      let world = try GroupWorld(host)
      defer { world.close() }
      let (ana, bo) = try world.contacts()
      ana.say(["/rename bo Robert Reyes"])
      bo.talk(to: ana.address)
      bo.say(["hello"])
      try ana.waits(for: "Robert Reyes: hello")
      let other = try world.person("ana")
      try other.waits(for: "Robert Reyes is online")
    }
  }
}

extension GroupWorld {
  /// Ana and bo, who see each other.
  fileprivate func contacts() throws -> (ana: Correspondent, bo: Correspondent) {
    let (ana, bo) = (try person("ana"), try person("bo"))
    if host == .ejabberd { try Correspondence(ana, bo).becomeContacts() }
    try ana.waits(for: "bo is online")
    return (ana, bo)
  }
}

extension Correspondent {
  /// The server's word takes its time to a device that did nothing.
  fileprivate func knowsOfBlock() throws {
    try program.waitUntil("\(name)'s list", bound: 30) {
      say(["/blocked"])
      return $0.outputText.contains("blocked: bo")
    }
  }
}
