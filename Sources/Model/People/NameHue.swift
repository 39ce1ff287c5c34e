/// Which hue somebody's name is shown in, by the name alone: the same on each device and in other programs
/// (XEP-0392).
public struct NameHue: Sendable, Equatable {
  /// On the circle of hues of CIELCh(uv), 0..<360.
  public let degrees: Double

  /// XEP-0392 §5.1: the first two bytes of the name's hash, as a part of the circle.
  public init(of name: String) {
    let hash = SHA1.digest(of: Array(name.utf8))
    degrees = Double(UInt16(hash[0]) | UInt16(hash[1]) << 8) / 65_536 * 360
  }
}
