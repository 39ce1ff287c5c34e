internal import Localization
internal import Model
internal import Screen
internal import Store

/// The composer's part of the keys.
extension Interface {
  mutating func compose(_ command: Command, _ snapshot: Snapshot, _ now: Moment) -> Outcome {
    switch command {
    case .send:
      if let locked = lockedGroup(snapshot) { return .consumed([.show(PasswordBox(of: locked))]) }
      if let message = invitation(snapshot) {
        return .consumed([Question.ask(.invitation(message))])
      }
      if let outcome = performTyped(snapshot, now) { return outcome }
      if let message = retried(snapshot, now) { return retry(message, snapshot, now) }
      return .consumed(actions(send(snapshot, now)))
    case .browse: return stepOut(now)
    case .clearOrQuit: return clearOrQuit(now)
    case .externalEditor: return .consumed([.action(.externalEditor(drafts.composer.text))])
    case .completeName: return completeName(snapshot, now)
    case .spelling: return .consumed(offerSpelling(snapshot))
    case .rowUp where drafts.composer.buffer.isEmpty: return editLastOwn(snapshot, now)
    default: return editText(command, snapshot, now)
    }
  }

  /// The open group where it wants a password first, and nothing is written.
  private func lockedGroup(_ snapshot: Snapshot) -> ChatID? {
    guard let open = navigation.openChat, snapshot.room(open)?.isLocked == true,
      case .empty = drafts.composer.outgoing
    else { return nil }
    return open
  }

  /// The open chat's newest message where that is an invitation without an answer, and nothing is written.
  private func invitation(_ snapshot: Snapshot) -> Message? {
    guard let open = navigation.openChat, Switcher.openInvitation(in: open, snapshot) != nil,
      case .empty = drafts.composer.outgoing
    else { return nil }
    return snapshot.pane?.messages.last
  }

  /// The open chat's last message where it failed, is seen, and nothing is written (S5).
  private func retried(_ snapshot: Snapshot, _ now: Moment) -> Message? {
    guard case .empty = drafts.composer.outgoing, drafts.composer.editing == nil,
      drafts.composer.replyTo == nil, navigation.pane.isAtEnd,
      let pane = navigation.openPane(snapshot), pane.isEnd, let message = pane.messages.last
    else { return nil }
    let isSeen = layout(snapshot, size: size, now: now).messages.height > 0
    return isSeen && message.shownStatus == .failed && message.stuck != nil ? message : nil
  }

  /// Nobody sends by one careless Enter what is of another day: it is selected, and the next Enter sends it.
  private mutating func retry(
    _ message: Message, _ snapshot: Snapshot, _ now: Moment
  ) -> Outcome {
    let age = now.wall.milliseconds - MessageRows.shownTime(message).milliseconds
    guard abs(age) < Self.retryAge else { return .consumed([.focus(.messages)]) }
    return .consumed(act(on: message, snapshot, now))
  }

  /// Milliseconds.
  private static let retryAge: Int64 = 24 * 3_600_000

  func actions(_ actions: [Action]) -> [Effect] { actions.map { .action($0) } }

  private mutating func editText(
    _ command: Command, _ snapshot: Snapshot, _ now: Moment
  ) -> Outcome {
    let before = drafts.composer.buffer
    let width = layout(snapshot, size: size, now: now).composer.width
    guard drafts.composer.perform(command, width: width) else { return .ignored }
    let isChanged = before.characters != drafts.composer.buffer.characters
    return .consumed(isChanged ? actions(changed(now)) : [])
  }

  /// Of who is in the group; elsewhere, and where no word was begun, the key leads on as it does in the other panes.
  private mutating func completeName(_ snapshot: Snapshot, _ now: Moment) -> Outcome {
    let group = navigation.openChat.flatMap { snapshot.chat($0)?.kind == .room ? $0 : nil }
    let shown = navigation.openPane(snapshot)?.messages ?? []
    let names = group.map { group in { Names.addressees(in: group, among: shown, snapshot) } }
    switch drafts.composer.complete(names) {
    case .nothing: return .consumed([.run(.nextPane)])
    case .completed: return .consumed(actions(changed(now)))
    case .unknown(let word):
      let start = word.prefix(20)
      let words = tr(
        word.hasPrefix(":")
          ? "No emoji begins with “\(start)”." : "No name in this group begins with “\(start)”.")
      return .consumed([.tell(Notice(.information, words))])
    }
  }

