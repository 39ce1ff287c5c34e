/// Text that cannot command a terminal (Z2): the only thing a surface, a title, a notification or the
/// log takes. Control characters are visible marks, bidirectional overrides are shown and isolated,
/// combining marks are bounded. Line feeds become a visible mark too; split lines first.
public struct PrintableText: Sendable, Equatable {
  /// One grapheme cluster and the columns it takes (1 or 2).
  public struct Cluster: Sendable, Equatable {
    public var text: String
    public var width: Int
  }

  public var clusters: [Cluster]

  public init(_ text: String) { clusters = [] }

  /// Columns over all clusters.
  public var width: Int { clusters.reduce(0) { $0 + $1.width } }

  /// At most `width` columns of it, ended by `…` (`~` in ASCII) where something was cut.
  public func truncated(to width: Int) -> PrintableText { self }

  /// Lines of at most `width` columns, broken at spaces where possible, at clusters where not.
  /// Never empty: the empty text is one empty line.
  public func wrapped(to width: Int) -> [PrintableText] { [self] }
}
