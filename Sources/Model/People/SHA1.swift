/// SHA-1 (RFC 3174), for the names that specifications make with it: nothing secret depends on it. Here, because
/// OpenSSL's library is loaded under TLS alone (see `CCrypto`), and such a name is told on every connection.
public enum SHA1 {
  /// 20 bytes.
  public static func digest(of bytes: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    let padded = padded(bytes)
    for start in stride(from: 0, to: padded.count, by: 64) {
      mix(padded[start..<start + 64], into: &state)
    }
    return state.flatMap { bigEndian($0) }
  }

  /// A one, zeros, and the length in bits: whole blocks of 64 bytes (RFC 3174 §4).
  private static func padded(_ bytes: [UInt8]) -> [UInt8] {
    let zeros = [UInt8](repeating: 0, count: (119 - bytes.count % 64) % 64)
    return bytes + [0x80] + zeros + bigEndian(UInt64(bytes.count) * 8)
  }

  private static func bigEndian(_ word: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: word.bigEndian) { Array($0) }
  }

  /// RFC 3174 §6.1.
  private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { start in
      block[start..<start + 4].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
    }
    for t in 16..<80 {
      words.append(turned(words[t - 3] ^ words[t - 8] ^ words[t - 14] ^ words[t - 16], by: 1))
    }
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for (t, word) in words.enumerated() {
      let (f, k) = round(t, b, c, d)
      (a, b, c, d, e) = (turned(a, by: 5) &+ f &+ e &+ k &+ word, a, turned(b, by: 30), c, d)
    }
    state = zip(state, [a, b, c, d, e]).map { $0 &+ $1 }
  }

  /// The function and the constant of a step (RFC 3174 §5).
  private static func round(_ t: Int, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> (UInt32, UInt32) {
    switch t {
    case ..<20: (b & c | ~b & d, 0x5A82_7999)
    case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
    case ..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
    default: (b ^ c ^ d, 0xCA62_C1D6)
    }
  }

  private static func turned(_ word: UInt32, by bits: UInt32) -> UInt32 {
    word << bits | word >> (32 - bits)
  }
}
