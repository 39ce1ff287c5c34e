internal import Model
internal import Screen
internal import Store

/// The outbox on the screen: the review, the toast, and what lies over both.
extension Interface {
  // MARK: Opening and closing

  mutating func showQueue() -> [Action] {
    if hasReview { return [] }
    if let review = setAsideReview {
      setAsideReview = nil
      layers.append(.queue(review))
      return []
    }
    layers.append(.queue(QueueReview()))
    return typing.stop() + [.intent(.openQueue)]
  }

  private var hasReview: Bool {
    layers.contains { if case .queue = $0 { true } else { false } }
  }

  mutating func reviewFirst() -> [Action] { [.intent(.dismissQuestion)] + showQueue() }

  mutating func sendAll(_ snapshot: Snapshot, _ now: Moment) -> [Action] {
    guard snapshot.outbox.waiting > 0 else { return tell(.information, "Nothing waits.", now) }
    return [.intent(.sendAll)]
  }

  mutating func showInfo(of id: OriginID) -> [Action] {
    layers.append(.info(MessageInfo(of: id)))
    return [.intent(.openInfo(id))]
  }

  mutating func closeLayer() -> [Action] {
    switch layers.popLast() {
    case .queue: [.intent(.closeQueue)]
    case .info: [.intent(.closeInfo)]
    case .search: [.intent(.closeSearch)]
    default: []
    }
  }

  /// The review's place is kept until the edit is over; the store goes on telling about the queue.
  mutating func edit(_ entry: OutboxEntry, _ snapshot: Snapshot, _ now: Moment) -> [Action] {
    guard case .queue(let review)? = layers.popLast() else { return [] }
    let actions = open(entry.chat, snapshot)
    setAsideReview = review
    beginEdit(of: entry.originID, text: entry.text, now)
    return actions
  }

  /// The user went elsewhere: nobody comes back to it.
  mutating func dropReview() -> [Action] {
    guard setAsideReview != nil else { return [] }
    setAsideReview = nil
    return [.intent(.closeQueue)]
  }

  mutating func deleteChat(_ jid: JID) -> [Action] {
    var actions: [Action] = []
    if openChat == jid {
      actions = typing.stop() + dropReview()
      drafts.forget()
      composer.open(Draft())
      openChat = nil
      pane = MessagePane()
    }
    if previousChat == jid { previousChat = nil }
    leftDrafts[jid] = nil
    return actions + [.intent(.deleteChat(jid))]
  }

  /// Keeps the review on what it shows; takes it away when it has nothing left to say.
  mutating func updateReview(_ snapshot: Snapshot, _ now: Moment) -> [Action] {
    guard
      let place = layers.firstIndex(where: { if case .queue = $0 { true } else { false } }),
      case .queue(var review) = layers[place]
    else { return [] }
    let isOver = review.update(snapshot, rows: queueRows(review, context(snapshot, now)))
    let actions = review.dismissQuestion(snapshot)
    layers[place] = .queue(review)
    guard isOver, place == layers.count - 1 else { return actions }
    layers.remove(at: place)
    return actions + [.intent(.closeQueue)]
  }

  // MARK: On the screen

  /// What a full screen has between the title with the banner and the last line.
  func body(_ snapshot: Snapshot, _ now: Moment, size: Size? = nil) -> Rect {
    let size = size ?? self.size
    let layout = layout(snapshot, size: size, now: now)
    let top = max(1, layout.title.height) + layout.banner.height
    return Rect(
      x: 0, y: top, width: size.width, height: max(0, size.height - top - layout.hints.height))
  }

  func queueRows(_ review: QueueReview, _ context: Context) -> Int {
    let body = body(context.snapshot, context.now)
    return QueuePainter(context: context, review: review).listRows(body)
  }

  func draw(
    _ review: QueueReview, in area: Rect, _ context: Context, into surface: inout Surface
  ) {
    let body = body(context.snapshot, context.now, size: surface.size)
    QueuePainter(context: context, review: review).render(area, body: body, into: &surface)
    drawEdges(context, into: &surface)
  }

  func draw(_ info: MessageInfo, in area: Rect, _ context: Context, into surface: inout Surface) {
    let body = body(context.snapshot, context.now, size: surface.size)
    info.render(area, body: body, into: &surface, context: context)
    drawEdges(context, into: &surface)
  }

  /// The banner and the last line of a full screen.
  func drawEdges(_ context: Context, into surface: inout Surface) {
    let layout = layout(context.snapshot, size: surface.size, now: context.now)
    if let content = bannerContent(context.snapshot, context.now) {
      ConnectionBanner.render(content, layout.banner, into: &surface, context: context)
    }
    drawLastLine(layout, context, into: &surface)
  }

  /// Who looks through the queue needs not be asked to.
  func toast(_ snapshot: Snapshot, _ now: Moment) -> Toast? {
    hasReview ? nil : Toast.of(snapshot, now: now)
  }

  func drawToast(_ context: Context, into surface: inout Surface) {
    guard let toast = toast(context.snapshot, context.now) else { return }
    let area = toastArea(context.snapshot, context.now, size: surface.size)
    toast.render(area, into: &surface, context: context)
  }

  /// Under the title and the banner; it leaves the composer alone.
  private func toastArea(_ snapshot: Snapshot, _ now: Moment, size: Size) -> Rect {
    var area = body(snapshot, now, size: size)
    area.height = max(1, area.height - layout(snapshot, size: size, now: now).composer.height)
    return area
  }

  // MARK: The mouse

  /// A click on the toast; `nil` where there is none.
  mutating func clickToast(
    _ point: Point, _ snapshot: Snapshot, _ now: Moment
  ) -> [Action]? {
    guard let toast = toast(snapshot, now) else { return nil }
    let context = context(snapshot, now)
    let area = toastArea(snapshot, now, size: size)
    guard let command = toast.command(at: point, in: area, context: context) else { return nil }
    return perform(command, Key(.escape), snapshot, now)
  }

  /// The mouse in the review, if that is what one sees.
  mutating func pointAtReview(_ mouse: Mouse, _ snapshot: Snapshot, _ now: Moment) {
    guard case .queue(var review)? = layers.last else { return }
    switch mouse.action {
    case .wheelUp: review.move(by: -3, snapshot)
    case .wheelDown: review.move(by: 3, snapshot)
    case .press: review.select(row: mouse.at.y - body(snapshot, now).y, snapshot)
    case .release: break
    }
    layers[layers.count - 1] = .queue(review)
  }
}
