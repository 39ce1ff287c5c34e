import Model
import Testing

@Suite struct DeliveryStatusTests {
  @Test func `S4 a status never falls in rank on progress`() {
    for from in DeliveryStatus.allCases {
      for next in DeliveryStatus.allCases where from.canBecome(next, because: .progress) {
        #expect(next.rank > from.rank)
      }
    }
  }
}
