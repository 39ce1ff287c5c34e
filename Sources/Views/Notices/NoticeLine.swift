internal import Model
internal import Screen
internal import Store

/// Small messages that go by themselves (A3), in the place of the hints: they move nothing.
struct NoticeLine {
  private(set) var shown: Notice?
  private var until: Int64 = 0

  /// Takes over what the store has to say.
  mutating func update(_ events: [StoreEvent], now: Moment) {
    for case .notice(let notice) in events { show(notice, now: now) }
    if now.uptime >= until { shown = nil }
  }

  mutating func show(_ notice: Notice, now: Moment) {
    shown = notice
    until = now.uptime + (notice.kind == .error ? Timing.errorNotice : Timing.notice)
  }

  var nextWake: Int64? { shown == nil ? nil : until }

  func render(_ area: Rect, into surface: inout Surface, look: Look, keymap: Keymap) {
    guard let shown else { return }
    let role: Role = shown.kind == .error ? .noticeError : .notice
    surface.fill(area, style: look.style(role))
    let mark = shown.kind == .error ? " \(look.glyphs.failed) " : " "
    let remedy = shown.remedy.map(keymap.words) ?? ""
    let text = mark + shown.text + (remedy.isEmpty ? "" : ": " + remedy)
    surface.draw([Span(text, role)], in: area, look: look)
  }
}
