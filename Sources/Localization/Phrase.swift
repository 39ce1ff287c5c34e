/// What is said to a person, with places for what varies: in the source an ordinary interpolated string, in the
/// catalogue `Write to {0}` (gettext's python-brace-format). ``tr(_:as:)`` gives it in the person's language.
public struct Phrase: ExpressibleByStringInterpolation, Sendable {
  /// In English, ready to be shown.
  let text: String
  /// As the catalogues name it; empty where none is in use.
  let key: String
  let values: [String]

  /// A text without values.
  public init(stringLiteral text: String) {
    self.text = text
    key = Language.isTranslating ? Self.escaped(text) : ""
    values = []
  }

  /// A text with values.
  public init(stringInterpolation parts: StringInterpolation) {
    (text, key, values) = (parts.text, parts.key, parts.values)
  }

  /// What collects the parts of the text (SE-0228).
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""
    fileprivate var key = ""
    fileprivate var values: [String] = []
    private let isTranslating = Language.isTranslating

    /// As the compiler calls it (SE-0228).
    public init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    /// Words of the phrase.
    public mutating func appendLiteral(_ literal: String) {
      text += literal
      if isTranslating { key += Phrase.escaped(literal) }
    }

    /// A value.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      let words = value.description
      text += words
      guard isTranslating else { return }
      key += "{\(values.count)}"
      values.append(words)
    }
  }

  private static func escaped(_ literal: String) -> String {
    guard literal.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") })
    else { return literal }
    return literal.reduce(into: "") { escaped, character in
      escaped.append(character)
      if "{}".contains(character) { escaped.append(character) }
    }
  }

  /// A translation with the values in their places; a place that there is no value for stays as it is written.
  static func fill(_ template: String, with values: [String]) -> String {
    guard template.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") })
    else { return template }
    var filled = ""
    var rest = template[...]
    while let character = rest.popFirst() {
      if "{}".contains(character), rest.first == character {
        filled.append(rest.removeFirst())
      } else if character == "{", let end = rest.firstIndex(of: "}"),
        let place = Int(rest[..<end]), values.indices.contains(place)
      {
        filled += values[place]
        rest = rest[rest.index(after: end)...]
      } else {
        filled.append(character)
      }
    }
    return filled
  }
}

/// A phrase in the person's language (gettext's `gettext` and `pgettext`).
///
/// - Parameter context: tells two meanings of one English text apart.
public func tr(_ phrase: Phrase, as context: String? = nil) -> String {
  guard let catalogue = Language.catalogue,
    let translation = catalogue.translation(of: phrase.key, as: context)
  else { return phrase.text }
  return Phrase.fill(translation, with: phrase.values)
}

/// A phrase that says how many, in the person's language (gettext's `ngettext`).
///
/// - Parameter many: its values are the translation's.
public func tr(_ count: Int, _ one: Phrase, _ many: Phrase) -> String {
  guard let catalogue = Language.catalogue,
    let translation = catalogue.translation(of: one.key, count: count)
  else { return count == 1 ? one.text : many.text }
  return Phrase.fill(translation, with: many.values)
}

/// A text that stands in a table, as English has it, in the person's language.
public func tr(entry text: String) -> String {
  Language.catalogue?.translation(of: text, as: nil) ?? text
}
