internal import Screen

/// Frames as what a terminal is sent to show them, each as its difference from the one before (ECMA-48).
struct FrameEncoder {
  private var last: Surface?
  private var lastCaption: String?

  /// Of the terminal: the scene's screen, and below it a blank row and one for the caption.
  static func height(of size: Size, hasCaptions: Bool) -> Int {
    size.height + (hasCaptions ? 2 : 0)
  }

  mutating func encode(_ frame: Frame) -> String {
    var text = ""
    if let last, last.size == frame.surface.size {
      for y in 0..<last.size.height {
        guard let range = frame.surface.changes(inRow: y, since: last) else { continue }
        text += Self.row(y, range, of: frame.surface)
      }
    } else {
      text = "\u{1B}[0m\u{1B}[2J"
      for y in 0..<frame.surface.size.height {
        text += Self.row(y, 0..<frame.surface.size.width, of: frame.surface)
      }
      lastCaption = nil
    }
    if frame.caption != lastCaption ?? "" {
      text +=
        "\u{1B}[\(frame.surface.size.height + 2);1H\u{1B}[0;1m\u{1B}[K \(clean(frame.caption))"
    }
    (last, lastCaption) = (frame.surface, frame.caption)
    return text + Self.cursor(frame.surface.cursor)
  }

  private func clean(_ text: String) -> String { PrintableText(text).text }

  private static func cursor(_ point: Point?) -> String {
    guard let point else { return "\u{1B}[?25l" }
    return "\u{1B}[\(point.y + 1);\(point.x + 1)H\u{1B}[?25h"
  }

  private static func row(_ y: Int, _ range: Range<Int>, of surface: Surface) -> String {
    var text = "\u{1B}[\(y + 1);\(range.lowerBound + 1)H"
    var style: Style?
    for x in range {
      let cell = surface[x, y]
      if cell.style != style {
        text += select(cell.style)
        style = cell.style
      }
      text += cell.cluster
      // Terminals disagree about wide clusters; none shall shift what follows.
      if cell.cluster.isEmpty, x + 1 < range.upperBound { text += "\u{1B}[\(x + 2)G" }
    }
    return text
  }

  /// SGR (ECMA-48 §8.3.117).
  private static func select(_ style: Style) -> String {
    var codes = ["0"]
    let flags = [
      (style.isBold, "1"), (style.isDim, "2"), (style.isItalic, "3"), (style.isUnderlined, "4"),
      (style.isReversed, "7"), (style.isStruck, "9"),
    ]
    codes += flags.filter(\.0).map(\.1)
    if let color = style.foreground { codes.append(code(color, 30)) }
    if let color = style.background { codes.append(code(color, 40)) }
    return "\u{1B}[\(codes.joined(separator: ";"))m"
  }

  private static func code(_ color: Color, _ base: Int) -> String {
    switch color {
    case .palette(let index) where index < 8: "\(base + Int(index))"
    case .palette(let index) where index < 16: "\(base + 52 + Int(index))"
    case .palette(let index): "\(base + 8);5;\(index)"
    case .rgb(let red, let green, let blue): "\(base + 8);2;\(red);\(green);\(blue)"
    }
  }
}
