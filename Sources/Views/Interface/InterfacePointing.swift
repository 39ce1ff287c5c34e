internal import Model
internal import Screen
internal import Store

/// The mouse: the wheel scrolls, a click selects, on the line of what a message answers it goes there, and on
/// the banner, a notice and the hints it does what they offer.
extension Interface {
  mutating func point(_ mouse: Mouse, _ snapshot: Snapshot, _ now: Moment) -> [Action] {
    if mouse.action == .press,
      let actions = clickToast(mouse.at, snapshot, now) ?? clickNotice(mouse.at, snapshot, now)
        ?? clickHint(mouse.at, snapshot, now)
    {
      return actions
    }
    guard overlays.isEmpty else {
      let effects = overlays.point(mouse, in: surroundings(context(snapshot, now)))
      appearance.change(to: overlays.top?.previewed)
      return effects.flatMap { apply($0, snapshot, now) }
    }
    let layout = layout(snapshot, size: size, now: now)
    switch mouse.action {
    case .wheelUp: turn(1, at: mouse.at, layout, snapshot, now)
    case .wheelDown: turn(-1, at: mouse.at, layout, snapshot, now)
    case .press: return click(mouse.at, layout, snapshot, now)
    case .release: break
    }
    return []
  }

  /// A click on the key of a hint is that key; `nil` where there is none.
  private mutating func clickHint(
    _ point: Point, _ snapshot: Snapshot, _ now: Moment
  ) -> [Action]? {
    let area = layout(snapshot, size: size, now: now).hints
    guard area.contains(point), !overlays.coversAll else { return nil }
    let command = hintLine(context(snapshot, now)).command(at: point, in: area)
    return command.flatMap { perform($0, Key(.escape), snapshot, now) }
  }

  private mutating func turn(
    _ up: Int, at point: Point, _ layout: Layout, _ snapshot: Snapshot, _ now: Moment
  ) {
    if layout.list.contains(point) {
      navigation.chats.move(by: -up, in: snapshot.chats, open: navigation.openChat)
      navigation.attend(to: .list)
    } else if let view = viewport(snapshot, now) {
      navigation.pane.scroll(up: up * 3, in: view)
    }
  }

  private mutating func click(
    _ point: Point, _ layout: Layout, _ snapshot: Snapshot, _ now: Moment
  ) -> [Action] {
    if layout.banner.contains(point) {
      guard let content = bannerContent(snapshot, now),
        let command = ConnectionBanner.command(
          at: point, of: content, in: layout.banner, context: context(snapshot, now))
      else { return [] }
      return performAnywhere(command, Key(.escape), snapshot, now) ?? []
    }
    if layout.header.contains(point), let open = navigation.openChat {
      return show(Self.about(open, snapshot))
    }
    if layout.question.contains(point) {
      let command = subscriptionRow(snapshot)?.command(
        at: point, in: layout.question, setup.keymap)
      return command.flatMap { performAnywhere($0, Key(.escape), snapshot, now) } ?? []
    }
    if layout.list.contains(point) {
      let row = point.y - layout.list.y
      let hit = navigation.chats.hit(
        atRow: row, of: layout, chats: snapshot.chats, open: navigation.openChat)
      switch hit {
      case nil: return []
      case .archive:
        navigation.attend(to: .list)
        navigation.chats.turnArchive()
        return []
      case .chat(let id):
        move(to: .composer, snapshot, now)
        return open(id, snapshot)
      }
    }
    let context = context(snapshot, now)
    let news = news(context)
    if layout.edge.contains(point), point.x >= layout.edge.maxX - 1 - news.width, !news.isEmpty {
      guard let pane = navigation.openPane(snapshot), hidesUnread(pane, context) else {
        return performAnywhere(.newestMessage, Key(.escape), snapshot, now) ?? []
      }
      navigation.goToUnread()
      return []
    }
    if layout.composer.contains(point) || layout.edge.contains(point) {
      move(to: .composer, snapshot, now)
    }
    return layout.messages.contains(point) ? select(at: point, layout, snapshot, now) : []
  }

  private mutating func select(
    at point: Point, _ layout: Layout, _ snapshot: Snapshot, _ now: Moment
  ) -> [Action] {
    guard let view = viewport(snapshot, now) else { return [] }
    let visible = navigation.pane.visibleRows(in: view)
    let row = point.y - layout.messages.maxY + visible.count
    guard visible.indices.contains(row) else { return [] }
    navigation.attend(to: .messages)
    navigation.pane.select(visible[row].index, in: view)
    let message = view.rows.messages[visible[row].index]
    if view.rows.acts(in: visible[row], at: point.x - layout.messages.x) {
      return act(on: message, snapshot, now).flatMap { apply($0, snapshot, now) }
    }
    guard case .answered = visible[row].kind, let target = message.replyTo else { return [] }
    return navigation.show(target, in: message.chatID, snapshot, view: view)
      .flatMap { apply($0, snapshot, now) }
  }
}
