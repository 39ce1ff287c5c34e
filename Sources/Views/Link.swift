/// Links in texts of strangers.
enum Link {
  /// The first address of the web in a text, of plain ASCII alone; `nil` where there is none.
  static func first(in text: String) -> String? {
    let bytes = Array(text.utf8)
    for start in bytes.indices {
      for scheme in ["https://", "http://"] where begins(bytes[start...], with: scheme) {
        let link = trimmed(bytes[start...].prefix(while: isPart))
        if link.count > scheme.utf8.count { return String(decoding: link, as: UTF8.self) }
      }
    }
    return nil
  }

  private static func begins(_ bytes: ArraySlice<UInt8>, with scheme: String) -> Bool {
    // Letters differ from capitals by one bit.
    bytes.prefix(scheme.utf8.count).map { $0 | 0x20 } == scheme.utf8.map { $0 | 0x20 }
  }

  /// What RFC 3986 has in addresses.
  private static func isPart(_ byte: UInt8) -> Bool {
    (0x21..<0x7F).contains(byte) && !"\"<>\\^`{|}".utf8.contains(byte)
  }

  /// Without what ends the sentence around it; a bracket stays where the address opens it.
  private static func trimmed(_ link: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var link = link
    while let last = link.last {
      guard closesTooMuch(last, link) || ".,;:!?'*_~".utf8.contains(last) else { break }
      link.removeLast()
    }
    return link
  }

  private static func closesTooMuch(_ last: UInt8, _ link: ArraySlice<UInt8>) -> Bool {
    let brackets: [(UInt8, UInt8)] = [(0x28, 0x29), (0x5B, 0x5D)]
    return brackets.contains { open, close in
      last == close && link.count { $0 == open } < link.count { $0 == close }
    }
  }
}
