/// A bracketed paste while it comes in, and what follows it. Pure: it is given bytes.
struct PasteBuffer {
  /// More than this of one paste is dropped; the longest message is 10,000 characters.
  static let limit = 4 << 20
  private static let terminator = Array("\u{1B}[201~".utf8)

  private var bytes: [UInt8] = []
  private var matched = 0

  /// So many bytes can be read without reading past the paste's end.
  var safeCount: Int { Self.terminator.count - matched }

  /// Takes bytes up to the paste's end; returns how many it took and whether the end was there.
  mutating func append(_ chunk: ArraySlice<UInt8>) -> (count: Int, isEnded: Bool) {
    for (offset, byte) in chunk.enumerated() {
      if bytes.count < Self.limit { bytes.append(byte) }
      matched = byte == Self.terminator[matched] ? matched + 1 : byte == 0x1B ? 1 : 0
      if matched == Self.terminator.count { return (offset + 1, true) }
    }
    return (chunk.count, false)
  }

  /// The text so far, without the mark at its end. Terminals send a line's end as a carriage return.
  var text: String {
    var content = bytes[...]
    if content.suffix(matched).elementsEqual(Self.terminator.prefix(matched)) {
      content.removeLast(min(matched, content.count))
    }
    var lines: [UInt8] = []
    lines.reserveCapacity(content.count)
    var wasReturn = false
    for byte in content {
      if byte == 0x0D {
        lines.append(0x0A)
      } else if byte != 0x0A || !wasReturn {
        lines.append(byte)
      }
      wasReturn = byte == 0x0D
    }
    return String(decoding: lines, as: UTF8.self)
  }
}
