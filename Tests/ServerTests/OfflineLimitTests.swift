import Harness
import Testing

extension ServerTrials {
  /// A contact's client cannot keep messages, and says so each time, after the server took them.
  @Suite struct BounceTests {
    @Test func `O9 O10 what a contact's client sends back again and again does not go without end`()
      throws
    {
      let server = try RealServer()
      defer { server.close() }
      let cy = try server.peer("cy")
      cy.bounceAll()
      let ana = try Correspondent(server.invite("ana"))
      defer { ana.home.close() }
      try ana.waitUntilOnline()
      ana.talk(to: "cy@localhost")
      ana.say(["line-1-", "line-2-"])
      try cy.waitUntil("the first try") { _ in !cy.received.isEmpty }
      // Whoever sends without end has sent hundreds by the end of this.
      let later = Monotonic.milliseconds + 8_000
      try cy.waitUntil("a while", bound: 20) { _ in Monotonic.milliseconds >= later }
      let times = ["line-1-", "line-2-"].map { text in cy.received.count { $0.body == text } }
      let tally = Tally(
        "a client that bounces", said: ["line-1-", "line-2-"], shown: [], transmissions: times)
      print("\(tally.place): \(tally.effort)")
      #expect(tally.worst <= OfflineLimitTests.mostTransmissions)
      #expect(Set(cy.received.map(\.id)).count <= 2, "a repeat has the same id")
    }
  }

  /// A server keeps 100 messages for who is away, as ejabberd does, and refuses what is over that for now.
  @Suite(.enabled(if: Ejabberd.isInstalled, "ejabberd is not installed"))
  struct OfflineLimitTests {
    /// Hands to the wire while the other's box is full: O10's tries, and few more for as long as this waits.
    static let mostTransmissions = 8

    @Test(arguments: ServerTrials.trials == nil ? [true] : [true, false])
    func `O9 O10 150 messages to a full box are not sent without end, and all are shown in order`(
      hasArchive: Bool
    ) throws {
      let world = try StockWorld { folder, authority in
        try StockEjabberd(
          "psst.test", in: folder, trusting: authority, hasArchive: hasArchive,
          accounts: ["ana", "bo"])
      }
      defer { world.close() }
      let (pair, place) = (world.pair, "ejabberd's full box, archive: \(hasArchive)")
      try pair.bo.finish()
      pair.say((1...150).map { "line-\($0)-" })
      // Three kilobytes a second are what the server takes.
      try pair.ana.program.waitUntil("the box to be full", bound: 120) {
        $0.outputText.contains("] line-100-: sent")
      }
      // Whoever sends without end has sent thousands by the end of this.
      let later = Monotonic.milliseconds + 10_000
      try pair.ana.program.waitUntil("a while", bound: 25) { _ in Monotonic.milliseconds >= later }
      let before = Tally(
        place + ", away", said: pair.said, shown: [],
        transmissions: pair.ana.transmissions(of: pair.said))
      print("\(before.place): \(before.effort)")
      #expect(before.worst <= Self.mostTransmissions, "\(before)")

      try pair.bo.restart()
      try pair.bo.waitUntilOnline()
      pair.ana.say(["/send"])
      try? pair.waitUntilAllIsShown("all", bound: 90)
      try pair.settle()
      let after = try pair.tally(place + ", back")
      print(after)
      #expect(after.isClean, "\(after.report)")
      #expect(after.worst <= 2 * Self.mostTransmissions)
    }
  }
}
