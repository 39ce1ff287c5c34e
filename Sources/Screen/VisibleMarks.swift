/// What is drawn in the place of characters that a terminal would obey or hide (Z2).
extension PrintableText {
  /// The text with every such character replaced or left out; the same text where there is none.
  static func visible(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
    if isPlain { return text }
    var result = String.UnicodeScalarView()
    var isInFlag = false
    for scalar in text.unicodeScalars {
      isInFlag = scalar == "\u{1F3F4}" || isInFlag && scalar.isTag
      if isInFlag {
        result.append(scalar)
      } else {
        appendVisible(scalar, to: &result)
      }
    }
    return String(result)
  }

  private static func appendVisible(
    _ scalar: Unicode.Scalar, to result: inout String.UnicodeScalarView
  ) {
    if (0x20..<0x7F).contains(scalar.value) || scalar == "\u{200C}" || scalar == "\u{200D}" {
      result.append(scalar)
    } else if let name = bidiNames[scalar] {
      append("<\(name)>", to: &result)
    } else if let mark = mark(for: scalar) {
      append(mark, to: &result)
    } else {
      result.append(scalar)
    }
  }

  /// Scalar by scalar: `append(contentsOf:)` of a view of scalars copies all that is there already, for each
  /// mark again.
  private static func append(_ mark: String, to result: inout String.UnicodeScalarView) {
    for scalar in mark.unicodeScalars { result.append(scalar) }
  }

  /// What stands for a scalar: empty for what is left out, `nil` where the scalar stands for itself.
  private static func mark(for scalar: Unicode.Scalar) -> String? {
    switch scalar.properties.generalCategory {
    case .control: controlMark(scalar.value)
    case .lineSeparator, .paragraphSeparator: hexadecimal(scalar)
    case .format: Width.of(scalar: scalar) == 0 || scalar == "\u{AD}" ? "" : nil
    case .unassigned, .surrogate: Glyphs.current.replacement
    default: fillers.contains(scalar) ? "" : nil
    }
  }

  private static func controlMark(_ value: UInt32) -> String {
    switch value {
    case 0x09: "    "
    case 0..<0x20 where Glyphs.isASCII: "^\(Unicode.Scalar(UInt8(value + 0x40)))"
    case 0..<0x20: String(Unicode.Scalar(UInt16(0x2400 + value)) ?? "?")
    case 0x7F: Glyphs.isASCII ? "^?" : "\u{2421}"
    default: "<\(String(value, radix: 16, uppercase: true))>"
    }
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    "<\(String(scalar.value, radix: 16, uppercase: true))>"
  }

  /// UAX #9, explicit directional formatting. The implicit marks (LRM, RLM, ALM) only hide: left out.
  private static let bidiNames: [Unicode.Scalar: String] = [
    "\u{202A}": "LRE", "\u{202B}": "RLE", "\u{202C}": "PDF", "\u{202D}": "LRO",
    "\u{202E}": "RLO", "\u{2066}": "LRI", "\u{2067}": "RLI", "\u{2068}": "FSI",
    "\u{2069}": "PDI",
  ]

  /// Letters that are drawn as nothing.
  private static let fillers: Set<Unicode.Scalar> = ["\u{1160}", "\u{3164}", "\u{FFA0}"]
}
