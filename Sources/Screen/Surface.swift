/// A grid of cells that views draw on; whatever lies outside is dropped. No terminal behind it.
public struct Surface: Sendable, Equatable {
  /// One column of one row. A cluster two columns wide stands in its first cell; the second is empty (`""`).
  public struct Cell: Sendable, Equatable {
    public var cluster: String
    public var style: Style
    public init(cluster: String, style: Style) {
      self.cluster = cluster
      self.style = style
    }
  }

  /// Columns and rows; both may be 0.
  public let size: Size
  /// Where the terminal's cursor stands; hidden when `nil`.
  public var cursor: Point?
  private var cells: [Cell]

  /// A blank surface; a negative width or height counts as 0.
  public init(size: Size, style: Style = Style()) {
    self.size = Size(width: max(0, size.width), height: max(0, size.height))
    let count = self.size.width * self.size.height
    cells = Array(repeating: Cell(cluster: " ", style: style), count: count)
  }

  /// The cell at a column and a row, both from 0 and within ``size``.
  public subscript(x: Int, y: Int) -> Cell { cells[y * size.width + x] }

  /// The clusters of one row as they stand, trailing blanks and all.
  public func text(row y: Int) -> String {
    (0..<size.width).reduce(into: "") { $0 += self[$1, y].cluster }
  }

  /// From the first to the last column in which a row differs from another surface's of the same size, wide
  /// clusters whole; `nil` where the rows are the same.
  public func changes(inRow y: Int, since old: Surface) -> Range<Int>? {
    precondition(size == old.size, "surfaces of one size are compared, not \(size) and \(old.size)")
    let offset = y * size.width
    let found = cells.withUnsafeBufferPointer { new in
      old.cells.withUnsafeBufferPointer { old -> Range<Int>? in
        let row = offset..<(offset + size.width)
        guard let first = row.first(where: { new[$0] != old[$0] }),
          let last = row.last(where: { new[$0] != old[$0] })
        else { return nil }
        return (first - offset)..<(last - offset + 1)
      }
    }
    guard var range = found else { return nil }
    let last = range.upperBound
    if last < size.width, self[last, y].cluster.isEmpty { range = range.lowerBound..<(last + 1) }
    let isSecondHalf = range.lowerBound > 0 && self[range.lowerBound, y].cluster.isEmpty
    return isSecondHalf ? (range.lowerBound - 1)..<range.upperBound : range
  }

  /// Writes text from a place to the right, within `width` columns (to the surface's edge where `nil`);
  /// a wide cluster that does not fit whole is left out. Returns the columns used.
  @discardableResult
  public mutating func write(
    _ text: PrintableText, at point: Point, width: Int? = nil, style: Style
  ) -> Int {
    let edge = width.map { min(size.width, point.x + max(0, $0)) } ?? size.width
    var x = point.x
    for cluster in text.clusters {
      guard x + cluster.width <= edge else { break }
      if x >= 0, (0..<size.height).contains(point.y) {
        put(cluster.text, width: cluster.width, x: x, y: point.y, style: style)
      }
      x += cluster.width
    }
    return x - point.x
  }

  /// Gives every cell of the area this cluster (one column wide; anything else is drawn as blanks) and style.
  public mutating func fill(_ area: Rect, cluster: String = " ", style: Style) {
    let clusters = PrintableText(cluster).clusters
    let text = clusters.count == 1 && clusters[0].width == 1 ? clusters[0].text : " "
    for y in rows(of: area) {
      for x in columns(of: area) { put(text, width: 1, x: x, y: y, style: style) }
    }
  }

  /// Puts another surface's cells in, its first one at a place; what does not fit is left out.
  public mutating func draw(_ other: Surface, at point: Point) {
    for y in rows(of: Rect(x: point.x, y: point.y, width: 0, height: other.size.height)) {
      for x in columns(of: Rect(x: point.x, y: 0, width: other.size.width, height: 0)) {
        cells[y * size.width + x] = other[x - point.x, y - point.y]
      }
    }
  }

  /// Changes the style of every cell of the area, the clusters stay (a selected row, a dimmed screen).
  public mutating func restyle(_ area: Rect, _ change: (inout Style) -> Void) {
    for y in rows(of: area) {
      for x in columns(of: area) { change(&cells[y * size.width + x].style) }
    }
  }

  private func rows(of area: Rect) -> Range<Int> {
    let first = max(0, area.y)
    return first..<max(first, min(size.height, area.y + area.height))
  }

  private func columns(of area: Rect) -> Range<Int> {
    let first = max(0, area.x)
    return first..<max(first, min(size.width, area.x + area.width))
  }

  private mutating func put(_ text: String, width: Int, x: Int, y: Int, style: Style) {
    let index = y * size.width + x
    // What loses one half of a wide cluster keeps a blank in the other.
    if cells[index].cluster.isEmpty, x > 0 { cells[index - 1].cluster = " " }
    let after = index + width
    if x + width < size.width, cells[after].cluster.isEmpty { cells[after].cluster = " " }
    cells[index] = Cell(cluster: text, style: style)
    if width == 2 { cells[index + 1] = Cell(cluster: "", style: style) }
  }
}
