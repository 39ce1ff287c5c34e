/// Where a set of measurements lies; of any unit.
struct Percentiles {
  private let sorted: [Double]

  init(_ values: [Double]) { sorted = values.sorted() }

  var count: Int { sorted.count }
  var median: Double { at(0.5) }
  var p99: Double { at(0.99) }
  var worst: Double { sorted.last ?? .nan }

  /// The smallest value that at least that share of all values does not exceed (nearest rank).
  func at(_ share: Double) -> Double {
    guard !sorted.isEmpty else { return .nan }
    let rank = Int((share * Double(sorted.count)).rounded(.up))
    return sorted[min(max(rank, 1), sorted.count) - 1]
  }
}
