internal import XMLStream

/// XEP-0059: long answers page by page.
enum XEP0059ResultSets: Extension {
  static let namespace = "http://jabber.org/protocol/rsm"
  /// Bytes of the name of a place.
  private static let longestPlace = 1_000

  /// Asks for so many, after a place.
  static func wish(most: Int, after place: String?) -> XMLElement {
    let after = place.map { [XMLElement("after", namespace, text: $0)] } ?? []
    return XMLElement(
      "set", namespace, [:], [XMLElement("max", namespace, text: String(most))] + after)
  }

  /// Where the next page begins; `nil` where the answer has all that there is.
  ///
  /// - Parameters:
  ///   - seen: how many came, with those of the pages before.
  ///   - place: where this page began.
  static func next(in answer: XMLElement, seen: Int, after place: String?) -> String? {
    guard let set = answer.child("set", namespace),
      let last = set.child("last", namespace)?.text, !last.isEmpty, last != place,
      last.utf8.count <= longestPlace
    else { return nil }
    let count = set.child("count", namespace).flatMap { Int($0.text) }
    return count.map { $0 > seen } ?? true ? last : nil
  }
}
