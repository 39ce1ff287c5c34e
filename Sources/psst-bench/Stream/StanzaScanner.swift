/// Follows a server's stream of XML that comes in pieces: where stanzas end, and how many there were.
struct StanzaScanner {
  private var tags = TagScanner()
  /// Open elements; the stream itself is one.
  private var depth = 0
  /// Whether stream management counts (XEP-0198).
  private(set) var isCounting = false
  /// Stanzas that began since then.
  private(set) var stanzas = 0
  private var isInTag = false

  /// Something may be put between what was taken and what comes.
  var isBetweenStanzas: Bool { depth == 1 && !isInTag }

  mutating func scan(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes {
      if byte == UInt8(ascii: "<") { isInTag = true }
      if byte == UInt8(ascii: ">") { isInTag = false }
    }
    var found: [ArraySlice<UInt8>] = []
    tags.scan(bytes) { found.append($0) }
    for tag in found { scan(tag: tag) }
  }

  private mutating func scan(tag: ArraySlice<UInt8>) {
    guard let first = tag.first, first != UInt8(ascii: "?") else { return }
    if tag.isTag("stream:stream") {
      // After signing in the stream begins anew, without an end before it.
      depth = 1
      return
    }
    if first == UInt8(ascii: "/") {
      depth -= 1
      return
    }
    if depth == 1 {
      if isCounting, ["message", "iq", "presence"].contains(where: tag.isTag) { stanzas += 1 }
      if tag.isTag("enabled") || tag.isTag("resumed") { isCounting = true }
    }
    if tag.last != UInt8(ascii: "/") { depth += 1 }
  }
}
