public import Model

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
  /// By rows: surfaces made of one another share those that stay as they are, and know it.
  var cells: [[Packed]]
  /// The clusters of more than one scalar; cells name them by their places here.
  private var long: [String] = []
  /// What cells lead to, by the numbers in them.
  private var addresses: [UInt16: String] = [:]
  /// Of which cells show parts, by the keys in them; those that were drawn over may be among them.
  var pictures: [UInt32: Picture] = [:]

  /// A cell as it is kept: each frame makes, compares and throws away thousands of them, so nothing in
  /// them is counted by reference.
  struct Packed: Equatable {
    /// The scalar of a cluster that has one, 0 for none (the second half of a wide one),
    /// ``firstLong`` and above, a place in `long`, or a ``PicturePart``.
    var code: UInt32
    var style: Style
    /// What it leads to, a key of `addresses`; 0 for nowhere.
    var link: UInt16 = 0
  }

  private static let firstLong: UInt32 = 0x11_0000
  static let blank: UInt32 = 0x20
  private static let mostPictures = 64

  /// A blank surface; a negative width or height counts as 0.
  public init(size: Size, style: Style = Style()) {
    self.size = Size(width: max(0, size.width), height: max(0, size.height))
    let row = Array(repeating: Packed(code: Self.blank, style: style), count: self.size.width)
    cells = Array(repeating: row, count: self.size.height)
  }

  /// The cell at a column and a row, both from 0 and within ``size``.
  public subscript(x: Int, y: Int) -> Cell {
    let cell = cells[y][x]
    return Cell(cluster: text(cell.code), style: cell.style)
  }

  /// The scalar of a cluster that is one alone; `nil` where it is more, and in the second half of a wide one.
  public func scalar(_ x: Int, _ y: Int) -> Unicode.Scalar? {
    let code = cells[y][x].code
    if let part = PicturePart(code: code) { return glyph(of: part) }
    return code == 0 ? nil : Unicode.Scalar(code)
  }

  /// The style of the cell at a column and a row.
  public func style(_ x: Int, _ y: Int) -> Style { cells[y][x].style }

  private func text(_ code: UInt32) -> String {
    if let part = PicturePart(code: code) { return String(glyph(of: part)) }
    if code >= Self.firstLong { return long[Int(code - Self.firstLong)] }
    return code == 0 ? "" : Unicode.Scalar(code).map { String($0) } ?? " "
  }

  /// Surfaces that show the same are the same.
  public static func == (left: Surface, right: Surface) -> Bool {
    left.size == right.size && left.cursor == right.cursor
      && left.cells.indices.allSatisfy { left.changes(inRow: $0, since: right) == nil }
  }

  /// It is a place in `long`.
  private static func isLong(_ code: UInt32) -> Bool {
    code >= firstLong && PicturePart(code: code) == nil
  }

  private func shows(_ own: Packed, as its: Packed, of other: Surface) -> Bool {
    guard Self.isLong(own.code), Self.isLong(its.code) else { return own == its }
    // By bytes: what Unicode takes for equal may be drawn differently.
    return own.style == its.style && own.link == its.link
      && text(own.code).hasBytes(of: other.text(its.code))
  }

  /// The clusters of one row as they stand, trailing blanks and all.
  public func text(row y: Int) -> String {
    (0..<size.width).reduce(into: "") { $0 += self[$1, y].cluster }
  }

  /// From the first to the last column in which a row differs from another surface's of the same size, wide
  /// clusters whole; `nil` where the rows are the same.
  public func changes(inRow y: Int, since old: Surface) -> Range<Int>? {
    precondition(size == old.size, "surfaces of one size are compared, not \(size) and \(old.size)")
    if sharesRow(y, with: old) { return nil }
    let found = cells[y].withUnsafeBufferPointer { new in
      old.cells[y].withUnsafeBufferPointer { before -> Range<Int>? in
        func isChanged(_ x: Int) -> Bool {
          new[x].code < Self.firstLong
            ? new[x] != before[x] : !shows(new[x], as: before[x], of: old)
        }
        guard let first = new.indices.first(where: isChanged),
          let last = new.indices.last(where: isChanged)
        else { return nil }
        return first..<(last + 1)
      }
    }
    guard var range = found else { return nil }
    let end = range.upperBound
    if end < size.width, cells[y][end].code == 0 { range = range.lowerBound..<(end + 1) }
    let isSecondHalf = range.lowerBound > 0 && cells[y][range.lowerBound].code == 0
    return isSecondHalf ? (range.lowerBound - 1)..<range.upperBound : range
  }

  /// A row that neither was drawn on since one was made of the other: it need not be compared.
  public func sharesRow(_ y: Int, with other: Surface) -> Bool {
    cells[y].withUnsafeBufferPointer { own in
      other.cells[y].withUnsafeBufferPointer { own.baseAddress == $0.baseAddress }
    }
  }

  /// It remembers more of what was drawn over than it has cells: draw on a new one.
  public var isCrowded: Bool {
    max(long.count, addresses.count) > size.width * size.height
      || pictures.count > Self.mostPictures
  }

  /// What the cell at a column and a row leads to; `nil` where it leads nowhere.
  public func address(_ x: Int, _ y: Int) -> String? {
    let link = cells[y][x].link
    return link == 0 ? nil : addresses[link]
  }

  /// The number of an address: the same in each frame, so that what stays does not change.
  private mutating func number(of address: String) -> UInt16 {
    // FNV-1a; another of the same number has the next one.
    let hash = address.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    var number = max(1, UInt16(truncatingIfNeeded: hash ^ hash >> 16))
    for _ in 0..<100 {
      guard let known = addresses[number] else {
        addresses[number] = address
        return number
      }
      if known == address { return number }
      number = max(1, number &+ 1)
    }
    return 0
  }

  /// Writes text from a place to the right, within `width` columns (to the surface's edge where `nil`);
  /// a wide cluster that does not fit whole is left out. Returns the columns used.
  /// - Parameter address: what it leads to: an address of the web, in ASCII.
  @discardableResult
  public mutating func write(
    _ text: PrintableText, at point: Point, width: Int? = nil, style: Style,
    to address: String? = nil
  ) -> Int {
    let link = address.map { number(of: $0) } ?? 0
    let edge = width.map { min(size.width, point.x + max(0, $0)) } ?? size.width
    guard (0..<size.height).contains(point.y) else {
      return Self.columns(of: text, from: point.x, to: edge) - point.x
    }
    // Out of the surface while it is written to: it is looked up once for all of the text.
    var row: [Packed] = []
    swap(&row, &cells[point.y])
    defer { swap(&row, &cells[point.y]) }
    var x = point.x
    for cluster in text.clusters {
      guard x + cluster.width <= edge else { break }
      if x >= 0 {
        Self.clearHalves(at: x..<(x + cluster.width), in: &row)
        row[x] = Packed(code: code(of: cluster), style: style, link: link)
        if cluster.width == 2 { row[x + 1] = Packed(code: 0, style: style, link: link) }
      }
      x += cluster.width
    }
    return x - point.x
  }

  /// Where the last cluster ends that fits whole.
  private static func columns(of text: PrintableText, from start: Int, to edge: Int) -> Int {
    var x = start
    for cluster in text.clusters {
      guard x + cluster.width <= edge else { break }
      x += cluster.width
    }
    return x
  }

  /// Gives every cell of the area this cluster (one column wide; anything else is drawn as blanks) and style.
  public mutating func fill(_ area: Rect, cluster: String = " ", style: Style) {
    let clusters = PrintableText(cluster).clusters
    let isNarrow = clusters.count == 1 && clusters[0].width == 1
    let cell = Packed(code: isNarrow ? code(of: clusters[0]) : Self.blank, style: style)
    let columns = columns(of: area)
    guard !columns.isEmpty else { return }
    for y in rows(of: area) {
      Self.clearHalves(at: columns, in: &cells[y])
      cells[y].withUnsafeMutableBufferPointer { $0[columns].update(repeating: cell) }
    }
  }

  /// Puts another surface's cells in, its first one at a place; what does not fit is left out.
  public mutating func draw(_ other: Surface, at point: Point) {
    for y in rows(of: Rect(x: point.x, y: point.y, width: 0, height: other.size.height)) {
      for x in columns(of: Rect(x: point.x, y: 0, width: other.size.width, height: 0)) {
        var cell = other.cells[y - point.y][x - point.x]
        if Self.isLong(cell.code) { cell.code = keep(other.text(cell.code)) }
        take(PicturePart(code: cell.code), from: other)
        if cell.link != 0 { cell.link = other.addresses[cell.link].map { number(of: $0) } ?? 0 }
        cells[y][x] = cell
      }
    }
  }

  /// Changes the style of every cell of the area, the clusters stay (a selected row, a dimmed screen).
  public mutating func restyle(_ area: Rect, _ change: (inout Style) -> Void) {
    for y in rows(of: area) {
      for x in columns(of: area) { change(&cells[y][x].style) }
    }
  }

  func rows(of area: Rect) -> Range<Int> {
    let first = max(0, area.y)
    return first..<max(first, min(size.height, area.y + area.height))
  }

  private func columns(of area: Rect) -> Range<Int> {
    let first = max(0, area.x)
    return first..<max(first, min(size.width, area.x + area.width))
  }

  /// What loses one half of a wide cluster keeps a blank in the other.
  static func clearHalves(at columns: Range<Int>, in row: inout [Packed]) {
    let (first, after) = (columns.lowerBound, columns.upperBound)
    if first > 0, row[first].code == 0 { row[first - 1].code = blank }
    if after < row.count, row[after].code == 0 { row[after].code = blank }
  }

  private mutating func code(of cluster: PrintableText.Cluster) -> UInt32 {
    cluster.scalar != 0 ? cluster.scalar : keep(cluster.text)
  }

  private mutating func keep(_ text: String) -> UInt32 {
    long.append(text)
    return Self.firstLong + UInt32(long.count - 1)
  }
}

