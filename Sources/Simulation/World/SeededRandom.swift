/// Numbers that look random and are the same for the same seed for ever (SplitMix64, Steele et al. 2014).
public struct SeededRandom: Sendable {
  private var state: UInt64

  /// - Parameter stream: numbers of different streams of one seed have nothing to do with each other, so
  ///   that drawing more of one changes nothing about another.
  public init(seed: UInt64, stream: UInt64 = 0) {
    state = Self.mix(seed &+ Self.mix(stream &+ 0x632B_E59B_D9B4_E019))
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mix(state)
  }

  /// A number from 0 up to, not including, `bound`, which is over 0.
  public mutating func below(_ bound: Int) -> Int {
    precondition(bound > 0, "a bound over 0 was expected")
    return Int(next() % UInt64(bound))
  }

  /// A number of the range, each as likely.
  public mutating func within(_ range: ClosedRange<Int64>) -> Int64 {
    range.lowerBound + Int64(below(Int(range.upperBound - range.lowerBound) + 1))
  }

  /// True in so many of a hundred cases.
  public mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// One of the elements, of which there is at least one.
  public mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  private static func mix(_ number: UInt64) -> UInt64 {
    var mixed = number
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
