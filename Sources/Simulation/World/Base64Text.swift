/// RFC 4648 §4, as the server reads it.
enum Base64Text {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Characters outside the alphabet, the padding too, are passed over.
  static func decode(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for digit in text.utf8 {
      guard let value = alphabet.firstIndex(of: digit) else { continue }
      bits = bits << 6 | UInt32(value)
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
    return bytes
  }
}
