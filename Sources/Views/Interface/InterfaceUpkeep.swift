internal import Model
internal import Screen
internal import Store

extension Interface {
  /// Takes over the chat the store shows and the drafts it gives back.
  mutating func adopt(_ snapshot: Snapshot, _ now: Moment) -> [Action] {
    guard let openChat else {
      if let pane = snapshot.pane { return adopt(pane, in: snapshot) }
      return snapshot.chats.first.map { open($0.jid, snapshot) } ?? []
    }
    guard let pane = openPane(snapshot), pane.draftRevision != draftRevision else { return [] }
    draftRevision = pane.draftRevision
    leftDrafts[openChat] = nil
    composer.take(Draft(text: pane.draft, replyTo: pane.draftReply))
    return []
  }

  private mutating func adopt(_ pane: Pane, in snapshot: Snapshot) -> [Action] {
    openChat = pane.chat
    draftRevision = pane.draftRevision
    let stored = snapshot.chat(pane.chat)
    // What was typed before there was a chat is this one's.
    composer.take(
      Draft(
        text: pane.draft.isEmpty ? stored?.draft ?? "" : pane.draft,
        replyTo: pane.draftReply ?? stored?.draftReply))
    return []
  }

  /// What follows from any input or change: what is seen is read, drafts are kept, and the next
  /// wake is set.
  mutating func settle(_ snapshot: Snapshot, _ now: Moment) -> [Action] {
    banner.update(snapshot, now: now)
    notices.update(snapshot.notices, now: now)
    let row = openChat.flatMap { snapshot.chat($0) }
    pane.update(
      openPane(snapshot), of: openChat, unread: row?.unread ?? 0,
      isSeen: attention.isInFront(now: now) && isPaneVisible(snapshot, now), now: now)
    if pane.whole == nil { laidOut.forgetWhole() }
    followTarget(snapshot, now)
    if wasReplaced {
      wasReplaced = false
      drafts.changed(now: now)
    }
    var actions = updateOverlays(snapshot, now)
    actions += typing.update(now: now)
    let isVisible = isPaneVisible(snapshot, now)
    let isInFront = isVisible && attention.isInFront(now: now)
    actions += alert(snapshot, inFront: isInFront ? openChat : nil, now)
    if let isPresent = attention.change(now: now) { actions.append(.intent(.focus(isPresent))) }
    if let openChat { actions += drafts.due(composer.draft, in: openChat, now: now) }
    let view = viewport(snapshot, now)
    if let view {
      actions += look(at: view, isInFront: isInFront, unread: row?.unread ?? 0, snapshot)
    }
    updateFades(view, snapshot, now)
    actions += watch(isVisible: isVisible, snapshot, now)
    nextWake = wake(view, snapshot, now)
    return actions
  }

  private mutating func updateOverlays(_ snapshot: Snapshot, _ now: Moment) -> [Action] {
    overlays.isEmpty ? [] : overlays.update(in: surroundings(context(snapshot, now)))
  }

  private mutating func updateFades(_ view: Viewport?, _ snapshot: Snapshot, _ now: Moment) {
    guard animates, fadesColors, look.canFade(.statusSent) else { return fades.stop() }
    var visible: [Fades.Subject: Role] = [:]
    func show(_ message: Message?) {
      guard let message, let role = StatusBadge.role(of: message) else { return }
      visible[.status(MessageKey(message))] = role
    }
    let list = layout(snapshot, size: size, now: now).list
    let rows = chats.visible(in: list, chats: snapshot.chats, open: openChat)
    for chat in snapshot.chats[rows] {
      visible[.presence(chat.jid)] = PresenceDot.role(of: chat.jid, in: snapshot)
      show(chat.last)
    }
    if let openChat {
      visible[.presence(openChat)] = PresenceDot.role(of: openChat, in: snapshot)
    }
    if let view {
      for row in pane.visibleRows(in: view) { show(view.rows.messages[row.index]) }
    }
    fades.update(visible, look: look, now: now)
  }

  /// None for what one looks at (D2's sense).
  private mutating func alert(
    _ snapshot: Snapshot, inFront front: JID?, _ now: Moment
  ) -> [Action] {
    let isFront = attention.isNear(now: now)
    return alerts.update(snapshot, isFront: isFront, isSeen: { $0 == front }, now: now)
  }

  private mutating func look(
    at view: Viewport, isInFront: Bool, unread: Int, _ snapshot: Snapshot
  ) -> [Action] {
    guard let shown = openPane(snapshot) else { return [] }
    pane.hold(in: view)
    var actions: [Action] = []
    if let order = pane.olderWanted(shown, in: view) {
      actions.append(.intent(.loadOlder(chat: shown.chat, before: order)))
    }
    if let order = pane.newerWanted(shown, in: view) {
      actions.append(.intent(.loadNewer(chat: shown.chat, after: order)))
    }
    if isInFront, let order = pane.readNow(shown, unread: unread, in: view) {
      actions.append(.intent(.markRead(chat: shown.chat, through: order)))
    }
    return actions
  }

  /// Who is gone is noticed by the private server at once; elsewhere the chat one looks at is told (N2).
  private mutating func watch(
    isVisible: Bool, _ snapshot: Snapshot, _ now: Moment
  ) -> [Action] {
    guard !isPrivateServer else { return [] }
    let isSeen = attention.isLooking(now: now) && isVisible
    let kind = openChat.flatMap { snapshot.chat($0)?.kind } ?? .direct
    let seen = isSeen && kind == .direct ? openChat : nil
    guard seen != watched else { return [] }
    watched = seen
    return [.intent(.watch(seen))]
  }

  private func isPaneVisible(_ snapshot: Snapshot, _ now: Moment) -> Bool {
    if overlays.coversScreen { return false }
    return layout(snapshot, size: size, now: now).messages.height > 0
  }

  private func wake(_ view: Viewport?, _ snapshot: Snapshot, _ now: Moment) -> Int64? {
    let inFront = attention.isInFront(now: now)
    var times = [banner.nextWake(now: now, countsDown: inFront), notices.nextWake]
    times += [drafts.nextWake, typing.nextWake, attention.nextWake, alerts.nextWake]
    if watched != nil { times.append(attention.looksUntil) }
    times.append(toast(snapshot, now)?.nextWake(now: now))
    times.append(pane.loadingSince.map { $0 + Timing.flicker })
    times.append(fades.nextWake(now: now))
    if animates, let view, isSendingVisible(in: view, snapshot) {
      times.append((now.uptime / Timing.pulse + 1) * Timing.pulse)
    }
    return times.compactMap { $0 }.filter { $0 > now.uptime }.min()
  }

  private func isSendingVisible(in view: Viewport, _ snapshot: Snapshot) -> Bool {
    guard snapshot.outbox.sending > 0 else { return false }
    return pane.visibleRows(in: view).contains {
      view.rows.messages[$0.index].shownStatus == .sending
    }
  }
}
