internal import Localization
internal import Model
internal import Screen
internal import Store

extension Interface {
  /// Takes over the chat the store shows and the drafts it gives back.
  mutating func adopt(_ snapshot: Snapshot, _ now: Moment) -> [Action] {
    if let open = navigation.openChat, snapshot[open.account].isSignedOut {
      _ = drafts.forget(open, isOpen: true) + overlays.dropSetAside()
      navigation.forget(open)
    }
    guard navigation.openChat == nil else {
      if let pane = navigation.openPane(snapshot) { drafts.adopt(pane) }
      return []
    }
    guard let pane = snapshot.pane else {
      let actions = snapshot.chats.first.map { open($0.id, snapshot) } ?? []
      navigation.keepUnreadMark()
      return actions
    }
    navigation.begin(in: pane.chat)
    drafts.begin(in: pane, stored: snapshot.draft(of: pane.chat))
    return []
  }

  /// What follows from any input or change: what is seen is read, drafts are kept, and the next
  /// wake is set.
  mutating func settle(
    _ snapshot: Snapshot, _ events: [StoreEvent], _ now: Moment
  ) -> [Action] {
    banner.update(snapshot, isAsking: toast(snapshot, now) != nil, now: now)
    notices.update(
      events, on: overlays.screen, isOnline: snapshot.connection.isOnline, now: now)
    var actions = events.flatMap { enter(made: $0, snapshot, now) }
    let chat = navigation.openChat.flatMap { snapshot.chat($0) }
    // Nothing below changes it.
    let layout = layout(snapshot, size: size, now: now)
    let isSeen = attention.isInFront(now: now) && isPaneVisible(layout)
    actions += updatePane(snapshot, layout, unread: chat?.unread ?? 0, isSeen: isSeen, now)
    actions += offerPasted(snapshot) + updateOverlays(snapshot, now)
    actions += drafts.update(in: navigation.openChat, now)
    // A layer may have gone.
    let isVisible = isPaneVisible(layout)
    let isInFront = isVisible && attention.isInFront(now: now)
    actions += alert(snapshot, events, inFront: isInFront ? navigation.openChat : nil, now)
    if let isPresent = attention.change(now: now) { actions.append(.everywhere(.focus(isPresent))) }
    let view = viewport(snapshot, layout, now)
    if let view, let shown = navigation.openPane(snapshot) {
      let isLookedAt = isInFront && !navigation.isGoingToUnread
      actions += navigation.pane.look(at: shown, in: view, isSeen: isLookedAt)
      actions += askAboutUnseen(shown, in: view, unread: chat?.unread ?? 0)
    }
    actions += navigation.look(at: chat, isSeen: isInFront)
    actions += askForPictures(in: view, snapshot) + spelling.ask(about: drafts.composer)
    appearance.fade(appearance.isFading ? fading(view, layout, snapshot, now) : [:], now)
    // On the private server who is gone is noticed at once.
    let isWatched = chat.map { $0.kind == .direct } ?? true
    let watched = navigation.openChat.flatMap { snapshot[$0.account].isPrivate ? nil : $0 }
    actions += attention.watch(isVisible && isWatched ? watched : nil, now: now)
    nextWake = wake(view, snapshot, now)
    return actions
  }

  private mutating func updatePane(
    _ snapshot: Snapshot, _ layout: Layout, unread: Int, isSeen: Bool, _ now: Moment
  ) -> [Action] {
    navigation.pane.update(
      navigation.openPane(snapshot), of: navigation.openChat, unread: unread,
      isSeen: isSeen && !navigation.isGoingToUnread, now: now)
    if navigation.pane.whole == nil { appearance.laidOut.forgetWhole() }
    // Where the list covers the messages there is no telling what fits.
    guard navigation.target != nil, layout.messages.height > 0 else { return [] }
    guard let view = viewport(snapshot, layout, now) else {
      if isSeen { navigation.arriveInEmptyChat(snapshot) }
      return []
    }
    return navigation.followTarget(snapshot, isSeen: isSeen, in: view)
  }