  // MARK: Sending

  /// - Parameter isCertain: it was asked about, whatever it is.
  mutating func send(_ snapshot: Snapshot, _ now: Moment, isCertain: Bool = false) -> [Action] {
    guard let chat = navigation.openChat else { return [] }
    switch drafts.composer.outgoing {
    case .empty: return []
    case _ where snapshot.isBlocked(chat):
      return tell(.error, Names.refusal(chat, in: snapshot) ?? "", now)
    case _ where drafts.composer.editing == nil && snapshot.hasLeft(chat):
      let why = tr("You are not in this group, so nothing was sent. /join brings you back.")
      return tell(.error, why, now)
    case .refused(let reason): return tell(.error, tr("\(reason). It was not sent."), now)
    case .text where !isCertain && isNew(chat, snapshot):
      return show(AskedQuestion(.firstMessage(chat)))
    case .text(let text): return send(text, to: chat, now)
    }
  }

  /// Nothing was ever said there, and its address is nobody's that I know: it may be mistyped.
  private func isNew(_ chat: ChatID, _ snapshot: Snapshot) -> Bool {
    guard !snapshot[chat.account].isPrivate, !chat.address.isOccupant, snapshot.isStranger(chat),
      let pane = navigation.openPane(snapshot)
    else { return false }
    return !pane.isLoading && pane.messages.isEmpty
  }

  private mutating func send(_ text: String, to chat: ChatID, _ now: Moment) -> [Action] {
    if let origin = drafts.composer.editing {
      finishEdit(isSent: true, now)
      let edit = Intent.edit(origin, text: text, newID: drafts.newID(now))
      return [.intent(edit, of: chat.account)]
    }
    let target = drafts.composer.replyTo
    drafts.sent()
    let shown = navigation.goToEnd(asks: false)
    let id = drafts.newID(now)
    let intent = Intent.send(chat: chat.address, text: text, originID: id, replyTo: target)
    return shown + [.intent(intent, of: chat.account)]
  }

  // MARK: Answering a message

  mutating func reply(to message: Message, _ now: Moment) -> [Action] {
    guard drafts.composer.editing == nil else {
      return tell(.information, tr("Finish the edit first, then reply."), now)
    }
    // What its author gave no name can only be quoted.
    if let target = ReplyTarget(answering: message) {
      drafts.composer.answer(target)
    } else {
      drafts.composer.quote(Quote(message.text))
    }
    write()
    return changed(now)
  }

  // MARK: Editing a message

  mutating func beginEdit(_ message: Message, _ now: Moment) {
    guard let origin = message.originID else { return }
    beginEdit(of: origin, text: message.text, now)
  }

  mutating func beginEdit(of origin: OriginID, text: String, _ now: Moment) {
    drafts.beginEdit(of: origin, text: text, now)
    write()
  }

  /// From a message to the composer.
  private mutating func write() {
    navigation.attend(to: .composer)
    navigation.pane.deselect()
  }

  private mutating func finishEdit(isSent: Bool = false, _ now: Moment) {
    drafts.finishEdit(isSent: isSent, now)
    overlays.recall()
  }

  // MARK: Leaving

  private mutating func stepOut(_ now: Moment) -> Outcome {
    guard drafts.composer.editing == nil else {
      finishEdit(now)
      return .consumed([])
    }
    guard !drafts.composer.isAnswering else {
      drafts.composer.answer(nil)
      return .consumed(actions(changed(now)))
    }
    return .consumed([.focus(Layout.isOnePane(size) ? .list : .messages)])
  }

  private mutating func clearOrQuit(_ now: Moment) -> Outcome {
    if drafts.composer.editing != nil {
      finishEdit(now)
    } else if drafts.composer.buffer.isEmpty, drafts.composer.replyTo == nil {
      return .consumed([.run(.quit)])
    } else {
      drafts.composer.clear()
      drafts.composer.answer(nil)
    }
    return .consumed(actions(changed(now)))
  }

  private mutating func editLastOwn(_ snapshot: Snapshot, _ now: Moment) -> Outcome {
    guard drafts.composer.editing == nil, !navigation.pane.isDetached,
      let message = navigation.openPane(snapshot)?.messages.last(where: {
        $0.isMine && $0.originID != nil && $0.isText
      })
    else { return .consumed([]) }
    beginEdit(message, now)
    return .consumed([])
  }
}
