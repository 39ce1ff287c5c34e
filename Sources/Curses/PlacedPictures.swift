internal import FoundationEssentials
internal import Model
internal import Screen

/// Pictures that a terminal draws where its cursor is, over its cells (sixels, iTerm2's). They do not live in cells: one is
/// drawn only where all of its cells are in sight, again when something was written near it, and what stood where it
/// stood is written again when it goes. What is in sight of any other is drawn with cells.
struct PlacedPictures {
  /// One that stands on the terminal.
  struct Placement: Hashable {
    var key: UInt32
    /// Its graphic's.
    var number: Int
    var area: Rect
  }

  /// What a frame needs.
  struct Plan {
    /// The surface with nothing where pictures come to stand.
    var ground: Surface
    /// Rows in which one stood that goes: every cell of them is written again.
    var stale: Set<Int>
    /// To be drawn when the cells are.
    var due: [Placement]
  }

  /// Ncurses may write over so many cells beside a change to get to it.
  private static let nearness = 16

  private let form: Picture.Form
  private var standing: Set<Placement> = []

  init(_ form: Picture.Form) { self.form = form }

  /// None stands any more.
  var emptied: PlacedPictures { PlacedPictures(form) }

  /// - Parameters:
  ///   - shown: what the terminal shows but for pictures; `nil` where it is drawn anew.
  ///   - cell: the pixels of the terminal's cells.
  mutating func plan(_ surface: Surface, over shown: Surface?, on size: Size, cell: CellPixels)
    -> Plan
  {
    let placements = placements(in: surface, on: size, cell)
    var plan = Plan(ground: surface, stale: [], due: [])
    for placement in placements { plan.ground.fill(placement.area, style: Style()) }
    if shown != nil {
      for gone in standing.subtracting(placements) { plan.stale.formUnion(gone.area.rows) }
    }
    plan.due = placements.filter { placement in
      guard let shown, standing.contains(placement) else { return true }
      return placement.area.rows.contains { row in
        plan.stale.contains(row)
          || plan.ground.differs(from: shown, inRow: row, near: placement.area, by: Self.nearness)
      }
    }
    standing = Set(placements)
    return plan
  }

  /// What draws one.
  func bytes(_ placement: Placement, of surface: Surface) -> [UInt8] {
    let area = placement.area
    guard let picture = surface.picture(withKey: placement.key), let graphic = picture.graphic
    else {
      return []
    }
    let place = Array("\u{1B}[\(area.y + 1);\(area.x + 1)H".utf8)
    guard form == .png else { return place + graphic.bytes }
    let words =
      "inline=1;size=\(graphic.bytes.count);width=\(area.width);height=\(area.height)"
      + ";preserveAspectRatio=1;doNotMoveCursor=1"
    let text = Data(graphic.bytes).base64EncodedString()
    return place + Array("\u{1B}]1337;File=\(words):\(text)\u{7}".utf8)
  }

  /// Those whose cells are all there, by their places. None in the last row: some terminals scroll behind one there.
  private func placements(in surface: Surface, on size: Size, _ cell: CellPixels) -> [Placement] {
    guard !surface.isWithoutPictures else { return [] }
    let width = min(size.width, surface.size.width)
    let height = min(size.height, surface.size.height)
    var found: [Placement] = []
    for y in 0..<height {
      for x in 0..<width {
        guard let part = surface.part(x, y), part.row == 0, part.column == 0,
          let picture = surface.picture(withKey: part.key), let graphic = picture.graphic,
          graphic.form == form, form == .png || graphic.cell == cell
        else { continue }
        let area = Rect(x: x, y: y, width: picture.width, height: picture.height)
        guard area.y + area.height < height, area.x + area.width <= width,
          surface.shows(part.key, whole: area)
        else { continue }
        found.append(Placement(key: part.key, number: graphic.number, area: area))
      }
    }
    return found
  }
}

extension Rect {
  fileprivate var rows: Range<Int> { y..<(y + height) }
}

extension Surface {
  /// Every cell of the area shows its part of the picture.
  fileprivate func shows(_ key: UInt32, whole area: Rect) -> Bool {
    (0..<area.height).allSatisfy { row in
      (0..<area.width).allSatisfy { column in
        guard let part = part(area.x + column, area.y + row) else { return false }
        return part.key == key && part.row == row && part.column == column
      }
    }
  }

  fileprivate func differs(
    from other: Surface, inRow y: Int, near area: Rect, by columns: Int
  ) -> Bool {
    guard size == other.size else { return true }
    let first = max(0, area.x - columns)
    let end = min(size.width, area.x + area.width + columns)
    guard changes(inRow: y, since: other)?.overlaps(first..<end) == true else { return false }
    return (first..<end).contains { x in
      self[x, y] != other[x, y] || address(x, y) != other.address(x, y)
    }
  }
}
