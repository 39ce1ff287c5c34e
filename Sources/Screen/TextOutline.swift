extension PrintableText {
  /// One byte for each cluster, enough to read what is marked in a text: itself where it is ASCII, a space for all
  /// white space (XEP-0393 §4: the property White_Space, or category Z), ``other`` for everything else.
  public var outline: [UInt8] { clusters.map(\.outline) }

  /// What stands in an ``outline`` for what is neither ASCII nor white space.
  public static let other: UInt8 = 0x80
}

extension PrintableText.Cluster {
  fileprivate var outline: UInt8 {
    if scalar > 0, scalar < 0x80 { return UInt8(scalar) }
    guard let scalar = Unicode.Scalar(scalar), scalar.value > 0 else { return PrintableText.other }
    return scalar.isWhiteSpace ? SpanReader.space : PrintableText.other
  }
}

extension Unicode.Scalar {
  fileprivate var isWhiteSpace: Bool {
    if properties.isWhitespace { return true }
    switch properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator: return true
    default: return false
    }
  }
}
