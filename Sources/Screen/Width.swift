internal import CPlatform

/// How many columns a grapheme cluster takes: the one function for layout and painting (I3), on the
/// table of scalars in CPlatform's width.c (Unicode 17.0, EastAsianWidth.txt and emoji-data.txt).
public enum Width {
  /// Characters of ambiguous width (UAX #11: Greek, box drawing, ●) take two columns, as in terminals
  /// set up for East Asian text. For the whole process; glyphs are ASCII then.
  public static var isAmbiguousWide: Bool {
    get { psst_wide_ambiguous() }
    set { psst_set_wide_ambiguous(newValue) }
  }

  /// Emoji made by a variation selector (❤️, keycaps) take one column, for terminals that draw them so.
  /// For the whole process.
  public static var isEmojiNarrow: Bool {
    get { psst_narrow_emoji() }
    set { psst_set_narrow_emoji(newValue) }
  }

  /// Columns of one cluster: 0 (marks without a base, controls), 1 or 2.
  public static func of(_ cluster: Character) -> Int { of(scalars: cluster.unicodeScalars) }

  static func of(scalars: some BidirectionalCollection<Unicode.Scalar>) -> Int {
    guard let first = scalars.first else { return 0 }
    let own = of(scalar: first)
    let rest = scalars.dropFirst()
    if rest.isEmpty { return own }
    if isEmoji(first, rest) { return isEmojiNarrow ? max(1, own) : 2 }
    return min(2, rest.reduce(own) { $0 + of(scalar: $1) })
  }

  static func of(scalar: Unicode.Scalar) -> Int { max(0, Int(psst_scalar_width(scalar.value))) }

  /// Whether scalars after the first make an emoji of it that terminals draw as one picture.
  static func isEmoji(
    _ first: Unicode.Scalar, _ rest: some BidirectionalCollection<Unicode.Scalar>
  ) -> Bool {
    guard let second = rest.first, first.properties.isEmoji else { return false }
    if second == "\u{FE0F}" { return true }
    guard !first.isASCII else { return false }
    return second.isRegionalIndicator && first.isRegionalIndicator
      || second.properties.isEmojiModifier && first.properties.isEmojiModifierBase
      || second == "\u{200D}" && rest.dropFirst().first?.properties.isEmoji == true
      || second.isTag
  }
}

extension Unicode.Scalar {
  var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }
  /// A letter of a subdivision's flag (🏴 and tags).
  var isTag: Bool { (0xE0020...0xE007F).contains(value) }
}
