internal import Screen

/// A frame in the middle of an area, over what was there.
struct Box {
  let frame: Rect
  /// The cells for the content; without borders where there is no room for them.
  let inner: Rect

  /// Those between a title and a footer.
  var list: Rect {
    Rect(x: inner.x, y: inner.y + 1, width: inner.width, height: max(0, inner.height - 2))
  }

  init(width: Int, height: Int, in area: Rect) {
    let width = min(width, area.width)
    let height = min(height, area.height)
    frame = Rect(
      x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width: width,
      height: height)
    let hasBorder = width >= 5 && height >= 3
    inner =
      hasBorder
      ? Rect(x: frame.x + 2, y: frame.y + 1, width: width - 4, height: height - 2) : frame
  }

  func render(into surface: inout Surface, look: Look, role: Role = .dialog) {
    surface.fill(frame, style: look.style(role))
    surface.cursor = nil
    guard inner != frame else { return }
    let style = look.style(.border, on: role)
    let glyphs = look.glyphs
    let (right, bottom) = (frame.maxX - 1, frame.maxY - 1)
    for y in [frame.y, bottom] {
      surface.fill(
        Rect(x: frame.x, y: y, width: frame.width, height: 1), cluster: glyphs.horizontal,
        style: style)
    }
    for x in [frame.x, right] {
      surface.fill(
        Rect(x: x, y: frame.y + 1, width: 1, height: frame.height - 2), cluster: glyphs.vertical,
        style: style)
    }
    let corners = [
      (glyphs.topLeft, frame.x, frame.y), (glyphs.topRight, right, frame.y),
      (glyphs.bottomLeft, frame.x, bottom), (glyphs.bottomRight, right, bottom),
    ]
    for (corner, x, y) in corners {
      surface.write(PrintableText(corner), at: Point(x: x, y: y), width: 1, style: style)
    }
  }
}