/// Pictures on a surface: each cell looks as it does where the terminal draws no pictures itself, and says besides
/// which part of which picture it is. So they are cut and covered as text is.
extension Surface {
  /// What one cell shows of a picture that the terminal may draw itself.
  public struct PicturePart: Hashable, Sendable {
    /// The picture's among those of the surface.
    public let key: UInt32
    /// From 0, of the picture.
    public let row: Int
    public let column: Int

    /// Pictures that can be told from each other; so many that were made one after the other.
    public static let keys: UInt32 = 240
    private static let mark: UInt32 = 1 << 31
    private static let bits: UInt32 = 10

    init?(code: UInt32) {
      guard code & Self.mark != 0 else { return nil }
      let side = UInt32(1) << Self.bits - 1
      key = (code & ~Self.mark) >> (2 * Self.bits)
      row = Int(code >> Self.bits & side)
      column = Int(code & side)
    }

    /// `nil` where a picture is larger than any screen.
    init?(_ graphic: Picture.Graphic, row: Int, column: Int) {
      guard max(row, column) < 1 << Int(Self.bits) else { return nil }
      key = UInt32(truncatingIfNeeded: graphic.number) % Self.keys
      (self.row, self.column) = (row, column)
    }

    var code: UInt32 {
      Self.mark | key << (2 * Self.bits) | UInt32(row) << Self.bits | UInt32(column)
    }
  }

