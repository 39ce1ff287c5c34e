/// Links in texts of strangers.
enum Link {
  private static let schemes = ["https://", "http://"]
  /// Bytes; longer ones no server takes.
  private static let longest = 4_096

  /// All addresses of the web in a text, each once, in their order: of plain ASCII alone. Looks at each byte a few times,
  /// however many are of an address.
  static func all(in text: String) -> [String] {
    let bytes = Array(text.utf8)
    var seen: Set<String> = []
    return all(in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
      .filter { seen.insert($0).inserted }
  }

  /// The places of all of them, in the bytes of a text.
  static func all(in bytes: [UInt8]) -> [Range<Int>] {
    var links: [Range<Int>] = []
    var start = 0
    while start < bytes.count {
      let found = next(in: bytes, from: start)
      if let link = found.link { links.append(link) }
      start = found.end
    }
    return links
  }

  /// The first from a place on, and where to look for the one after it.
  private static func next(in bytes: [UInt8], from: Int) -> (link: Range<Int>?, end: Int) {
    var start = from
    while start < bytes.count {
      guard let scheme = schemes.first(where: { begins(bytes[start...], with: $0) }) else {
        start += 1
        continue
      }
      let whole = bytes[start...].prefix(while: isPart)
      let link = whole.count <= longest ? trimmed(whole) : []
      if link.count > scheme.utf8.count { return (link.indices, whole.endIndex) }
      start = whole.endIndex
    }
    return (nil, start)
  }

  private static func begins(_ bytes: ArraySlice<UInt8>, with scheme: String) -> Bool {
    // Letters differ from capitals by one bit.
    bytes.count >= scheme.utf8.count
      && zip(bytes, scheme.utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 }
  }

  /// What RFC 3986 has in addresses.
  private static func isPart(_ byte: UInt8) -> Bool {
    (0x21..<0x7F).contains(byte) && !"\"<>\\^`{|}".utf8.contains(byte)
  }

  /// Without what ends the sentence around it; a bracket stays where the address opens it.
  private static func trimmed(_ link: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var link = link
    var surplus = brackets.map { pair in
      link.count { $0 == pair.close } - link.count { $0 == pair.open }
    }
    while let last = link.last {
      if let kind = brackets.firstIndex(where: { $0.close == last }), surplus[kind] > 0 {
        surplus[kind] -= 1
      } else if !".,;:!?'*_~".utf8.contains(last) {
        break
      }
      link.removeLast()
    }
    return link
  }

  private static let brackets: [(open: UInt8, close: UInt8)] = [(0x28, 0x29), (0x5B, 0x5D)]
}
