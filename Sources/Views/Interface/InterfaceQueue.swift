internal import Localization
internal import Model
internal import Screen
internal import Store

/// The outbox on the screen: the review, the toast, and what lies over both.
extension Interface {
  // MARK: Opening and closing

  mutating func showQueue() -> [Action] {
    if overlays.has(openedBy: .queue) || overlays.recall(openedBy: .queue) { return [] }
    return show(QueueReview())
  }

  /// Who looks at another screen does not type.
  mutating func show(_ layer: any Layer) -> [Action] {
    let stop = layer.coverage == .part ? [] : drafts.stopTyping()
    return stop + overlays.open(layer)
  }

  mutating func reviewFirst() -> [Action] { [.everywhere(.dismissQuestion)] + showQueue() }

  mutating func sendAll(_ snapshot: Snapshot, _ now: Moment) -> [Action] {
    guard snapshot.outbox.all > 0 else {
      return tell(.information, tr("There are no queued messages."), now)
    }
    return [.everywhere(.sendAll)]
  }

  /// The layer one is on is kept until the edit is over.
  mutating func edit(_ entry: OutboxEntry, _ snapshot: Snapshot, _ now: Moment) -> [Action] {
    guard let layer = overlays.lift() else { return [] }
    let actions = open(entry.chatID, snapshot)
    overlays.keep(layer)
    beginEdit(of: entry.originID, text: entry.text, now)
    return actions
  }

  // MARK: On the screen

  /// The review itself says what waits, whether one is online, and what can be done. What needs somebody stays above
  /// all.
  func isTold(_ snapshot: Snapshot) -> Bool {
    guard overlays.has(openedBy: .queue), snapshot.disk == nil else { return false }
    return switch banner.shown {
    case .paused, .readOnly: false
    default: true
    }
  }

  /// What a full screen has between the title with the banner and the last line.
  func body(_ snapshot: Snapshot, _ now: Moment, size: Size? = nil) -> Rect {
    let size = size ?? self.size
    let layout = layout(snapshot, size: size, now: now)
    let top = max(1, layout.title.height) + layout.banner.height
    let isScreen = overlays.coversScreen && !overlays.coversAll
    let told = isScreen ? noticeArea(layout, snapshot)?.height ?? 0 : 0
    return Rect(
      x: 0, y: top, width: size.width,
      height: max(0, size.height - top - layout.hints.height - told))
  }

  /// What a layer sees.
  func surroundings(_ context: Context, size: Size? = nil) -> Surroundings {
    let size = size ?? self.size
    return Surroundings(
      screen: Rect(x: 0, y: 0, width: size.width, height: size.height),
      body: body(context.snapshot, context.now, size: size), context: context)
  }

  /// Who looks through the queue needs not be asked to, and a disk that keeps nothing is told before all else.
  func toast(_ snapshot: Snapshot, _ now: Moment) -> Toast? {
    overlays.has(openedBy: .queue) || snapshot.disk != nil ? nil : Toast.of(snapshot, now: now)
  }

  /// What the banner's row is drawn from.
  struct TopRow: Equatable {
    var toast: Toast?
    var banner: ConnectionBanner.Content?
    /// It has just changed, or goes by itself.
    var fade: RowFade?

    var role: Role? { toast == nil ? banner?.role : .toast }
  }

  func topRow(_ context: Context) -> TopRow {
    let (snapshot, now) = (context.snapshot, context.now)
    var row = TopRow(toast: toast(snapshot, now), banner: bannerContent(snapshot, now))
    row.fade = row.role.flatMap {
      context.fades.rowFade(
        as: $0, leavesAt: row.banner?.leavesAt, look: context.look, now: now)
    }
    return row
  }

  func draw(_ row: TopRow, _ layout: Layout, _ context: Context, into surface: inout Surface) {
    if let toast = row.toast {
      toast.render(layout.banner, into: &surface, context: context)
    } else if let content = row.banner {
      ConnectionBanner.render(content, layout.banner, into: &surface, context: context)
    }
    guard let fade = row.fade else { return }
    surface.restyle(layout.banner) { fade.apply(to: &$0, context.look.colors) }
  }

  // MARK: The mouse

  /// A click on an answer of the toast; `nil` where there is none.
  mutating func clickToast(
    _ point: Point, _ snapshot: Snapshot, _ now: Moment
  ) -> [Action]? {
    guard let toast = toast(snapshot, now) else { return nil }
    let area = layout(snapshot, size: size, now: now).banner
    let command = toast.command(at: point, in: area, context: context(snapshot, now))
    return command.flatMap { perform($0, Key(.escape), snapshot, now) }
  }
}
