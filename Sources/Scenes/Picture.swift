internal import Screen

extension Recording {
  /// As an SVG that plays by itself, again and again.
  public func movie(speed: Double = 1) -> String {
    let length = (frames.last?.time ?? 0) + Self.pause
    var painter = PicturePainter(calmFrames, title: title, hasCaptions: hasCaptions)
    return painter.movie(length: length, speed: speed)
  }

  /// Without those that stand for a moment only: a picture need not have every key.
  private var calmFrames: [Frame] {
    var calm: [Frame] = []
    for frame in frames {
      if let last = calm.last, frame.time - last.time < Self.moment { calm.removeLast() }
      calm.append(frame)
    }
    return calm
  }

  private static var moment: Int64 { 90 }

  /// How long the last frame stands, in milliseconds.
  private static var pause: Int64 { 4_000 }

  /// As an SVG of what is seen last at a caption, or last of all; `nil` where there is no such caption.
  public func still(at caption: String? = nil) -> String? {
    let frame = caption.map { words in frames.last { $0.caption.contains(words) } } ?? frames.last
    guard let frame else { return nil }
    var painter = PicturePainter([frame], title: title, hasCaptions: false)
    return painter.still()
  }
}

/// Draws runs of cells of one style as SVG 1.1 text. A run that stands for a while is drawn once.
private struct PicturePainter {
  private static let cell = (width: 8.4, height: 18.0)
  private static let margin = 10.0
  private static let ground = "#1a1b26"
  private static let text = "#c0caf5"

  private let frames: [Frame]
  private let title: String
  private let hasCaptions: Bool
  private var body = ""
  private var intervals: [String] = []
  private var shown: [String: String] = [:]

  init(_ frames: [Frame], title: String, hasCaptions: Bool) {
    (self.frames, self.title, self.hasCaptions) = (frames, title, hasCaptions)
  }

  mutating func still() -> String {
    for y in 0..<rowCount {
      body += runs(y, of: frames[0]).joined()
    }
    return document
  }

  /// Each run of cells is shown while it stands (SMIL `set`), counted from the begin of a loop.
  mutating func movie(length: Int64, speed: Double) -> String {
    body =
      "<rect width=\"0\" height=\"0\"><animate id=\"l\" attributeName=\"x\" from=\"0\" to=\"0\" "
      + "begin=\"0s;l.end\" dur=\"\(seconds(length, speed))\"/></rect>\n"
    var standing: [(drawing: String, since: Int64)] = []
    for frame in frames {
      let drawings = (0..<rowCount).flatMap { runs($0, of: frame) }
      let now = Set(drawings)
      for old in standing where !now.contains(old.drawing) {
        show(old.drawing, old.since, frame.time, speed)
      }
      standing.removeAll { !now.contains($0.drawing) }
      let before = Set(standing.map(\.drawing))
      standing += drawings.filter { !before.contains($0) }.map { ($0, frame.time) }
    }
    for left in standing { show(left.drawing, left.since, length, speed) }
    gather()
    return document
  }

  private mutating func show(_ drawing: String, _ from: Int64, _ to: Int64, _ speed: Double) {
    guard to > from else { return }
    let interval =
      "begin=\"l.begin+\(seconds(from, speed))\" end=\"l.begin+\(seconds(to, speed))\""
    if shown[interval] == nil { intervals.append(interval) }
    shown[interval, default: ""] += drawing
  }

  /// All that stands for the same time, together.
  private mutating func gather() {
    for interval in intervals {
      body +=
        "<g visibility=\"hidden\"><set attributeName=\"visibility\" to=\"visible\" \(interval)/>\n"
        + (shown[interval] ?? "") + "</g>\n"
    }
  }

  private func seconds(_ time: Int64, _ speed: Double) -> String {
    let time = Int64(Double(time) / speed)
    return "\(time / 1_000).\(String(time % 1_000 + 1_000).dropFirst())s"
  }

  private var rowCount: Int {
    (frames.map(\.surface.size.height).max() ?? 1) + (hasCaptions ? 2 : 0)
  }

