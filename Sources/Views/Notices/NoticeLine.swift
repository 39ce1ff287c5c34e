internal import Localization
internal import Model
internal import Screen
internal import Store

/// Small messages that go by themselves (A3). One belongs to the screen it came up on, and is not seen on others.
struct NoticeLine {
  private var shown: Notice?
  /// As ``Overlays/screen``.
  private var screen = 0
  private var until: Int64 = 0

  /// Takes over what the store has to say.
  /// - Parameter isOnline: there is a link again: what was said of there being none is not so any more.
  mutating func update(_ events: [StoreEvent], on screen: Int, isOnline: Bool, now: Moment) {
    for case .notice(let notice) in events { show(notice, on: screen, now: now) }
    if now.uptime >= until || isOnline && shown?.isOfOffline == true { shown = nil }
  }

  mutating func show(_ notice: Notice, on screen: Int, now: Moment) {
    (shown, self.screen) = (notice, screen)
    until = now.uptime + (notice.kind == .error ? Timing.errorNotice : Timing.notice)
  }

  mutating func dismiss() { shown = nil }

  /// A screen has closed by itself: what it is told of why is seen on the one below.
  mutating func move(from screen: Int, to other: Int) {
    if self.screen == screen { self.screen = other }
  }

  /// What is told on a screen.
  func notice(on screen: Int) -> Notice? { screen == self.screen ? shown : nil }

  var nextWake: Int64? { shown == nil ? nil : until }
}

/// A notice in rows: it has rows of its own, so that the hints can be read meanwhile.
struct NoticeRows {
  private var lines: [[Span]]
  /// What can be done about it, in the last row.
  private var offers: [PlacedOffer]
  private let ground: Role

  /// A click beside what can be done does this; `nil`: nothing but taking it away.
  private var otherwise: Command?

  /// More of a long one is not shown.
  private static let most = 3
  private static let gap = 3

  var count: Int { lines.count }

  /// - Parameter width: columns of the rows.
  init(_ notice: Notice, width: Int, look: Look, keymap: Keymap) {
    let mark = notice.kind == .error ? "\(look.glyphs.failed) " : ""
    self.init(
      mark + notice.text, keymap.ways(of: notice.remedy),
      on: notice.kind == .error ? .noticeError : .notice, width: width, look: look)
  }

  /// Of a message elsewhere (A1): its rows lead there.
  init(alert words: String, width: Int, look: Look, keymap: Keymap) {
    let key = keymap.label(of: .nextUnread)
    self.init(
      words, key.map { [(command: .nextUnread, key: $0, what: tr("go there"))] } ?? [], on: .notice,
      width: width,
      look: look)
    otherwise = .nextUnread
  }

  private init(
    _ words: String, _ ways: [(command: Command, key: String, what: String)], on ground: Role,
    width: Int, look: Look
  ) {
    self.ground = ground
    var rows = PrintableText(words).wrapped(to: max(1, width - 2))
    if rows.count > Self.most {
      rows = Array(rows.prefix(Self.most))
      rows[Self.most - 1].clusters += PrintableText(look.glyphs.ellipsis).clusters
    }
    lines = rows.map { [Span(" ", ground), Span($0, ground)] }
    offers = ways.map { way in
      PlacedOffer(
        command: way.command,
        spans: [Span("[\(way.key)]", .hintKey), Span(" \(way.what)", ground)])
    }
    var start = (lines.last?.width ?? 0) + Self.gap
    if !offers.isEmpty, start + offers.width(gap: Self.gap) > width {
      lines.append([])
      start = 1
    }
    offers = offers.placed(from: start, gap: Self.gap)
  }

  /// What a click on a place of the rows does; `nil`: nothing but taking them away.
  func command(at point: Point, in area: Rect) -> Command? {
    let offer =
      point.y == area.y + count - 1 ? offers.command(at: point.x - area.x) : nil
    return offer ?? otherwise
  }

  func render(_ area: Rect, into surface: inout Surface, look: Look) {
    surface.fill(area, style: look.style(ground))
    for (row, line) in lines.enumerated() where row < area.height {
      surface.draw(line, in: area.row(row), look: look, on: ground)
      guard row == count - 1 else { continue }
      offers.draw(in: area.row(row), into: &surface, look: look, on: ground)
    }
  }
}

extension Interface {
  /// What is told on the screen that is seen: by the program, else of who wrote elsewhere, whatever lies over the chats.
  /// - Parameter width: columns of the row.
  func noticeRows(_ snapshot: Snapshot, width: Int) -> NoticeRows? {
    if let notice = notices.notice(on: overlays.screen) {
      return NoticeRows(notice, width: width, look: appearance.look, keymap: setup.keymap)
    }
    return alerts.line(in: snapshot).map {
      NoticeRows(alert: $0, width: width, look: appearance.look, keymap: setup.keymap)
    }
  }

  /// Where they stand: above the composer, or before what lies over that, above the hints; where there is no room for
  /// them, in the last row.
  func noticeArea(_ layout: Layout, _ snapshot: Snapshot) -> Rect? {
    let size = layout.size
    guard !overlays.isEmpty else {
      if layout.notice.height > 0 { return layout.notice }
      let area = layout.hints.height > 0 ? layout.hints : layout.title
      return noticeRows(snapshot, width: area.width) == nil || area.height == 0 ? nil : area
    }
    guard let rows = noticeRows(snapshot, width: size.width) else { return nil }
    let height = min(rows.count, max(1, size.height / 3))
    let hints = overlays.coversAll ? 0 : layout.hints.height
    return Rect(x: 0, y: size.height - hints - height, width: size.width, height: height)
  }

  func drawNotice(_ layout: Layout, _ context: Context, into surface: inout Surface) {
    guard let area = noticeArea(layout, context.snapshot), area.y >= 0 else { return }
    noticeRows(context.snapshot, width: area.width)?
      .render(area, into: &surface, look: context.look)
  }

  /// A click on what is told; `nil` where nothing is.
  mutating func clickNotice(
    _ point: Point, _ snapshot: Snapshot, _ now: Moment
  ) -> [Action]? {
    let layout = layout(snapshot, size: size, now: now)
    guard let area = noticeArea(layout, snapshot), area.contains(point),
      let rows = noticeRows(snapshot, width: area.width)
    else { return nil }
    let command = rows.command(at: point, in: area)
    notices.dismiss()
    return command.flatMap { performAnywhere($0, Key(.escape), snapshot, now) } ?? []
  }
}
