/// Finds the start tags in a stream of XML that comes in pieces; knows nothing else of XML.
struct TagScanner {
  /// As much of a tag as anybody here looks at.
  private static let longest = 400
  private var tag: [UInt8] = []
  private var isInTag = false

  /// Gives each tag that ends in these bytes, without its brackets.
  mutating func scan(_ bytes: ArraySlice<UInt8>, _ found: (ArraySlice<UInt8>) -> Void) {
    for byte in bytes {
      if byte == UInt8(ascii: "<") {
        isInTag = true
        tag.removeAll(keepingCapacity: true)
      } else if isInTag, byte == UInt8(ascii: ">") {
        isInTag = false
        found(tag[...])
      } else if isInTag, tag.count < Self.longest {
        tag.append(byte)
      }
    }
  }
}

extension ArraySlice<UInt8> {
  /// The tag is of that element.
  func isTag(_ name: String) -> Bool {
    guard starts(with: name.utf8) else { return false }
    let rest = dropFirst(name.utf8.count)
    return rest.isEmpty || rest.first == UInt8(ascii: " ") || rest.first == UInt8(ascii: "/")
  }

  /// The value of an attribute of a tag.
  func attribute(_ name: String) -> String? {
    let words = String(decoding: self, as: UTF8.self).split(separator: " ").dropFirst()
    for word in words where word.hasPrefix(name + "=") {
      return String(word.dropFirst(name.count + 2).prefix { $0 != "'" && $0 != "\"" })
    }
    return nil
  }
}
