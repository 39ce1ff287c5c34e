/// A running digest of everything that happened (FNV-1a, 64 bits): two runs are the same when it is.
struct TrafficHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ bytes: [UInt8]) {
    var hash = value
    bytes.withUnsafeBufferPointer { buffer in
      for byte in buffer { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    value = hash
  }

  mutating func add(_ number: Int64) {
    value = (value ^ UInt64(bitPattern: number)) &* 0x100_0000_01B3
  }
}
