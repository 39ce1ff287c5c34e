internal import Model
internal import Screen

extension Picture {
  /// Draws one of its rows from an area's left edge on; what does not fit is left out.
  func draw(row: Int, in area: Rect, into surface: inout Surface) {
    guard (0..<height).contains(row), area.height > 0 else { return }
    var x = area.x
    for cell in self[row: row].prefix(area.width) {
      let style = Style(
        foreground: cell.foreground.map(Screen.Color.init),
        background: cell.background.map(Screen.Color.init))
      let glyph = PrintableText(String(cell.glyph))
      surface.write(glyph, at: Point(x: x, y: area.y), width: 1, style: style)
      x += 1
    }
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

extension Screen.Color {
  fileprivate init(_ color: Picture.Color) {
    switch color {
    case .palette(let number): self = .palette(number)
    case .rgb(let rgb):
      func part(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: rgb >> shift) }
      self = .rgb(part(16), part(8), part(0))
    }
  }
}