  private var document: String {
    let columns = frames.map(\.surface.size.width).max() ?? 1
    let width = number(Double(columns) * Self.cell.width + 2 * Self.margin)
    let height = number(Double(rowCount) * Self.cell.height + 2 * Self.margin)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" font-family="ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',\
      monospace" font-size="14" xml:space="preserve">
      <title>\(escaped(title))</title>
      <style>\(sheet)</style>
      <rect width="\(width)" height="\(height)" rx="6" fill="\(Self.ground)"/>
      \(body)</svg>

      """
  }

  // MARK: Rows

  private func runs(_ y: Int, of frame: Frame) -> [String] {
    let surface = frame.surface
    guard y < surface.size.height else {
      guard y == surface.size.height + 1, !frame.caption.isEmpty else { return [] }
      let columns = PrintableText(frame.caption).width
      return [run(frame.caption, columns: columns, x: 1, y: y, style: Style(isBold: true))]
    }
    var drawings: [String] = []
    var x = 0
    while x < surface.size.width {
      let style = surface[x, y].style
      let end = (x..<surface.size.width).first { surface[$0, y].style != style }
      let range = x..<(end ?? surface.size.width)
      let text = range.map { surface[$0, y].cluster }.joined()
      drawings.append(run(text, columns: range.count, x: x, y: y, style: style))
      x = range.upperBound
    }
    return (drawings + [cursor(surface.cursor, y)]).filter { !$0.isEmpty }
  }

  private func cursor(_ point: Point?, _ y: Int) -> String {
    guard let point, point.y == y else { return "" }
    return box(x: point.x, y: y, columns: 1, fill: Self.text, extra: " fill-opacity=\"0.4\"")
  }

  private func run(_ text: String, columns: Int, x: Int, y: Int, style: Style) -> String {
    let colors = (style.foreground.map(hex) ?? Self.text, style.background.map(hex))
    let ink = style.isReversed ? colors.1 ?? Self.ground : colors.0
    let paper = style.isReversed ? colors.0 : colors.1
    var drawing = paper.map { box(x: x, y: y, columns: columns, fill: $0, extra: "") } ?? ""
    let isBlank = text.allSatisfy { $0 == " " }
    guard !isBlank || style.isUnderlined else { return drawing }
    let left = text.prefix { $0 == " " }.count
    let words = text.trimmingBlanks
    let width = Double(PrintableText(words).width) * Self.cell.width
    let ground = "x=\"\(number(position(x + left)))\" y=\"\(number(baseline(y)))\""
    drawing +=
      "<text \(ground) textLength=\"\(number(width))\" class=\"\(look(ink, style))\">"
      + "\(escaped(words))</text>\n"
    return drawing
  }

  /// The class of a colour and its attributes; letters after `c` say which: bold, italic, dim, underlined, struck.
  private func look(_ ink: String, _ style: Style) -> String {
    let flags = [
      (style.isBold, "b"), (style.isItalic, "i"), (style.isDim, "d"), (style.isUnderlined, "u"),
      (style.isStruck, "s"),
    ]
    return "c\(ink.dropFirst())" + flags.filter(\.0).map { " " + $0.1 }.joined()
  }

  /// What the classes mean, for those that are used.
  private var sheet: String {
    let colors = Set(body.matches(of: /class="c([0-9a-f]{6})/).map { String($0.1) }).sorted()
    return colors.map { ".c\($0){fill:#\($0)}" }.joined()
      + ".b{font-weight:bold}.i{font-style:italic}.d{fill-opacity:.6}.u{text-decoration:underline}"
      + (isStruck ? ".s{text-decoration:line-through}" : "")
  }

  /// A class of letters alone is the last of several.
  private var isStruck: Bool { body.contains(" s\">") }

  private func box(x: Int, y: Int, columns: Int, fill: String, extra: String) -> String {
    let top = number(Double(y) * Self.cell.height + Self.margin)
    return "<rect x=\"\(number(position(x)))\" y=\"\(top)\" "
      + "width=\"\(number(Double(columns) * Self.cell.width))\" height=\"18\" fill=\"\(fill)\""
      + "\(extra)/>\n"
  }

  private func position(_ column: Int) -> Double {
    Double(column) * Self.cell.width + Self.margin
  }

  private func baseline(_ row: Int) -> Double {
    Double(row) * Self.cell.height + Self.margin + 13.5
  }

  /// One digit behind the point, where it is not 0.
  private func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  private func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  /// xterm's 256 colours (XTerm-col.ad).
  private func hex(_ color: Color) -> String {
    let (red, green, blue) = color.components
    return "#"
      + [red, green, blue].map {
        let digits = String($0, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
      }.joined()
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    let rest = drop { $0 == " " }
    guard let last = rest.lastIndex(where: { $0 != " " }) else { return "" }
    return String(rest[...last])
  }
}
