/// Makes clusters of one or two columns from a grapheme cluster of any length: bounds its marks, and
/// parts what takes more than two columns (Hangul and Indic clusters may be endless).
struct ClusterBuilder {
  private var finishedClusters: [PrintableText.Cluster] = []
  private var scalars = String.UnicodeScalarView()
  private var count = 0
  private var marks = 0
  private var width = 0
  private var isCut = false
  private var isStandIn = false
  /// An emoji's scalars belong together however wide each is alone.
  private let isEmoji: Bool

  init(ofEmoji character: Character) {
    let scalars = character.unicodeScalars
    isEmoji = scalars.first.map { Width.isEmoji($0, scalars.dropFirst()) } ?? false
  }

  mutating func append(_ scalar: Unicode.Scalar) {
    let own = Width.of(scalar: scalar)
    if own == 0 {
      appendMark(scalar)
    } else {
      if !isEmoji, count > 0, width + own > 2 { flush() }
      keep(scalar)
      width += own
    }
  }

  mutating func finished() -> [PrintableText.Cluster] {
    flush()
    return finishedClusters
  }

  private mutating func appendMark(_ scalar: Unicode.Scalar) {
    if count == 0 || isStandIn {
      let category = scalar.properties.generalCategory
      let isMark = category == .nonspacingMark || category == .enclosingMark
      if count == 0 || !isMark { putStandIn(isMark && !Glyphs.isASCII ? "\u{25CC}" : "?") }
      if !isMark { return }
    }
    let isPart = isEmoji && (scalar == "\u{200D}" || scalar == "\u{FE0F}" || scalar.isTag)
    marks += isPart ? 0 : 1
    if marks <= PrintableText.marksPerCluster { keep(scalar) } else { isCut = true }
  }

  /// A base for marks that have none, or in the place of a vowel or final of Hangul alone.
  private mutating func putStandIn(_ base: Unicode.Scalar) {
    flush()
    keep(base)
    width = Width.of(scalar: base)
    isStandIn = true
  }

  private mutating func keep(_ scalar: Unicode.Scalar) {
    guard count < PrintableText.scalarsPerCluster else {
      isCut = true
      return
    }
    scalars.append(scalar)
    count += 1
  }

  private mutating func flush() {
    guard count > 0 else { return }
    // A joiner at an emoji's end would join whatever the screen has beside it.
    while scalars.last == "\u{200D}", scalars.first?.properties.isEmoji == true {
      scalars.removeLast()
    }
    let columns = max(1, Width.of(scalars: scalars))
    finishedClusters.append(PrintableText.Cluster(text: String(scalars), width: columns))
    if isCut {
      let mark = Glyphs.current.ellipsis
      finishedClusters.append(PrintableText.Cluster(text: mark, width: 1))
    }
    (scalars, count, marks, width) = (String.UnicodeScalarView(), 0, 0, 0)
    (isCut, isStandIn) = (false, false)
  }
}
