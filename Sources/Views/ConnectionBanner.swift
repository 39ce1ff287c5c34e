internal import Model
internal import Screen
internal import Store

/// The row under the title that says what the link is doing (O2, O15): it pushes the rest down, and
/// never covers it. What lasts less than 100 ms is not shown (O1).
struct ConnectionBanner {
  /// The link as it is shown.
  private(set) var shown: ConnectionState?
  /// Since when the link has been something else than what is shown.
  private var changedAt: Int64?
  private var wasOnline = false
  /// Since when it is shown that the link is back.
  private var connectedAt: Int64?
  /// Since when messages wait although online.
  private var waitingSince: Int64?
  /// Since when some of them are not even being sent.
  private var queuedSince: Int64?

  // MARK: What changed

  mutating func update(_ snapshot: Snapshot, now: Moment) {
    let state = snapshot.connection
    if shown == nil || state.kind == shown?.kind || isDue(state, now: now) {
      show(state, now: now)
    } else if changedAt == nil {
      changedAt = now.uptime
    }
    let isWaiting = state.isOnline && snapshot.outbox.waiting > 0
    waitingSince = isWaiting ? waitingSince ?? now.uptime : nil
    let isQueued = isWaiting && snapshot.outbox.queued > 0
    queuedSince = isQueued ? queuedSince ?? now.uptime : nil
  }

  private func isDue(_ state: ConnectionState, now: Moment) -> Bool {
    state.isOnline || changedAt.map { now.uptime - $0 >= Timing.flicker } ?? false
  }

  private mutating func show(_ state: ConnectionState, now: Moment) {
    if state.isOnline {
      if let shown, !shown.isOnline, announces(shown, now: now) { connectedAt = now.uptime }
      wasOnline = true
    } else {
      connectedAt = nil
    }
    if state.kind != shown?.kind { startedAt = now.uptime }
    shown = state
    changedAt = nil
  }

  /// When the state shown began.
  private var startedAt: Int64 = 0

  /// A first connection is announced only when it takes long.
  private func announces(_ state: ConnectionState, now: Moment) -> Bool {
    guard case .connecting(let attempt) = state, !wasOnline, attempt <= 1 else { return true }
    return now.uptime - startedAt >= Timing.firstConnection
  }

  /// Uptime when the banner changes by itself.
  func nextWake(now: Moment, countsDown: Bool) -> Int64? {
    var times = [changedAt.map { $0 + Timing.flicker }]
    times.append(connectedAt.map { $0 + Timing.connected })
    times.append(waitingSince.map { $0 + Timing.flicker })
    times += [
      queuedSince.map { $0 + Timing.stillWaiting }, waitingSince.map { $0 + Timing.slowSending },
    ]
    if case .connecting(let attempt)? = shown, !wasOnline, attempt <= 1 {
      times.append(startedAt + Timing.firstConnection)
    }
    if countsDown, let next = nextTry, next > now.uptime {
      times.append(now.uptime + (next - now.uptime - 1) % 1000 + 1)
    }
    return times.compactMap { $0 }.filter { $0 > now.uptime }.min()
  }

  private var nextTry: Int64? {
    if case .offline(_, let next)? = shown { next } else { nil }
  }

  /// Whether what waits is worth a number yet: not while an ordinary send is on its way.
  func showsWaiting(now: Moment) -> Bool {
    guard shown?.isOnline == true, let waitingSince else { return true }
    return now.uptime - waitingSince >= Timing.flicker
  }

  // MARK: On the screen

  /// What the banner says; `nil` when it is not there.
  struct Content: Equatable {
    var text: String
    /// Said where there is room.
    var more: [String] = []
    var role: Role
    /// The key that does something about it.
    var key: Command?
  }

  func content(_ snapshot: Snapshot, now: Moment, countsDown: Bool) -> Content? {
    guard let shown, var content = base(shown, snapshot, now: now) else { return nil }
    if snapshot.isPresenceOutdated, !shown.isOnline {
      content.more.insert("presence may be outdated", at: 0)
    }
    if countsDown, let nextTry, nextTry > now.uptime {
      content.more.append("next try in \((nextTry - now.uptime + 999) / 1000) s")
    }
    return content
  }

  private func base(_ state: ConnectionState, _ snapshot: Snapshot, now: Moment) -> Content? {
    let waiting = snapshot.outbox.waiting
    switch state {
    case .offline:
      let what =
        waiting > 0 ? Self.messages(waiting, "queued") : "messages will send when reconnected"
      return Content(text: "Offline · \(what)", role: .bannerOffline, key: .connectNow)
    case .paused(let reason):
      return Content(text: "Not connected · \(reason)", role: .bannerOffline, key: .connectNow)
    case .connecting(let attempt):
      return announces(state, now: now) ? Self.connecting(attempt, waiting, wasOnline) : nil
    case .online:
      return online(waiting, now: now)
    }
  }

  private static func connecting(_ attempt: Int, _ waiting: Int, _ wasOnline: Bool) -> Content {
    let word = wasOnline || attempt > 1 ? "Reconnecting…" : "Connecting…"
    let queue = waiting > 0 ? " · \(messages(waiting, "queued"))" : ""
    return Content(text: "\(word) attempt \(attempt)\(queue)", role: .bannerConnecting)
  }

  private func online(_ waiting: Int, now: Moment) -> Content? {
    if let connectedAt, now.uptime - connectedAt < Timing.connected {
      return Content(text: "Connected", role: .bannerOnline)
    }
    guard isWaitingLong(now) else { return nil }
    return Content(text: Self.messages(waiting, "waiting"), role: .bannerWaiting)
  }

  private func isWaitingLong(_ now: Moment) -> Bool {
    let isStuck = queuedSince.map { now.uptime - $0 >= Timing.stillWaiting } ?? false
    return isStuck || waitingSince.map { now.uptime - $0 >= Timing.slowSending } ?? false
  }

  private static func messages(_ count: Int, _ what: String) -> String {
    count == 1 ? "1 message \(what)" : "\(count) messages \(what)"
  }

  static func render(
    _ content: Content, _ area: Rect, into surface: inout Surface, context: Context
  ) {
    guard area.height > 0 else { return }
    let look = context.look
    surface.fill(area, style: look.style(content.role))
    var text = PrintableText(" \(content.text)")
    var room = area.width - text.width - 1
    let key = keySpans(content, context: context)
    for (number, part) in content.more.enumerated() {
      let addition = PrintableText(" \(look.glyphs.separator) \(part)")
      let reserved = number > 0 ? key.width + 2 : 0
      guard addition.width + reserved <= room else { continue }
      text.clusters += addition.clusters
      room -= addition.width
    }
    surface.draw([Span(text, content.role)], in: area, look: look)
    guard key.width + 2 <= room else { return }
    surface.drawRight(key, in: area.inset(right: 1), look: look, on: content.role)
  }

  private static func keySpans(_ content: Content, context: Context) -> [Span] {
    guard let key = content.key, let label = context.keymap.label(of: key) else { return [] }
    return [Span("[\(label)]", .bannerKey), Span(" Try now", content.role)]
  }
}

extension ConnectionState {
  /// Which of the four it is.
  fileprivate var kind: Int {
    switch self {
    case .offline: 0
    case .connecting: 1
    case .online: 2
    case .paused: 3
    }
  }
}