  /// What the cell at a column and a row shows of a picture.
  public func part(_ x: Int, _ y: Int) -> PicturePart? { PicturePart(code: cells[y][x].code) }

  /// The whole picture of a part's key.
  public func picture(withKey key: UInt32) -> Picture? { pictures[key] }

  /// Those of which a cell shows a part.
  public var seenPictures: [UInt32: Picture] {
    guard !pictures.isEmpty else { return [:] }
    let keys = Set(cells.joined().lazy.compactMap { PicturePart(code: $0.code)?.key })
    return pictures.filter { keys.contains($0.key) }
  }

  /// No cell is part of a picture.
  public var isWithoutPictures: Bool { pictures.isEmpty }

  /// Draws one row of a picture from a place to the right, within `width` columns.
  public mutating func draw(_ picture: Picture, row: Int, at point: Point, width: Int) {
    guard (0..<picture.height).contains(row) else { return }
    for y in rows(of: Rect(x: 0, y: point.y, width: 0, height: 1)) {
      for (column, cell) in picture[row: row].prefix(max(0, width)).enumerated() {
        let x = point.x + column
        guard (0..<size.width).contains(x) else { continue }
        Self.clearHalves(at: x..<(x + 1), in: &cells[y])
        let part = picture.graphic.flatMap { PicturePart($0, row: row, column: column) }
        part.map { pictures[$0.key] = picture }
        let style = Style(
          foreground: cell.foreground.map(Color.init), background: cell.background.map(Color.init))
        cells[y][x] = Packed(code: part?.code ?? Self.glyph(cell).value, style: style)
      }
    }
  }

  mutating func take(_ part: PicturePart?, from other: Surface) {
    guard let part, let picture = other.pictures[part.key] else { return }
    pictures[part.key] = picture
  }

  func glyph(of part: PicturePart) -> Unicode.Scalar {
    guard let picture = pictures[part.key], (0..<picture.height).contains(part.row),
      (0..<picture.width).contains(part.column)
    else { return " " }
    return Self.glyph(picture[row: part.row].dropFirst(part.column).first)
  }

  /// ASCII and the block elements take one column everywhere; nothing else is drawn.
  private static func glyph(_ cell: Picture.Cell?) -> Unicode.Scalar {
    guard let glyph = cell?.glyph else { return " " }
    let isKnown =
      (0x20...0x7E).contains(glyph.value) || (0x2580...0x259F).contains(glyph.value)
    return isKnown ? glyph : " "
  }
}

extension Color {
  init(_ color: Picture.Color) {
    switch color {
    case .palette(let number): self = .palette(number)
    case .rgb(let rgb):
      func part(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: rgb >> shift) }
      self = .rgb(part(16), part(8), part(0))
    }
  }
}
