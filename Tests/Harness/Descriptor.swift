import Glibc

/// Non-blocking reading and writing of whole buffers.
enum Descriptor {
  /// All that is there now, and whether the other end is closed.
  static func read(_ descriptor: Int32) -> (bytes: [UInt8], isClosed: Bool) {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count > 0 {
        all += buffer[..<count]
      } else if count < 0 && errno == EINTR {
        continue
      } else {
        // A pseudo terminal whose program has gone answers EIO.
        return (all, count == 0 || (errno != EAGAIN && errno != EWOULDBLOCK))
      }
    }
  }

  /// Writes what fits.
  /// - Returns: how many bytes; -1 when the other end is closed.
  static func write(_ descriptor: Int32, _ bytes: some Collection<UInt8>) -> Int {
    let bytes = Array(bytes)
    while true {
      let count = Glibc.write(descriptor, bytes, bytes.count)
      if count >= 0 { return count }
      if errno == EINTR { continue }
      return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : -1
    }
  }
}
