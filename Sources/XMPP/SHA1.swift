/// SHA-1 (RFC 3174), which XEP-0115 asks for: a name for a list, nothing that protects anything.
enum SHA1 {
  static func digest(_ message: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    let padded = padded(message)
    for start in stride(from: 0, to: padded.count, by: 64) {
      mix(schedule(padded[start..<start + 64]), into: &state)
    }
    return state.flatMap(bytes)
  }

  private static func bytes(_ word: UInt32) -> [UInt8] {
    stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
  }

  /// One bit, zeros, and the length in bits as the last eight bytes of a block.
  private static func padded(_ message: [UInt8]) -> [UInt8] {
    let bits = UInt64(message.count) * 8
    let zeros = (119 - message.count % 64) % 64
    let length = bytes(UInt32(bits >> 32)) + bytes(UInt32(truncatingIfNeeded: bits))
    return message + [0x80] + [UInt8](repeating: 0, count: zeros) + length
  }

  private static func schedule(_ block: ArraySlice<UInt8>) -> [UInt32] {
    let input = Array(block)
    var words = (0..<16).map { index in
      input[index * 4..<index * 4 + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
    for t in 16..<80 {
      words.append(rotated(words[t - 3] ^ words[t - 8] ^ words[t - 14] ^ words[t - 16], 1))
    }
    return words
  }

  private static func mix(_ words: [UInt32], into state: inout [UInt32]) {
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for (t, word) in words.enumerated() {
      let (f, k) = round(t, b, c, d)
      (a, b, c, d, e) = (rotated(a, 5) &+ f &+ e &+ k &+ word, a, rotated(b, 30), c, d)
    }
    for (index, word) in [a, b, c, d, e].enumerated() { state[index] &+= word }
  }

  private static func round(
    _ t: Int, _ b: UInt32, _ c: UInt32, _ d: UInt32
  ) -> (f: UInt32, k: UInt32) {
    switch t / 20 {
    case 0: ((b & c) | (~b & d), 0x5A82_7999)
    case 1: (b ^ c ^ d, 0x6ED9_EBA1)
    case 2: ((b & c) | (b & d) | (c & d), 0x8F1B_BCDC)
    default: (b ^ c ^ d, 0xCA62_C1D6)
    }
  }

  private static func rotated(_ word: UInt32, _ places: UInt32) -> UInt32 {
    word << places | word >> (32 - places)
  }
}
