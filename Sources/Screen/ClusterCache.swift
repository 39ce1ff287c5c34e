internal import Synchronization

/// The clusters of short texts that were taken apart before: names, times and badges are the same in
/// every frame.
enum ClusterCache {
  /// Equal where the bytes are: texts that Unicode takes for equal may have other clusters.
  private struct Key: Hashable {
    var text: String
    /// What stands for a character, and how wide it is, depends on them.
    var isASCII: Bool
    var isAmbiguousWide: Bool
    var isEmojiNarrow: Bool

    static func == (left: Key, right: Key) -> Bool {
      left.isASCII == right.isASCII && left.isAmbiguousWide == right.isAmbiguousWide
        && left.isEmojiNarrow == right.isEmojiNarrow
        && left.text.hasBytes(of: right.text)
    }

    func hash(into hasher: inout Hasher) {
      var text = text
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }

  /// Longer texts are messages, which are laid out once.
  private static let longest = 48
  private static let capacity = 1_000

  private static let known = Mutex<[Key: [PrintableText.Cluster]]>([:])

  static func clusters(
    of text: String, else make: (String) -> [PrintableText.Cluster]
  ) -> [PrintableText.Cluster] {
    guard text.utf8.count <= longest else { return make(text) }
    let key = Key(
      text: text, isASCII: Glyphs.isASCII, isAmbiguousWide: Width.isAmbiguousWide,
      isEmojiNarrow: Width.isEmojiNarrow)
    if let clusters = known.withLock({ $0[key] }) { return clusters }
    let clusters = make(text)
    known.withLock { known in
      if known.count >= capacity { known.removeAll(keepingCapacity: true) }
      known[key] = clusters
    }
    return clusters
  }
}

extension String {
  /// Their UTF-8 is the same: stricter than `==`, which takes a composed and a decomposed letter for one.
  func hasBytes(of other: String) -> Bool {
    let isSame = utf8.withContiguousStorageIfAvailable { own in
      other.utf8.withContiguousStorageIfAvailable { own.elementsEqual($0) }
    }
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}
