import Model
import Scratch
import Testing

@testable import Network

@Suite struct SRVRecordTests {
  private static func record(_ priority: UInt16, _ weight: UInt16, _ host: String) -> SRVRecord {
    SRVRecord(
      priority: priority, weight: weight, endpoint: Endpoint(host: host, port: 5222))
  }

  @Test func `C1 what a domain prefers is tried first, whatever came first`() {
    var random = SeededGenerator(seed: 5)
    let records = [
      Self.record(20, 9, "c"), Self.record(5, 0, "a"), Self.record(10, 60_000, "b"),
    ]
    let order = SRVRecord.ordered(records, using: &random)
    #expect(order.map(\.endpoint?.host) == ["a", "b", "c"])
  }

  @Test func `C1 of equal ones each is first as often as its weight says`() {
    var random = SeededGenerator(seed: 5)
    let records = [Self.record(1, 0, "never"), Self.record(1, 30, "b"), Self.record(1, 10, "c")]
    var firsts: [String: Int] = [:]
    for _ in 0..<4_000 {
      let order = SRVRecord.ordered(records, using: &random)
      #expect(order.count == 3)
      firsts[order[0].endpoint?.host ?? "", default: 0] += 1
    }
    #expect((2_700...3_100).contains(firsts["b"] ?? 0), "\(firsts)")
    #expect((850...1_150).contains(firsts["c"] ?? 0), "\(firsts)")
    #expect((firsts["never"] ?? 0) < 200, "\(firsts)")
  }
}