  /// A jump to the end has passed what was never on the screen: only the user's word makes that read.
  private mutating func askAboutUnseen(_ pane: Pane, in view: Viewport, unread: Int) -> [Action] {
    guard navigation.hasJumped else { return [] }
    navigation.hasJumped = false
    guard unread > 0, navigation.pane.hidesUnread(of: pane, in: view),
      let newest = pane.messages.last(where: { !$0.isMine })?.order
    else { return [] }
    return show(AskedQuestion(.markRead(pane.chat, count: unread, through: newest)))
  }

  /// Who looked on while the group was made is taken there; others are told.
  private mutating func enter(
    made event: StoreEvent, _ snapshot: Snapshot, _ now: Moment
  ) -> [Action] {
    guard case .groupMade(let group, let account) = event else { return [] }
    guard let box = overlays.top as? NewGroupBox, box.account == account, box.awaits(group) else {
      let whose = Names.acting(as: account, in: snapshot)
      return tell(.information, tr("The group \(group.name) is made\(whose)."), now)
    }
    let actions = overlays.close()
    move(to: .composer, snapshot, now)
    return actions + open(ChatID(group.room, of: account), snapshot)
  }

  private mutating func updateOverlays(_ snapshot: Snapshot, _ now: Moment) -> [Action] {
    if overlays.isEmpty { return [] }
    let screen = overlays.screen
    defer { notices.move(from: screen, to: overlays.screen) }
    return overlays.update(in: surroundings(context(snapshot, now)))
  }

  /// What is on the screen and can fade, and as what.
  private func fading(
    _ view: Viewport?, _ layout: Layout, _ snapshot: Snapshot, _ now: Moment
  ) -> [Fades.Subject: Role] {
    var visible: [Fades.Subject: Role] = [:]
    visible[.banner] =
      toast(snapshot, now) == nil ? bannerContent(snapshot, now)?.role : .toast
    func show(_ key: MessageKey, _ role: Role?) {
      if let role { visible[.status(key)] = role }
    }
    let open = navigation.openChat
    for chat in navigation.chats.shown(in: layout, chats: snapshot.chats, open: open) {
      visible[.presence(chat.id)] = PresenceDot.role(of: chat.id, in: snapshot)
      if let last = chat.last {
        show(MessageKey(last, of: chat.account), StatusBadge.role(of: last))
      }
    }
    if let open { visible[.presence(open)] = PresenceDot.role(of: open, in: snapshot) }
    if let view {
      for row in navigation.pane.visibleRows(in: view) {
        let message = view.rows.messages[row.index]
        show(MessageKey(message), StatusBadge.role(of: message))
      }
    }
    return visible
  }

  /// None for what one looks at (D2's sense).
  private mutating func alert(
    _ snapshot: Snapshot, _ events: [StoreEvent], inFront front: ChatID?, _ now: Moment
  ) -> [Action] {
    let isFront = attention.isNear(now: now)
    return alerts.update(snapshot, events, isFront: isFront, isSeen: { $0 == front }, now: now)
  }

  private func isPaneVisible(_ layout: Layout) -> Bool {
    !overlays.coversScreen && layout.messages.height > 0
  }

  private func wake(_ view: Viewport?, _ snapshot: Snapshot, _ now: Moment) -> Int64? {
    let inFront = attention.isInFront(now: now)
    var times = [banner.nextWake(now: now, countsDown: inFront), notices.nextWake, alerts.nextWake]
    times += drafts.wakes + attention.wakes
    if toast(snapshot, now) != nil { times.append(Toast.nextWake(snapshot, now: now)) }
    times.append(navigation.pane.loadingSince.map { $0 + Timing.flicker })
    if inFront {
      let chat = overlays.isEmpty ? navigation.openChat : nil
      times.append(snapshot.nextStanding(in: chat, after: now.uptime))
    }
    let pulses = view.map { isSendingVisible(in: $0, snapshot) } ?? false
    let leavesAt = bannerContent(snapshot, now)?.leavesAt
    times.append(appearance.nextWake(pulses: pulses, leavesAt: leavesAt, now: now))
    return times.compactMap { $0 }.filter { $0 > now.uptime }.min()
  }

  private func isSendingVisible(in view: Viewport, _ snapshot: Snapshot) -> Bool {
    guard appearance.animates, snapshot.outbox.sending > 0 else { return false }
    return navigation.pane.visibleRows(in: view).contains {
      view.rows.messages[$0.index].shownStatus == .sending
    }
  }
}
