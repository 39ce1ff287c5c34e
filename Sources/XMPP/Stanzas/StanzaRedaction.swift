/// Makes lines for a wire log out of one direction's bytes, with secrets removed: what SASL sends back and
/// forth, and passwords: elements, attributes, and fields of forms (XEP-0004). What would command a terminal is made visible (Z2). However the bytes are cut, no
/// secret appears.
public struct StanzaRedaction: Sendable {
  private static let secrets: Set<String> = [
    "auth", "challenge", "response", "success", "password", "authenticate", "continue",
    "initial-response", "additional-data",
  ]

  private enum State {
    case text
    /// Inside `<…>`, with the quote that is open.
    case tag(quote: UInt8?)
  }

  private var state = State.text
  private var tagName: [UInt8] = []
  private var isNameComplete = false
  private var isEmptyTag = false
  /// The attribute that was named last, and whether another name may begin.
  private var attribute: [UInt8] = []
  private var beginsAttribute = false
  /// Inside the value of an attribute that is left out.
  private var isSecretValue = false
  private static let secretAttributes = ["password", "token"].map { Array($0.utf8) }
  /// The element whose content is being left out.
  private var hidden: String?
  /// The value of the attribute that one is in, as far as it can be a word of ``secretFields``.
  private var value: [UInt8] = []
  /// A tag has one of those, and what it begins is a form's field.
  private var saysSecret = false
  private var isSecretField = false
  private static let secretFields = ["text-private", "muc#roomconfig_roomsecret"]
    .map { Array($0.utf8) }

  public init() {}

  /// One line, without line feed, for the bytes that came or left together.
  public mutating func line(_ bytes: [UInt8]) -> String {
    var kept: [UInt8] = []
    for byte in bytes { read(byte, &kept) }
    return String(decoding: kept, as: UTF8.self).unicodeScalars.reduce(into: "") { line, scalar in
      if Self.isHarmless(scalar) {
        line.unicodeScalars.append(scalar)
      } else {
        line += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
  }

  private mutating func read(_ byte: UInt8, _ kept: inout [UInt8]) {
    let (wasHidden, wasSecret) = (hidden, isSecretValue)
    let isInTag = if case .tag = state { true } else { false }
    if isInTag { readTagByte(byte) } else if byte == UInt8(ascii: "<") { beginTag() }
    guard let wasHidden else {
      if !wasSecret || !isSecretValue { kept.append(byte) }
      if !wasSecret, isSecretValue { kept += Array("[removed]".utf8) }
      return
    }
    if hidden == nil {
      kept += Array("[removed]</\(wasHidden)>".utf8)
    }
  }

  private mutating func beginTag() {
    state = .tag(quote: nil)
    (tagName, isNameComplete, isEmptyTag) = ([], false, false)
    (attribute, beginsAttribute, saysSecret) = ([], false, false)
  }

  private mutating func readTagByte(_ byte: UInt8) {
    if case .tag(let quote?) = state { return readValueByte(byte, quote) }
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      (state, value) = (.tag(quote: byte), [])
      isSecretValue = Self.secretAttributes.contains(attribute)
    case UInt8(ascii: ">"): endTag()
    case 0x20, 0x9, 0xA, 0xD: (isNameComplete, beginsAttribute) = (true, true)
    case UInt8(ascii: "="): beginsAttribute = false
    case UInt8(ascii: "/") where !tagName.isEmpty: isEmptyTag = true
    default:
      isEmptyTag = false
      noteName(byte)
    }
  }

  private mutating func readValueByte(_ byte: UInt8, _ quote: UInt8) {
    guard byte == quote else {
      if value.count < 64 { value.append(byte) }
      return
    }
    (state, isSecretValue, attribute) = (.tag(quote: nil), false, [])
    saysSecret = saysSecret || Self.secretFields.contains(value)
  }

  private mutating func noteName(_ byte: UInt8) {
    if !isNameComplete {
      if tagName.count < 256 { tagName.append(byte) }
    } else if beginsAttribute {
      (attribute, beginsAttribute) = ([byte], false)
    } else if attribute.count < 256 {
      attribute.append(byte)
    }
  }

  private mutating func endTag() {
    state = .text
    let full = String(decoding: tagName, as: UTF8.self)
    let isEnd = full.hasPrefix("/")
    let name = String((isEnd ? full.dropFirst() : full[...]).split(separator: ":").last ?? "")
    if name == "field" { isSecretField = !isEnd && !isEmptyTag && saysSecret }
    if isEnd, name == hidden {
      hidden = nil
    } else if !isEnd, !isEmptyTag, hidden == nil,
      Self.secrets.contains(name) || isSecretField && name == "value"
    {
      hidden = name
    }
  }

  /// Neither a control character nor one that turns the direction of writing.
  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: false
    default: true
    }
  }
}
