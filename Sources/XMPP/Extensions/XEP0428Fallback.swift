internal import XMLStream

/// XEP-0428: which part of a body is there for programs that do not know an extension.
enum XEP0428Fallback: Extension {
  static let namespace = "urn:xmpp:fallback:0"
  static let features = [namespace]

  /// Says that the first so many code points of the body stand for an extension.
  static func element(for extension: String, end: Int) -> XMLElement {
    let range = XMLElement("body", namespace, ["start": "0", "end": "\(end)"])
    return XMLElement("fallback", namespace, ["for": `extension`], [range])
  }

  /// A body taken apart.
  struct Parts: Equatable {
    /// What was written.
    var text: String
    /// What stands in the place of an extension.
    var fallback: String
  }

  /// The quotation that stands for an extension. Programs count code points, UTF-16 or bytes, so the range only says
  /// where it ends at the latest: it is the whole lines from its start that begin with `>`.
  ///
  /// `nil` where no part of the body stands for the extension, or what says so cannot be right: more than one
  /// range, one that begins behind the body, one that leaves nothing.
  static func quotation(of body: String, for extension: String, in stanza: XMLElement) -> Parts? {
    let said = stanza.children.filter {
      $0.is("fallback", namespace) && $0["for"] == `extension`
    }
    let ranges = said.flatMap(\.children).filter { $0.is("body", namespace) }
    let scalars = body.unicodeScalars
    guard said.count == 1, ranges.count == 1, let start = number(ranges[0]["start"]),
      let end = number(ranges[0]["end"]), start < end, start < scalars.count
    else { return nil }
    let from = scalars.index(scalars.startIndex, offsetBy: start)
    let limit = scalars.index(from, offsetBy: end - start, limitedBy: scalars.endIndex)
    guard let to = endOfQuotation(in: scalars, from, limit ?? scalars.endIndex) else { return nil }
    let rest = String(scalars[..<from]) + String(scalars[to...])
    let text = rest.drop { $0.isNewline }
    guard !text.allSatisfy(\.isWhitespace) else { return nil }
    return Parts(text: String(text), fallback: String(scalars[from..<to]))
  }

  private static func endOfQuotation(
    in scalars: String.UnicodeScalarView, _ start: String.Index, _ limit: String.Index
  ) -> String.Index? {
    var (end, line) = (start, start)
    while line < limit, scalars[line] == ">" {
      let lineEnd = scalars[line...].firstIndex(of: "\n") ?? scalars.endIndex
      guard lineEnd <= limit else { break }
      end = lineEnd
      line = lineEnd == scalars.endIndex ? lineEnd : scalars.index(after: lineEnd)
    }
    return end > start ? end : nil
  }

  /// Nothing of the body was written for who knows the extension: it says that of the whole, or of all in it.
  static func isWhole(_ body: String, for extension: String, in stanza: XMLElement) -> Bool {
    let said = stanza.children.filter { $0.is("fallback", namespace) && $0["for"] == `extension` }
    guard let first = said.first, said.count == 1 else { return false }
    let ranges = first.children.filter { $0.is("body", namespace) }
    guard let range = ranges.first, range["start"] != nil || range["end"] != nil else {
      return true
    }
    guard ranges.count == 1, let start = number(range["start"] ?? "0") else { return false }
    let scalars = body.unicodeScalars
    let end = range["end"] == nil ? scalars.count : number(range["end"])
    guard let end, start < end, end <= scalars.count else { return false }
    return (scalars.prefix(start) + scalars.dropFirst(end)).allSatisfy(\.properties.isWhitespace)
  }

  /// Decimal digits, and no more of them than a body can have code points.
  private static func number(_ text: String?) -> Int? {
    guard let text, text.utf8.count <= 7, text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(text)
  }
}
