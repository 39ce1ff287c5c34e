internal import Model
internal import Screen

extension Picture {
  /// Draws one of its rows from an area's left edge on; what does not fit is left out.
  func draw(row: Int, in area: Rect, into surface: inout Surface) {
    guard area.height > 0 else { return }
    surface.draw(self, row: row, at: Point(x: area.x, y: area.y), width: area.width)
  }

  /// Draws it in the middle of an area.
  func draw(in area: Rect, into surface: inout Surface) {
    let left = max(0, (area.width - width) / 2)
    let top = max(0, (area.height - height) / 2)
    for row in 0..<min(height, area.height) {
      draw(row: row, in: area.row(top + row).inset(left: left), into: &surface)
    }
  }
}
