/// Swift text with comments and string literals replaced by blanks; what is interpolated into a literal stays code.
/// Works on bytes, since a debug build is slow with characters.
struct Blanking {
  private let source: [UInt8]
  private var at = 0
  private var bytes: [UInt8] = []

  var result: String { String(decoding: bytes, as: UTF8.self) }

  init(_ text: String) {
    source = Array(text.utf8)
    bytes.reserveCapacity(source.count)
    code(until: nil)
  }

  /// Copies code up to the parenthesis that closes an interpolation, or to the end.
  private mutating func code(until end: UInt8?) {
    var depth = 0
    while at < source.count {
      let byte = source[at]
      if byte == Byte.slash, starts(Byte.lineComment) {
        while at < source.count && source[at] != Byte.newline { hide(1) }
      } else if byte == Byte.slash, starts(Byte.commentStart) {
        blockComment()
      } else if byte == Byte.quote || byte == Byte.hash, let hashes = openingHashes() {
        literal(hashes)
      } else {
        if byte == end && depth == 0 { return }
        if byte == Byte.open { depth += 1 }
        if byte == Byte.close { depth -= 1 }
        bytes.append(byte)
        at += 1
      }
    }
  }

  private mutating func blockComment() {
    var depth = 0
    repeat {
      if starts(Byte.commentStart) { depth += 1 }
      if starts(Byte.commentEnd) { depth -= 1 }
      hide(2)
      while at < source.count && depth > 0 && !starts(Byte.commentStart)
        && !starts(Byte.commentEnd)
      { hide(1) }
    } while depth > 0 && at < source.count
  }

  /// The number of `#` before a quotation mark that stands here; `nil` where no literal begins.
  private func openingHashes() -> Int? {
    var end = at
    while end < source.count && source[end] == Byte.hash { end += 1 }
    return end < source.count && source[end] == Byte.quote ? end - at : nil
  }

  private mutating func literal(_ hashes: Int) {
    let marks = [UInt8](repeating: Byte.hash, count: hashes)
    hide(hashes)
    let isLong = starts([Byte.quote, Byte.quote, Byte.quote])
    let closing = [UInt8](repeating: Byte.quote, count: isLong ? 3 : 1) + marks
    let escape = [Byte.backslash] + marks
    hide(closing.count - hashes)
    while at < source.count && !starts(closing) {
      guard starts(escape) else {
        hide(1)
        continue
      }
      hide(escape.count)
      let isCode = at < source.count && source[at] == Byte.open
      hide(1)
      guard isCode else { continue }
      code(until: Byte.close)
      hide(1)
    }
    hide(closing.count)
  }

  private func starts(_ some: [UInt8]) -> Bool {
    guard at + some.count <= source.count, source[at] == some[0] else { return false }
    for index in 1..<max(1, some.count) where source[at + index] != some[index] { return false }
    return true
  }

  /// A blank for each character.
  private mutating func hide(_ count: Int) {
    for _ in 0..<count where at < source.count {
      let byte = source[at]
      if byte == Byte.newline {
        bytes.append(byte)
      } else if byte & 0xC0 != 0x80 {
        bytes.append(0x20)
      }
      at += 1
    }
  }

  private enum Byte {
    static let newline = UInt8(ascii: "\n")
    static let slash = UInt8(ascii: "/")
    static let quote = UInt8(ascii: "\"")
    static let hash = UInt8(ascii: "#")
    static let open = UInt8(ascii: "(")
    static let close = UInt8(ascii: ")")
    static let backslash = UInt8(ascii: "\\")
    static let lineComment = Array("//".utf8)
    static let commentStart = Array("/*".utf8)
    static let commentEnd = Array("*/".utf8)
  }
}
