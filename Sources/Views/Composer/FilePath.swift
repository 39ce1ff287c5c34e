/// Paths of files in what somebody writes or pastes.
enum FilePath {
  /// A path as terminals paste a file that is dragged into them: in quotes, with backslashes, or as an address.
  static func pasted(as text: String) -> String? {
    var path = text.trimmed
    guard path.utf8.count <= 4_096, !path.contains(where: \.isNewline) else { return nil }
    if path.count > 2, let quote = path.first, "\'\"".contains(quote), path.last == quote {
      path = String(path.dropFirst().dropLast())
    } else if path.hasPrefix("file:///") {
      path = unescaped(String(path.dropFirst("file://".count)), mark: "%")
    } else {
      path = unescaped(path, mark: "\\")
    }
    return path.hasPrefix("/") || path.hasPrefix("~/") ? path : nil
  }

  private static func unescaped(_ text: String, mark: Character) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte != mark.asciiValue {
        bytes.append(byte)
      } else if mark == "%",
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else if mark != "%", let next = rest.popFirst() {
        bytes.append(next)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension String {
  fileprivate var trimmed: String {
    let start = drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}
