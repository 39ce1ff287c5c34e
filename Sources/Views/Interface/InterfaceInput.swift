internal import Localization
public import Model
public import Screen
public import Store

extension Interface {
  /// One input to the topmost layer that takes it. New origin ids are made from `now`. What it asks for
  /// comes first: call ``update(_:events:now:)`` once that is done.
  public mutating func handle(_ input: Input, snapshot: Snapshot, now: Moment) -> [Action] {
    switch input {
    case .resize(let size):
      self.size = size
      return []
    case .focus(let isFocused):
      attention.focus(isFocused, now: now)
      if isFocused { navigation.comeBack() }
      return isFocused ? [] : drafts.stopTyping()
    case .paste(let text):
      attention.key(now: now)
      return type(text, snapshot, now) + askAbout(pasted: text)
    case .typed(let text):
      attention.key(now: now)
      return type(text[...], snapshot, now)
    case .mouse(let mouse):
      attention.key(now: now)
      return point(mouse, snapshot, now)
    case .key(let key):
      attention.key(now: now)
      return press(key, snapshot, now)
    case .escapeRevoked: return []
    }
  }

  /// Characters: each may be a command, but for those that follow one in the composer.
  private mutating func type(
    _ text: Substring, _ snapshot: Snapshot, _ now: Moment
  ) -> [Action] {
    var (actions, rest) = ([Action](), text)
    while let next = rest.first {
      actions += press(Key(.character(next)), snapshot, now)
      rest.removeFirst()
      if overlays.isEmpty, navigation.focus == .composer {
        return actions + type(String(rest), snapshot, now)
      }
    }
    return actions
  }

  private mutating func press(_ key: Key, _ snapshot: Snapshot, _ now: Moment) -> [Action] {
    switch chord.press(key, in: place, of: setup.keymap) {
    case .unfinished, .nothing: return []
    case .command(let command): return perform(command, key, snapshot, now) ?? []
    case .text(let character): return type(String(character), snapshot, now)
    }
  }

  /// Text to whatever takes text now.
  private mutating func type(
    _ text: String, _ snapshot: Snapshot, _ now: Moment
  ) -> [Action] {
    guard overlays.isEmpty else {
      let effects = overlays.type(text)
      appearance.change(to: overlays.top?.previewed)
      return effects.flatMap { apply($0, snapshot, now) }
    }
    return navigation.focus == .composer ? write(text, now) : []
  }

  private mutating func write(_ text: String, _ now: Moment) -> [Action] {
    // Keys add so little that it need not be counted for each.
    let before = text.utf8.count > 100 ? drafts.composer.text.utf8.count : 0
    guard before + text.utf8.count <= Self.longestPaste else {
      let size = Grouped.number(text.utf8.count)
      return tell(.error, tr("Not pasted: \(size) bytes are too many for a message."), now)
    }
    drafts.composer.insert(text)
    return changed(now)
  }

  /// Bytes in the composer after a paste: far over what can be sent, so that a text can be pasted and cut.
  private static let longestPaste = 200_000

  /// The text in the composer was changed by hand.
  mutating func changed(_ now: Moment) -> [Action] {
    drafts.changed(in: navigation.openChat, now)
  }

  mutating func tell(_ kind: Notice.Kind, _ text: String, _ now: Moment) -> [Action] {
    notices.show(Notice(kind, text), on: overlays.screen, now: now)
    return []
  }

  /// Does a command where the focus is; `nil` where nothing takes it.
  mutating func perform(
    _ command: Command, _ key: Key, _ snapshot: Snapshot, _ now: Moment
  ) -> [Action]? {
    switch outcome(of: command, snapshot, now) {
    case .consumed(let effects): return effects.flatMap { apply($0, snapshot, now) }
    case .ignored: return performAnywhere(command, key, snapshot, now)
    }
  }

  private mutating func outcome(
    of command: Command, _ snapshot: Snapshot, _ now: Moment
  ) -> Outcome {
    guard overlays.isEmpty else {
      let isAsking = snapshot.question != nil
      if overlays.pass(command, isAsking: isAsking) || isAlertKey(command) { return .ignored }
      let outcome = overlays.handle(command, in: surroundings(context(snapshot, now)))
      appearance.change(to: overlays.top?.previewed)
      return outcome
    }
    switch navigation.focus {
    case .composer: return compose(command, snapshot, now)
    case .messages: return browse(command, snapshot, now)
    case .list: return list(command, snapshot, now)
    }
  }

  /// The key of an alert leads away from all but the themes: one of them is being looked at.
  private func isAlertKey(_ command: Command) -> Bool {
    command == .nextUnread && alerts.target != nil && overlays.top?.previewed == nil
  }

  mutating func apply(_ effect: Effect, _ snapshot: Snapshot, _ now: Moment) -> [Action] {
    switch effect {
    // What was typed is kept with the history.
    case .action(.account(.signOut(let id, let keeps))):
      return leaveChat() + [.account(.signOut(id, keepsHistory: keeps))]
    case .action(let action): return [action]
    case .open(let id): return overlays.closeScreens() + open(id, snapshot)
    case .run(let command):
      return performAnywhere(command, Key(.escape), snapshot, now) ?? []
    case .close: return overlays.close()
    case .editEntry(let entry): return edit(entry, snapshot, now)
    case .deleteChat(let id): return deleteChat(id)
    case .find(let query, let account):
      let query = SearchNarrowing(snapshot, now: now.wall, setup.time).apply(to: query)
      return [account.map { .intent(.search(query), of: $0) } ?? .everywhere(.search(query))]
    case .jump(let found): return overlays.closeScreens() + jump(to: found, snapshot)
    case .focus(let focus): move(to: focus, snapshot, now)
    case .show(let layer): return show(layer)
    case .tell(let notice): notices.show(notice, on: overlays.screen, now: now)
    case .reply(let message): return reply(to: message, now)
    case .edit(let message): beginEdit(message, now)
    case .sendFile(let path): return sendFile(at: path, snapshot, now)
    case .send: return send(snapshot, now, isCertain: true)
    case .write(let text): return write(text, now)
    case .correct(let word, let text): return correct(word, to: text, now)
    case .learn(let word): return learn(word)
    case .clearMarks: navigation.pane.clearMarks()
    case .submit(let account, let intent):
      return [.intent(intent(drafts.newID(now)), of: account)]
    case .since(let time): return navigation.go(since: time)
    case .leave: return leaveChat() + [.quit]
    }
    return []
  }
}
