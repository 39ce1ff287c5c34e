/// Base64 with padding (RFC 4648 §4).
enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encode(_ bytes: [UInt8]) -> String {
    var output: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
      for place in 0..<4 {
        let digit = alphabet[Int(bits >> (18 - 6 * UInt32(place))) & 0x3F]
        output.append(place <= group.count ? digit : UInt8(ascii: "="))
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// `nil` where it is not Base64: no white space, whole groups, padding at the end only.
  static func decode(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count % 4 == 0 else { return nil }
    let padding = digits.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard padding <= 2 else { return nil }
    var output: [UInt8] = []
    var bits: UInt32 = 0
    for (index, digit) in digits.dropLast(padding).enumerated() {
      guard let value = alphabet.firstIndex(of: digit) else { return nil }
      bits = bits << 6 | UInt32(value)
      if index % 4 > 0 { output.append(UInt8(truncatingIfNeeded: bits >> shift[index % 4])) }
    }
    return output
  }

  private static let shift: [UInt32] = [0, 4, 2, 0]
}
