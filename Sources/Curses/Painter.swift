internal import CNcurses
internal import Model
internal import Screen

/// Brings a surface on the screen: only cells that changed since the last one are given to ncurses,
/// which writes only what differs from what the terminal shows.
@MainActor struct Painter {
  private var shown: Surface?
  private var mustClear = false
  private var encoder: CellEncoder
  private var colors: ColorPairs
  private var last: (style: Style, look: ColorPairs.Look)?
  /// Of terminals that draw pictures themselves.
  private var kitty: KittyPictures?
  private var placed: PlacedPictures?

  init(encoder: CellEncoder, colors: ColorPairs) {
    self.encoder = encoder
    self.colors = colors
  }

  var depth: ColorDepth { colors.depth }

  /// The terminal may show more colours than its description says.
  var canBecomeDirect: Bool { colors.canBecomeDirect }

  /// It does: everything is drawn again in its exact colours.
  mutating func becomeDirect() {
    colors.becomeDirect()
    last = nil
    invalidate()
  }

  /// The next surface is drawn whole, whatever the terminal shows.
  mutating func invalidate() {
    shown = nil
    mustClear = true
  }

  /// How the terminal is given pictures from now on.
  mutating func draw(picturesBy means: PictureProtocol) {
    switch means {
    case .blocks: (kitty, placed) = (nil, nil)
    case .kitty: (kitty, placed) = (KittyPictures(), nil)
    case .iterm2: (kitty, placed) = (nil, PlacedPictures(.png))
    case .sixel: (kitty, placed) = (nil, PlacedPictures(.sixel))
    }
    // What is inserted in a row would not move what is drawn over it.
    if placed != nil { idcok(psst_screen(), false) }
  }

  /// What takes the terminal's pictures from it, before somebody else has it; they are told anew afterwards.
  mutating func removePictures() {
    if let words = kitty?.forgetAll() { Self.write(words) }
    placed = placed?.emptied
  }

  /// - Parameter cell: the pixels of the terminal's cells.
  mutating func paint(_ surface: Surface, on size: Size, cell: CellPixels) {
    if let words = kitty?.tell(surface.seenPictures) { Self.write(words) }
    let isSame = shown?.size == surface.size && !mustClear
    let plan = placed?.plan(surface, over: isSame ? shown : nil, on: size, cell: cell)
    let ground = plan?.ground ?? surface
    draw(ground, on: size)
    if encoder.isFull {
      encoder.forget()
      invalidate()
      draw(ground, on: size)
    }
    for row in plan?.stale ?? [] { wredrawln(psst_screen(), Int32(row), 1) }
    psst_terminal_draw(place(surface.cursor, on: size))
    if let plan { draw(plan.due, of: surface) }
  }

  /// The cursor is where it was afterwards (DECSC, DECRC).
  private func draw(_ due: [PlacedPictures.Placement], of surface: Surface) {
    guard let placed, !due.isEmpty else { return }
    let bytes = due.flatMap { placed.bytes($0, of: surface) }
    Self.write("\u{1B}7")
    bytes.withUnsafeBytes { psst_terminal_write($0.baseAddress, $0.count) }
    Self.write("\u{1B}8")
  }

  private static func write(_ text: String) {
    if !text.isEmpty { psst_terminal_write(text, text.utf8.count) }
  }

  private mutating func draw(_ surface: Surface, on size: Size) {
    if shown?.size != surface.size { shown = nil }
    if shown == nil { werase(psst_screen()) }
    if mustClear { clearok(psst_screen(), true) }
    mustClear = false
    let columns = min(surface.size.width, size.width)
    if colors.isCrowded { forgetColors(notIn: [surface] + (shown.map { [$0] } ?? [])) }
    for y in 0..<min(surface.size.height, size.height) {
      guard let changed = changedColumns(of: y, in: surface, columns) else { continue }
      write(changed, of: y, in: surface, columns)
    }
    shown = surface
  }

  /// What neither stands on the terminal nor comes to stand there has no need of a number.
  private mutating func forgetColors(notIn surfaces: [Surface]) {
    var styles: Set<Style> = []
    for surface in surfaces {
      for y in 0..<surface.size.height {
        for x in 0..<surface.size.width { styles.insert(surface.style(x, y)) }
      }
    }
    last = nil
    colors.keep(styles)
  }

  private func changedColumns(of y: Int, in surface: Surface, _ columns: Int) -> Range<Int>? {
    guard let shown else { return columns > 0 ? 0..<columns : nil }
    return surface.changes(inRow: y, since: shown)?.clamped(to: 0..<columns)
  }

  private mutating func write(_ range: Range<Int>, of y: Int, in surface: Surface, _ columns: Int) {
    var cells: [cchar_t] = []
    cells.reserveCapacity(range.count)
    for x in range {
      if kitty != nil, let part = surface.part(x, y) {
        let characters = encoder.cell(of: part)
        cells.append(psst_cell(characters, characters.count, 0, 0))
        continue
      }
      let style = surface.style(x, y)
      let look = look(of: style)
      let isStruck = style.isStruck && encoder.canStrike
      let address = encoder.canLink ? surface.address(x, y) : nil
      if !isStruck, address == nil, let scalar = surface.scalar(x, y), encoder.isPlain(scalar) {
        var character = Int32(scalar.value)
        cells.append(psst_cell(&character, 1, look.attributes, look.pair))
        continue
      }
      let cluster = surface[x, y].cluster
      if cluster.isEmpty { continue }
      let isWide = x + 1 < surface.size.width && surface[x + 1, y].cluster.isEmpty
      let isCut = isWide && x + 1 >= columns
      let text = isCut ? " " : cluster
      let width = isWide && !isCut ? 2 : 1
      let encoded = encoder.cells(
        text, width: width, column: x, of: columns, isStruck: isStruck, to: address)
      for characters in encoded {
        cells.append(psst_cell(characters, characters.count, look.attributes, look.pair))
      }
    }
    mvwadd_wchnstr(psst_screen(), Int32(y), Int32(range.lowerBound), cells, Int32(cells.count))
  }

  /// Cells beside each other mostly look the same.
  private mutating func look(of style: Style) -> ColorPairs.Look {
    if let last, last.style == style { return last.look }
    let look = colors.look(of: style)
    last = (style, look)
    return look
  }

  /// Whether there is a cursor to be seen.
  private func place(_ cursor: Point?, on size: Size) -> Bool {
    let seen = cursor.flatMap {
      (0..<size.width).contains($0.x) && (0..<size.height).contains($0.y) ? $0 : nil
    }
    wmove(psst_screen(), Int32(seen?.y ?? 0), Int32(seen?.x ?? 0))
    return seen != nil
  }
}
