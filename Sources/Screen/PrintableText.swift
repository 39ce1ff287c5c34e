/// Text that cannot command a terminal (Z2): the only thing a surface, a title, a notification or the
/// log takes. Control characters are visible marks, bidirectional overrides are shown and isolated
/// (their name stands where they stood, so that nothing of them reaches the terminal),
/// combining marks are bounded. Line feeds become a visible mark too; split lines first.
public struct PrintableText: Sendable, Equatable {
  /// One grapheme cluster and the columns it takes (1 or 2).
  public struct Cluster: Sendable, Equatable {
    /// The scalar's value where it is one alone, as most are; else 0.
    let scalar: UInt32
    /// The whole text where it is more than one scalar.
    private let long: String?
    /// A byte: hundreds of thousands of clusters are kept of long texts.
    private let columns: UInt8
    /// Columns it takes.
    public var width: Int { Int(columns) }

    init(text: String, width: Int) {
      let scalars = text.unicodeScalars
      let isLong = scalars.index(after: scalars.startIndex) != scalars.endIndex
      scalar = isLong ? 0 : scalars[scalars.startIndex].value
      long = isLong ? text : nil
      columns = UInt8(clamping: width)
    }

    /// Its scalars, as they go to the terminal.
    public var text: String {
      long ?? Unicode.Scalar(scalar).map { String($0) } ?? ""
    }
  }

  /// Marks kept on one base, and scalars kept in one cluster; what is more is dropped and `…` says so.
  static let marksPerCluster = 8
  static let scalarsPerCluster = 16

  /// In the order of the text.
  public var clusters: [Cluster]

  public init(_ text: String) {
    clusters = Self.plainClusters(text) ?? ClusterCache.clusters(of: text, else: Self.takeApart)
  }

  private static func takeApart(_ text: String) -> [Cluster] {
    var clusters: [Cluster] = []
    clusters.reserveCapacity(text.utf8.count)
    for character in visible(text) { append(character, to: &clusters) }
    return clusters
  }

  /// The clusters of a text of printable ASCII alone, which most is; `nil` where it is not.
  private static func plainClusters(_ text: String) -> [Cluster]? {
    let plain = text.utf8.withContiguousStorageIfAvailable { bytes -> [Cluster]? in
      guard bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return nil }
      return bytes.map { ascii[Int($0) - 0x20] }
    }
    return plain ?? nil
  }

  private static let ascii = (UInt8(0x20)..<0x7F).map {
    Cluster(text: String(UnicodeScalar($0)), width: 1)
  }

  init(clusters: some Sequence<Cluster>) { self.clusters = Array(clusters) }

  /// Columns over all clusters.
  public var width: Int { clusters.reduce(0) { $0 + $1.width } }

  /// It has no cluster.
  public var isEmpty: Bool { clusters.isEmpty }

  /// What is shown, as one string.
  public var text: String { clusters.reduce(into: "") { $0 += $1.text } }

  /// At most `width` columns of it, ended by `…` (`~` in ASCII) where something was cut.
  public func truncated(to width: Int) -> PrintableText {
    guard self.width > width else { return self }
    guard width > 0 else { return PrintableText(clusters: []) }
    let ending = PrintableText(Glyphs.current.ellipsis)
    return PrintableText(clusters: prefix(columns: width - ending.width).clusters + ending.clusters)
  }

  /// The clusters that fit whole in so many columns.
  public func prefix(columns: Int) -> PrintableText {
    var used = 0
    return PrintableText(
      clusters: clusters.prefix {
        used += $0.width
        return used <= columns
      })
  }

  /// One after the other.
  public static func + (left: PrintableText, right: PrintableText) -> PrintableText {
    PrintableText(clusters: left.clusters + right.clusters)
  }

  private static func append(_ character: Character, to clusters: inout [Cluster]) {
    if character.utf8.count == 1 {
      clusters.append(Cluster(text: String(character), width: 1))
      return
    }
    var building = ClusterBuilder(ofEmoji: character)
    for scalar in character.unicodeScalars { building.append(scalar) }
    clusters += building.finished()
  }
}

extension PrintableText: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self.init(text) }
}
