internal import Screen

/// Something that can be done by key or click, and the column that it begins in.
struct PlacedOffer {
  var command: Command
  var spans: [Span]
  var x = 0
}

extension [PlacedOffer] {
  /// Columns of all of them.
  /// - Parameter gap: columns between two.
  func width(gap: Int) -> Int { isEmpty ? 0 : reduce(-gap) { $0 + $1.spans.width + gap } }

  /// One after the other, from a column on.
  func placed(from start: Int, gap: Int) -> [PlacedOffer] {
    var x = start
    return map { offer in
      defer { x += offer.spans.width + gap }
      return PlacedOffer(command: offer.command, spans: offer.spans, x: x)
    }
  }

  /// The one at a column.
  func command(at column: Int) -> Command? {
    first { ($0.x..<($0.x + $0.spans.width)).contains(column) }?.command
  }

  func draw(in area: Rect, into surface: inout Surface, look: Look, on ground: Role? = nil) {
    for offer in self {
      surface.draw(offer.spans, in: area.inset(left: offer.x), look: look, on: ground)
    }
  }
}
