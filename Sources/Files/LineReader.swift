internal import Glibc

/// Reads lines of a bounded length from a descriptor; blocks.
public struct LineReader {
  public enum Line: Equatable, Sendable {
    /// Without its line feed.
    case text([UInt8])
    /// Longer than the bound: dropped to its end, or not read on.
    case tooLong
    case end
  }

  private let descriptor: Int32
  private let limit: Int
  private let readsOn: Bool
  private var buffer: [UInt8] = []
  private var isSkipping = false
  private var isEnded = false

  /// - Parameters:
  ///   - limit: of a line, in bytes.
  ///   - readsOn: looks for the end of a line that is too long, however far that is.
  public init(_ descriptor: Int32, limit: Int, readsOn: Bool = true) {
    self.descriptor = descriptor
    self.limit = limit
    self.readsOn = readsOn
  }

  /// The next line; what follows the last line feed is a line as well, when it is not empty. A time-out or an
  /// error of the descriptor is the end.
  public mutating func next() -> Line {
    while true {
      if let feed = buffer.firstIndex(of: 0x0A) {
        let line = Array(buffer[..<feed])
        buffer.removeFirst(feed + 1)
        return finish(line)
      }
      if buffer.count > limit {
        if !readsOn { return .tooLong }
        isSkipping = true
        buffer.removeAll()
      }
      if isEnded {
        let rest = buffer
        buffer = []
        if rest.isEmpty, !isSkipping { return .end }
        return finish(rest)
      }
      fill()
    }
  }

  private mutating func finish(_ line: [UInt8]) -> Line {
    defer { isSkipping = false }
    return isSkipping || line.count > limit ? .tooLong : .text(line)
  }

  private mutating func fill() {
    var block = [UInt8](repeating: 0, count: 16 * 1024)
    var count = read(descriptor, &block, block.count)
    while count < 0, errno == EINTR { count = read(descriptor, &block, block.count) }
    if count > 0 { buffer += block[..<count] } else { isEnded = true }
  }
}
