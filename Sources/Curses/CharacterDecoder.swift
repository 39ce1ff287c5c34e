internal import CNcurses

/// Characters of bytes, in the encoding of the locale; a character that is cut waits for its rest.
struct CharacterDecoder {
  private static let unreadable: Unicode.Scalar = "\u{FFFD}"

  private let isUTF8: Bool
  private var bytes: [UInt8] = []
  /// How many bytes the character has that was begun.
  private var length = 0

  init(isUTF8: Bool) { self.isUTF8 = isUTF8 }

  /// A character was begun.
  var isWaiting: Bool { !bytes.isEmpty }

  /// What a byte completes. What is no character is one U+FFFD, and nothing of what follows it is lost (the Unicode
  /// Standard, "U+FFFD Substitution of Maximal Subparts").
  mutating func feed(_ byte: UInt8) -> [Unicode.Scalar] {
    guard isUTF8 else { return feedOther(byte) }
    guard !bytes.isEmpty else { return begin(byte) }
    guard Self.mayFollow(byte, bytes) else {
      bytes = []
      return [Self.unreadable] + begin(byte)
    }
    bytes.append(byte)
    guard bytes.count == length else { return [] }
    defer { bytes = [] }
    return Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
  }

  /// No more comes of what was begun.
  mutating func flush() -> [Unicode.Scalar] {
    guard isWaiting else { return [] }
    bytes = []
    return [Self.unreadable]
  }

  private mutating func begin(_ byte: UInt8) -> [Unicode.Scalar] {
    switch byte {
    case 0..<0x80: return [Unicode.Scalar(byte)]
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF: length = 3
    case 0xF0...0xF4: length = 4
    default: return [Self.unreadable]
    }
    bytes = [byte]
    return []
  }

  /// Table 3-7 of the Unicode Standard: the second byte of some may not be any.
  private static func mayFollow(_ byte: UInt8, _ begun: [UInt8]) -> Bool {
    guard begun.count == 1 else { return (0x80...0xBF).contains(byte) }
    switch begun[0] {
    case 0xE0: return (0xA0...0xBF).contains(byte)
    case 0xED: return (0x80...0x9F).contains(byte)
    case 0xF0: return (0x90...0xBF).contains(byte)
    case 0xF4: return (0x80...0x8F).contains(byte)
    default: return (0x80...0xBF).contains(byte)
    }
  }

  /// By the C library, whose wide characters are Unicode's.
  private mutating func feedOther(_ byte: UInt8) -> [Unicode.Scalar] {
    var scalar: UInt32 = 0
    bytes.append(byte)
    let result = psst_decode(bytes, bytes.count, &scalar)
    if result == 0 { return [] }
    bytes = []
    return [result < 0 ? Self.unreadable : Unicode.Scalar(scalar) ?? Self.unreadable]
  }
}
