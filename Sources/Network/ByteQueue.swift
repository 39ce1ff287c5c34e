/// Bytes on their way out, first in first out, taken from the front without moving the rest each time.
struct ByteQueue {
  private var bytes: [UInt8] = []
  private var start = 0

  var count: Int { bytes.count - start }
  var isEmpty: Bool { count == 0 }

  mutating func append(_ more: [UInt8]) {
    if isEmpty { removeAll() }
    bytes += more
  }

  /// Offers the front to `write`, which says how many it took.
  mutating func take(_ write: (UnsafeRawBufferPointer) -> Int) {
    start += bytes.withUnsafeBytes { write(UnsafeRawBufferPointer(rebasing: $0[start...])) }
    if start > 65536, start * 2 > bytes.count {
      bytes.removeFirst(start)
      start = 0
    }
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: bytes.capacity <= 65536)
    start = 0
  }
}
