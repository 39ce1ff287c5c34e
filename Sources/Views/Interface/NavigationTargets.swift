internal import Localization
internal import Model
internal import Screen
internal import Store

/// The way to a place in a chat that may not be in memory yet.
extension Navigation {
  /// Shows what was found, in its chat, which is open.
  mutating func jump(to found: FoundMessages, _ snapshot: Snapshot) -> [Action] {
    guard let message = found.message else { return [] }
    self.found = found
    attend(to: .messages)
    let key = MessageKey(message)
    target = .message(key)
    if let pane = openPane(snapshot), key.index(in: pane.messages) != nil { return [] }
    return [.intent(.openAt(chat: message.chat, place: message.order), of: message.account)]
  }

  /// The next older, or the next newer, of what was found.
  func nextHit(_ step: Int) -> Outcome {
    guard var found else {
      return .consumed([
        .tell(Notice(.information, tr("Nothing was searched for yet: / searches.")))
      ])
    }
    found.index += step
    guard found.message != nil else {
      let words = tr(
        step > 0 ? "That was the oldest one found." : "That was the newest one found.")
      return .consumed([.tell(Notice(.information, words))])
    }
    return .consumed([.jump(found)])
  }

  /// Goes to the message that another one answers.
  mutating func show(
    _ answered: ReplyTarget, in chat: ChatID, _ snapshot: Snapshot, view: Viewport?
  ) -> [Effect] {
    guard let row = answered.stored?.row else {
      return [
        .tell(Notice(.information, tr("The original message is not stored on this computer.")))
      ]
    }
    let shown = openPane(snapshot)?.messages.firstIndex { $0.id == row }
    if let shown, let view {
      pane.select(shown, in: view)
      return []
    }
    target = .row(row)
    return [.action(.intent(.openMessage(chat: chat.address, row: row), of: chat.account))]
  }

  /// To the newest message of the open chat, from wherever one is in it.
  /// - Parameter asks: about what is unread and passed unseen.
  mutating func goToEnd(asks: Bool) -> [Action] {
    guard let openChat else { return [] }
    let wasDetached = pane.isDetached
    if !wasDetached { pane.jumpToEnd() }
    target = wasDetached || asks ? .end(asks: asks) : nil
    guard wasDetached else { return [] }
    return [.intent(.openAt(chat: openChat.address, place: nil), of: openChat.account)]
  }

  /// To the first message of the open chat that nobody has seen.
  mutating func goToUnread() {
    pane.jumpToEnd()
    target = .unread
  }

  /// From anywhere in a chat to its oldest message on this computer.
  mutating func goToStart(_ shown: Pane) -> [Action] {
    target = .start(insteadOf: shown.messages.first.map(MessageKey.init))
    let lowest = MessageOrder(anchor: .min, sequence: .min)
    return [.intent(.openAt(chat: shown.chat.address, place: lowest), of: shown.chat.account)]
  }

  /// To the first message of a day or after it.
  mutating func go(since time: Timestamp) -> [Action] {
    guard let openChat else { return [] }
    target = .since(time)
    attend(to: .messages)
    return [.intent(.openSince(chat: openChat.address, time: time), of: openChat.account)]
  }

  /// Goes to the target when what is shown has it, and asks for what is missing.
  /// - Parameter isSeen: somebody looks at it. Until then more may come that is unread: of a start what was missed.
  mutating func followTarget(
    _ snapshot: Snapshot, isSeen: Bool, in view: Viewport
  ) -> [Action] {
    guard let target, let shown = openPane(snapshot) else { return [] }
    if case .unread = target {
      guard !shown.isLoading else { return [] }
      if let place = pane.wantedUnread(of: shown) {
        return [.intent(.openAt(chat: shown.chat.address, place: place), of: shown.chat.account)]
      }
    }
    if reach(target, shown, in: view), isSeen || !isGoingToUnread {
      self.target = nil
    }
    return []
  }

  /// Nothing is unread in an empty chat: what comes while somebody looks at it is no news.
  mutating func arriveInEmptyChat(_ snapshot: Snapshot) {
    guard isGoingToUnread, let shown = openPane(snapshot), !shown.isLoading else { return }
    target = nil
  }

  /// Whether it is there.
  private mutating func reach(
    _ target: PaneTarget, _ shown: Pane, in view: Viewport
  ) -> Bool {
    switch target {
    case .unread: pane.goToUnread(shown, in: view)
    case .message(let key):
      guard let index = key.index(in: shown.messages) else { return false }
      pane.jump(to: index, in: view)
    case .row(let row):
      guard let index = shown.messages.firstIndex(where: { $0.id == row }) else { return false }
      pane.jump(to: index, in: view)
    case .end(let asks):
      guard shown.isEnd, !shown.isLoading else { return false }
      pane.jumpToEnd()
      hasJumped = asks
      if focus == .messages { pane.select(shown.messages.count - 1, in: view) }
    case .since(let time):
      // What is shown until the answer comes may begin after the day.
      let hasBefore = shown.messages.first.map { $0.shownTime < time } ?? false
      guard !shown.isLoading, hasBefore || shown.isStart else { return false }
      let index = shown.messages.firstIndex { $0.shownTime >= time }
      pane.jump(to: index ?? max(0, shown.messages.count - 1), in: view)
    case .start(let before):
      guard !shown.isLoading, before?.index(in: shown.messages) != 0 else { return false }
      pane.jump(to: 0, in: view)
    }
    return true
  }
}
