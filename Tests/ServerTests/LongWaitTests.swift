import Foundation
import Harness
import Testing

extension ServerTrials {
  /// Much waits for who signs in.
  @Suite struct LongWaitTests {
    @Test func `T1 S9 thousands wait for a new device, which has them all in order and unread`()
      throws
    {
      // Where nothing is said, half as many again as psst once stopped at.
      let count = ServerTrials.trials == nil ? 1_500 : 5_000
      let server = try RealServer()
      defer { server.close() }
      let invitation = try server.invite("ana")
      let cy = try server.peer("cy")
      let said = (1...count).map { "line-\($0)-" }
      for text in said { cy.send(text, to: invitation.jid, id: text) }
      // Asked on the same stream, after them: the server stores each, fifty a second at least.
      #expect(try cy.archive(bound: Double(count) / 50).count == count)

      let ana = try Correspondent(invitation)
      defer { ana.home.close() }
      try? ana.program.waitUntil("all", bound: 120) {
        $0.words(beginning: "line-").count >= count
      }
      try ana.finish()
      let rows = try ana.rows(with: "cy@localhost")
      let tally = Tally("\(count) waiting for a new device", said: said, shown: rows.map(\.text))
      print(tally)
      #expect(tally.isClean, "\(tally.report)")
      try ana.restart()
      try ana.waitUntilOnline()
      #expect(ana.program.outputText.contains("cy: \(count) unread"))
    }
  }

  @Suite(
    .enabled(if: NetworkLink.isPermitted, "this computer lets no test make a network"))
  struct SlowLinkTests {
    @Test func `O11 Z8 at 20 kbit/s long messages come, and what is written leaves`() throws {
      let far = try DistantServer()
      defer { far.close() }
      let cy = try far.server.peer("cy")
      let count = ServerTrials.trials == nil ? 12 : 40
      let said = (1...count).map { "line-\($0)-" + String(repeating: "x", count: 8_000) }
      for (index, text) in said.enumerated() {
        cy.send(text, to: "ana@localhost", id: "m-\(index)")
      }
      #expect(try cy.archive().count == count)
      far.link.quality = .init(delay: 100, rate: 20_000)
      let ana = try Correspondent("ana@localhost", in: far.home)
      ana.talk(to: "cy@localhost")
      ana.say(["mine-1"])
      // What has come must go over the link, and twice that is enough for all that belongs to it.
      let bound = 60 + Double(2 * 8 * 8_100 * count) / 20_000
      try ana.program.waitUntil("all", bound: bound) { _ in
        cy.received.count == 1 && ana.program.outputText.count(of: ": line-") >= count
      }
      // A link that is only slow is never given up, and no second handshake chokes it.
      #expect(try far.home.log().count(of: "wire connected") == 1)
      far.link.quality = .init()
      try ana.finish()
      let rows = try ana.rows(with: "cy@localhost").filter { $0.text.hasPrefix("line-") }
      let tally = Tally("20 kbit/s, messages of 8,000", said: said, shown: rows.map(\.text))
      print(tally)
      #expect(tally.isClean, "\(tally.report)")
      #expect(cy.received.map(\.body) == ["mine-1"])
    }

    @Test func `O11 Z8 at 20 kbit/s what is written on a new device leaves before it has read all`()
      throws
    {
      let far = try DistantServer()
      defer { far.close() }
      let cy = try far.server.peer("cy")
      // Nothing is kept for who is away.
      let phone = try far.device()
      let said = (1...12).map { "line-\($0)-" + String(repeating: "x", count: 8_000) }
      for (index, text) in said.enumerated() {
        cy.send(text, to: "ana@localhost", id: "m-\(index)")
      }
      try phone.waitUntil("all") { _ in phone.received.count == said.count }
      far.link.quality = .init(delay: 100, rate: 20_000)
      let ana = try Correspondent("ana@localhost", in: far.home)
      ana.talk(to: "cy@localhost")
      ana.say(["mine-1"])
      try ana.program.waitUntil("mine", bound: 60) { _ in cy.received.count == 1 }
      far.link.quality = .init()
      let log = try far.home.log()
      let sent = try #require(log.range(of: "<body>mine-1<"))
      let read = log.range(of: "<fin ")?.lowerBound ?? log.endIndex
      #expect(sent.lowerBound < read, "the first page was whole before")
      try ana.finish()
      let rows = try ana.rows(with: "cy@localhost").map(\.text)
      #expect(rows == said + ["mine-1"])
    }
  }
}
