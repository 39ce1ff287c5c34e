internal import Screen

extension Surface {
  /// The first column of a text in a row; `nil` where it does not stand.
  func column(of text: String, inRow y: Int) -> Int? {
    columns(of: text, inRow: y).first
  }

  /// All columns in which a text begins in a row.
  func columns(of text: String, inRow y: Int) -> [Int] {
    let wanted = PrintableText(text).clusters.flatMap {
      [$0.text] + Array(repeating: "", count: max(0, $0.width - 1))
    }
    guard !wanted.isEmpty, wanted.count <= size.width else { return [] }
    return (0...(size.width - wanted.count)).filter { x in
      wanted.indices.allSatisfy { self[x + $0, y].cluster == wanted[$0] }
    }
  }
}
