/// Text as XML can carry it.
public enum XMLText {
  /// Whether every character is one XML allows (XML 1.0 §2.2, `Char`); others cannot even be escaped.
  public static func isAllowed(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy(isAllowed)
  }

  /// Whether XML allows every character of the element's texts and values, and of those inside it.
  public static func isAllowed(_ element: XMLElement) -> Bool {
    element.attributes.allSatisfy { isAllowed($0.value) }
      && element.nodes.allSatisfy { node in
        switch node {
        case .element(let child): isAllowed(child)
        case .text(let text): isAllowed(text)
        }
      }
  }

  /// Whether XML allows the character.
  public static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  /// The text with `&`, `<`, `>` and quotes escaped, for an attribute's value.
  public static func escapedAttribute(_ text: String) -> String {
    var output = ""
    XMLSerializer.escape(text, isAttribute: true, to: &output)
    return output
  }
}
