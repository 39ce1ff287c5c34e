internal import Localization
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
  private var flush = FlushProgress()

  // MARK: What changed

  /// - Parameter isAsking: the toast stands in the banner's row, and says that the link is back.
  mutating func update(_ snapshot: Snapshot, isAsking: Bool, now: Moment) {
    let state = snapshot.connection
    if shown == nil || state.kind == shown?.kind || isDue(state, now: now) {
      show(state, now: now)
    } else if changedAt == nil {
      changedAt = now.uptime
    }
    if isAsking { connectedAt = nil }
    let isWaiting = state.isOnline && snapshot.outbox.waiting > 0
    flush.update(snapshot.outbox, isOnline: state.isOnline)
    waitingSince = isWaiting ? waitingSince ?? now.uptime : nil
    let isQueued = isWaiting && snapshot.outbox.queued > snapshot.outbox.held
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
    if countsDown, case .unanswered(let since)? = shown {
      times.append(now.uptime + 1_000 - (now.uptime - since) % 1_000)
    }
    if countsDown, let next = nextTry, next > now.uptime {
      times.append(now.uptime + (next - now.uptime - 1) % 1000 + 1)
    }
    return times.compactMap { $0 }.filter { $0 > now.uptime }.min()
  }

  private var nextTry: Int64? {
    if case .offline(_, let next, _)? = shown { next } else { nil }
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
    /// Only what the link does.
    var link: String?
    /// The same in fewer words, from long to short, where there is no room for what can be done.
    var briefs: [String] = []
    /// Said where there is room.
    var more: [String] = []
    var role: Role
    /// What can be done about it, by key or click.
    var offers: [Offer] = []
    /// Uptime when it goes by itself; `nil` where it stays.
    var leavesAt: Int64?

    /// Says it of one account.
    mutating func name(_ account: String) {
      let shortest = briefs.suffix(1)
      text = "\(account): \(text)"
      link = link.map { "\(account): \($0)" }
      briefs = briefs.map { "\(account): \($0)" } + shortest
    }

    /// What waits for a word stands first (O15), and of a link that is cut no more than that it is.
    mutating func waitsElsewhere(_ count: Int) {
      let queued = ConnectionBanner.queued(count)
      text = "\(queued) · \(link ?? text)"
      link = nil
      briefs = [queued, ConnectionBanner.briefly(count)]
      offers = Offer.queue
    }
  }

  struct Offer: Equatable {
    var command: Command
    var text: String

    static var tryNow: Offer { Offer(command: .connectNow, text: tr("Try now")) }
    static var startServer: Offer { Offer(command: .connectNow, text: tr("Start it")) }
    static var review: Offer { Offer(command: .queue, text: tr("Review")) }
    static var newPassword: Offer { Offer(command: .newPassword, text: tr("New password")) }
    static var queue: [Offer] { [Offer(command: .sendAll, text: tr("Send all")), review] }
  }

  func content(_ snapshot: Snapshot, now: Moment, countsDown: Bool) -> Content? {
    if let disk = snapshot.disk { return Self.disk(disk) }
    guard let shown, var content = base(shown, snapshot, now: now) else { return nil }
    if !shown.isOnline, let whose = Self.whose(shown, snapshot) {
      content.name(whose)
      if snapshot.outbox.held > 0 { content.waitsElsewhere(snapshot.outbox.held) }
    }
    if countsDown, let nextTry, nextTry > now.uptime {
      let seconds = (nextTry - now.uptime + 999) / 1000
      content.more.append(tr("next try in \(seconds) s"))
    }
    if snapshot.isPresenceOutdated, !shown.isOnline {
      content.more.append(tr("presence may be outdated"))
    }
    return content
  }

  /// The account that it is about; `nil` where it is the same with all.
  private static func whose(_ state: ConnectionState, _ snapshot: Snapshot) -> String? {
    let isOfAll =
      if case .paused = state {
        snapshot.openAccounts.allSatisfy { $0.connection == state }
      } else {
        snapshot.openAccounts.allSatisfy { $0.connection.kind == state.kind }
      }
    return isOfAll ? nil : Names.mark(of: snapshot.leastConnected, in: snapshot)
  }

  /// What waits for a link that is not there; for a moment after it came, all that waits.
  private static func unsent(_ snapshot: Snapshot) -> Int {
    let cutOff = snapshot.openAccounts.filter { !$0.connection.isOnline }
    return (cutOff.isEmpty ? snapshot.openAccounts : cutOff).reduce(0) { $0 + $1.outbox.waiting }
  }

  private func base(
    _ state: ConnectionState, _ snapshot: Snapshot, now: Moment
  ) -> Content? {
    let waiting = Self.unsent(snapshot)
    switch state {
    case .offline: return state.awaitsUser ? Self.stopped(waiting) : Self.offline(waiting)
    case .paused(let reason):
      let asks = snapshot.accountIDs.contains { snapshot.wantsPassword($0) }
      return Content(
        text: "\(tr("Not connected")) · \(reason)", link: tr("Not connected"),
        role: .bannerOffline, offers: [asks ? .newPassword : .tryNow])
    case .readOnly:
      return Content(
        text: tr("Also open in another window"), more: [tr("what you send goes through it")],
        role: .bannerWaiting)
    case .connecting(let attempt):
      return announces(state, now: now) ? Self.connecting(attempt, waiting, wasOnline) : nil
    case .online, .unanswered: return online(snapshot.outbox, now: now)
    }
  }

  private static func offline(_ waiting: Int) -> Content {
    let offline = tr("Offline")
    guard waiting > 0 else {
      return Content(
        text: "\(offline) · \(tr("messages will send when reconnected"))", link: offline,
        briefs: [offline], role: .bannerOffline, offers: [.tryNow])
    }
    return Content(
      text: "\(offline) · \(queued(waiting))", link: offline, briefs: briefs(offline, waiting),
      role: .bannerOffline, offers: Offer.queue)
  }

  /// Nothing goes before somebody starts it.
  private static func stopped(_ waiting: Int) -> Content {
    let why = tr("the private server is stopped")
    var content = offline(waiting)
    if waiting > 0 {
      content.more = [why]
      content.offers.append(.startServer)
    } else {
      content.text = "\(tr("Offline")) · \(why)"
      content.offers = [.startServer]
    }
    return content
  }

  /// Before all else: without it nothing that is written is kept (P5).
  private static func disk(_ trouble: DiskTrouble) -> Content {
    let what = tr(trouble.state == .reading ? "Only reading" : "Nothing can be saved")
    return Content(
      text: "\(what) · \(trouble.reason)", more: [trouble.advice],
      role: .bannerOffline,
      offers: [.tryNow])
  }

  private static func connecting(_ attempt: Int, _ waiting: Int, _ wasOnline: Bool) -> Content {
    let words = tr(
      wasOnline || attempt > 1
        ? "Reconnecting… attempt \(attempt)" : "Connecting… attempt \(attempt)")
    guard waiting > 0 else { return Content(text: words, link: words, role: .bannerConnecting) }
    return Content(
      text: "\(words) · \(queued(waiting))", link: words, briefs: briefs(words, waiting),
      role: .bannerConnecting, offers: Offer.queue)
  }

  private func online(_ counts: OutboxCounts, now: Moment) -> Content? {
    let rest = settled(counts, now)
    guard let connectedAt, now.uptime - connectedAt < Timing.connected else { return rest }
    let sending = flush.progress.map { tr("sending \($0.gone) of \($0.total)") }
    let waiting = counts.held > 0 ? Self.queued(counts.held) : nil
    return Content(
      text: tr("Connected"), more: [sending, waiting].compactMap { $0 }, role: .bannerOnline,
      offers: counts.held > 0 ? Offer.queue : [],
      leavesAt: rest == nil ? connectedAt + Timing.connected : nil)
  }

  /// While the link is there, and no news.
  private func settled(_ counts: OutboxCounts, _ now: Moment) -> Content? {
    let held = counts.held > 0 ? Self.queued(counts.held) : nil
    let offers = counts.held > 0 ? Offer.queue : []
    if let (gone, total) = flush.progress {
      let (text, more) = (tr("Sending \(gone) of \(total)"), held.map { [$0] } ?? [])
      return Content(text: text, more: more, role: .bannerOnline, offers: offers)
    }
    if let held {
      return Content(
        text: held, briefs: [Self.briefly(counts.held)], role: .bannerWaiting, offers: offers)
    }
    guard isWaitingLong(now) else { return nil }
    return Content(
      text: Self.waiting(counts.waiting), briefs: [Self.shortWaiting(counts.waiting)],
      role: .bannerWaiting, offers: [.review])
  }

  private func isWaitingLong(_ now: Moment) -> Bool {
    let isStuck = queuedSince.map { now.uptime - $0 >= Timing.stillWaiting } ?? false
    return isStuck || waitingSince.map { now.uptime - $0 >= Timing.slowSending } ?? false
  }

  private static func waiting(_ count: Int) -> String {
    tr(count, "1 message waiting", "\(Grouped.number(count)) messages waiting")
  }

  private static func shortWaiting(_ count: Int) -> String {
    tr(count, "1 waiting", "\(Grouped.number(count)) waiting")
  }

  fileprivate static func queued(_ count: Int) -> String {
    tr(count, "1 message queued", "\(Grouped.number(count)) messages queued")
  }

  /// - Parameter link: what it does.
  private static func briefs(_ link: String, _ count: Int) -> [String] {
    ["\(link) · \(briefly(count))", briefly(count)]
  }

  fileprivate static func briefly(_ count: Int) -> String {
    tr(count, "1 queued", "\(Grouped.number(count)) queued")
  }

  static func render(
    _ content: Content, _ area: Rect, into surface: inout Surface, context: Context
  ) {
    guard area.height > 0 else { return }
    let look = context.look
    surface.fill(area, style: look.style(content.role))
    let row = BannerRow(content, width: area.width, context: context)
    surface.draw([Span(row.text, content.role)], in: area, look: look)
    row.offers.draw(in: area, into: &surface, look: look, on: content.role)
  }

  /// What a click on the banner does; the only offer where it is not on one of several.
  static func command(
    at point: Point, of content: Content, in area: Rect, context: Context
  ) -> Command? {
    let offers = BannerRow(content, width: area.width, context: context).offers
    return offers.command(at: point.x - area.x)
      ?? (content.offers.count == 1 ? content.offers[0].command : nil)
  }
}

/// How far a large queue has gone out since the link came (O11).
private struct FlushProgress {
  /// Fewer go so fast that a count is only a flicker.
  static let worthCounting = 20

  private var going = 0
  private var total = 0

  mutating func update(_ counts: OutboxCounts, isOnline: Bool) {
    let now = isOnline ? counts.waiting - counts.held : 0
    if now == 0 || total == 0 && now <= Self.worthCounting {
      (going, total) = (0, 0)
    } else {
      total += max(0, now - going)
      going = now
    }
  }

  /// 37 of 120; `nil` where there is nothing to count.
  var progress: (gone: String, total: String)? {
    total > 0 ? (Grouped.number(total - going), Grouped.number(total)) : nil
  }
}

extension ConnectionState {
  /// Which of the four it is.
  fileprivate var kind: Int {
    switch self {
    case .offline: 0
    case .connecting: 1
    case .online, .unanswered: 2
    case .paused: 3
    case .readOnly: 4
    }
  }
}
