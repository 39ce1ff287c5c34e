internal import Screen

extension Rect {
  var maxX: Int { x + width }
  var maxY: Int { y + height }

  func contains(_ point: Point) -> Bool {
    point.x >= x && point.x < maxX && point.y >= y && point.y < maxY
  }

  func row(_ index: Int) -> Rect { Rect(x: x, y: y + index, width: width, height: 1) }

  func inset(top: Int) -> Rect {
    Rect(x: x, y: y + top, width: width, height: max(0, height - top))
  }

  func inset(left: Int = 0, right: Int = 0) -> Rect {
    Rect(x: x + left, y: y, width: max(0, width - left - right), height: height)
  }
}

extension Surface {
  /// Draws spans one after another in the first row of an area, cut with `…` where they do not fit.
  @discardableResult
  mutating func draw(_ spans: [Span], in area: Rect, look: Look, on ground: Role? = nil) -> Int {
    guard area.height > 0 else { return 0 }
    var used = 0
    for span in spans where used < area.width {
      let room = area.width - used
      var style = look.style(of: span, on: ground)
      if let color = span.color { style.foreground = color }
      span.fade?.apply(to: &style)
      let text = span.width > room ? span.text.truncated(to: room) : span.text
      let place = Point(x: area.x + used, y: area.y)
      used += write(text, at: place, width: room, style: style, to: span.address)
    }
    return used
  }

  /// Draws spans so that they end at the right edge of the area's first row; nothing where they do
  /// not fit whole.
  mutating func drawRight(_ spans: [Span], in area: Rect, look: Look, on ground: Role? = nil) {
    let width = spans.width
    guard width <= area.width else { return }
    draw(spans, in: area.inset(left: area.width - width), look: look, on: ground)
  }

  /// Draws spans in the middle of the area's first row.
  mutating func drawCentred(_ spans: [Span], in area: Rect, look: Look, on ground: Role? = nil) {
    let left = max(0, (area.width - spans.width) / 2)
    draw(spans, in: area.inset(left: left), look: look, on: ground)
  }

  /// A line across the area with a text in its middle: `── Tue 12 May ──`.
  mutating func drawRule(_ label: String, in area: Rect, role: Role, look: Look) {
    fill(area.row(0), cluster: look.glyphs.horizontal, style: look.style(role))
    guard !label.isEmpty, area.width > 4 else { return }
    let text = PrintableText(" \(label) ").truncated(to: area.width - 2)
    drawCentred([Span(text, role)], in: area, look: look)
  }
}
