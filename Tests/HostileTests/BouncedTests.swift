import Model
import Testing

@testable import Sync

/// A contact's client returns whatever it gets.
@Suite struct BouncedTests {
  @Test func `Z6 O10 what comes back costs no more for how much of its chat waits already`() throws
  {
    let chat = try #require(JID("bo@example.org"))
    func cost(ofWaking waiting: Int64) -> Double {
      var queue = RetryQueue()
      for number in 0..<waiting {
        queue.wait(
          .init(
            id: OriginID("m\(number)"), chat: chat, sequence: number, at: 5_000 - number,
            wasConfirmed: true))
      }
      return CPUTime.least {
        for _ in 0..<1_000 { #expect(queue.nextDeadline == 5_000) }
      }
    }
    #expect(cost(ofWaking: 8_000) < 4 * cost(ofWaking: 500))
  }
}
