public import Model
public import Screen
public import Store

extension Interface {
  /// One input to the topmost layer that takes it. New origin ids are made from `now`. What it asks for
  /// comes first: call ``update(_:now:)`` once that is done.
  public mutating func handle(_ input: Input, snapshot: Snapshot, now: Moment) -> [Action] {
    switch input {
    case .resize(let size):
      self.size = size
      return []
    case .focus(let isFocused):
      attention.focus(isFocused, now: now)
      return isFocused ? [] : typing.stop()
    case .paste(let text):
      attention.key(now: now)
      return type(text, snapshot, now)
    case .mouse(let mouse):
      attention.key(now: now)
      return point(mouse, snapshot, now)
    case .key(let key):
      attention.key(now: now)
      return press(key, snapshot, now)
    }
  }

  private mutating func press(_ key: Key, _ snapshot: Snapshot, _ now: Moment) -> [Action] {
    let keys = pendingKeys + [key]
    pendingKeys = []
    switch keymap.match(keys, in: place) {
    case .prefix:
      pendingKeys = keys
      return []
    case .command(let command):
      return perform(command, key, snapshot, now) ?? []
    case .none:
      if keys.count > 1 { return press(key, snapshot, now) }
      guard case .character(let character) = key.code, key.modifiers.isSubset(of: .shift) else {
        return []
      }
      return type(String(character), snapshot, now)
    }
  }

  /// Text to whatever takes text now.
  private mutating func type(
    _ text: String, _ snapshot: Snapshot, _ now: Moment
  ) -> [Action] {
    switch layers.last {
    case .switcher(var switcher):
      switcher.type(text)
      layers[layers.count - 1] = .switcher(switcher)
      return []
    case .themes(var picker):
      picker.type(text)
      show(picker)
      return []
    case .reactions(var picker):
      let effects = picker.type(text)
      layers[layers.count - 1] = .reactions(picker)
      return effects.flatMap { apply($0, snapshot, now) }
    case .queue(var review):
      review.type(text)
      layers[layers.count - 1] = .queue(review)
      return []
    case .search(var search):
      let actions = search.type(text)
      layers[layers.count - 1] = .search(search)
      return actions
    case .help, .question, .info: return []
    case nil: return focus == .composer ? write(text, now) : []
    }
  }

  private mutating func write(_ text: String, _ now: Moment) -> [Action] {
    // Keys add so little that it need not be counted for each.
    let before = text.utf8.count > 100 ? composer.text.utf8.count : 0
    guard before + text.utf8.count <= Self.longestPaste else {
      let size = Grouped.number(text.utf8.count)
      return tell(.error, "Not pasted: \(size) bytes are too many for a message.", now)
    }
    composer.insert(text)
    return changed(now)
  }

  /// Bytes in the composer after a paste: far over what can be sent, so that a text can be pasted and cut.
  private static let longestPaste = 200_000

  /// The text in the composer was changed by hand.
  mutating func changed(_ now: Moment) -> [Action] {
    drafts.changed(now: now)
    guard let openChat else { return [] }
    return composer.buffer.isEmpty ? typing.stop() : typing.typed(in: openChat, now: now)
  }

  mutating func tell(_ kind: Notice.Kind, _ text: String, _ now: Moment) -> [Action] {
    notices.show(Notice(kind, text), now: now)
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
    guard layers.isEmpty else {
      let isOfAllLayers = Self.ofAllLayers.contains(command) || isAlertKey(command)
      return isOfAllLayers ? .ignored : outcomeOfLayer(command, context(snapshot, now))
    }
    switch focus {
    case .composer: return compose(command, snapshot, now)
    case .messages: return browse(command, snapshot, now)
    case .list: return list(command, snapshot, now)
    }
  }

  /// The key of an alert leads away from all but the themes: one of them is being looked at.
  private func isAlertKey(_ command: Command) -> Bool {
    if case .themes? = layers.last { return false }
    return command == .nextUnread && alerts.target != nil
  }

  /// What can be done whatever lies over the screen; the queue review has its own way with some.
  private static let ofAllLayers: Set<Command> = [.redraw, .suspend, .connectNow]

  private mutating func outcomeOfLayer(_ command: Command, _ context: Context) -> Outcome {
    switch layers.removeLast() {
    case .help(var help):
      let outcome = help.handle(
        command, rows: size.height, width: size.width, context: context)
      layers.append(.help(help))
      return Self.unlessOfToast(command) { outcome }
    case .switcher(var switcher):
      let outcome = switcher.handle(command, context: context)
      layers.append(.switcher(switcher))
      return Self.unlessOfToast(command) { outcome }
    case .themes(var picker):
      let outcome = picker.handle(command)
      layers.append(.themes(picker))
      show(picker)
      return Self.unlessOfToast(command) { outcome }
    case .reactions(var picker):
      let outcome = picker.handle(command)
      layers.append(.reactions(picker))
      return Self.unlessOfToast(command) { outcome }
    case .question(let question):
      layers.append(.question(question))
      return Self.unlessOfToast(command) { question.handle(command) }
    case .queue(var review):
      let rows = queueRows(review, context)
      let outcome = review.handle(command, rows: rows, snapshot: context.snapshot)
      layers.append(.queue(review))
      return outcome
    case .search(let search): return outcome(of: search, command, context)
    case .info(var info):
      let body = body(context.snapshot, context.now)
      let outcome = info.handle(command, body: body, context: context)
      layers.append(.info(info))
      return Self.unlessOfToast(command) { outcome }
    }
  }

  /// The mouse among the themes, if they are what one sees.
  mutating func pointAtThemes(_ mouse: Mouse) {
    guard case .themes(var picker)? = layers.last else { return }
    picker.point(mouse, in: Rect(x: 0, y: 0, width: size.width, height: size.height))
    show(picker)
  }

  /// The screen is drawn in the theme that is looked at.
  private mutating func show(_ picker: ThemePicker) {
    layers[layers.count - 1] = .themes(picker)
    look = Look(theme: picker.theme)
  }

  /// The toast lies over every layer.
  static func unlessOfToast(_ command: Command, _ outcome: () -> Outcome) -> Outcome {
    [.answerYes, .answerReview].contains(command) ? .ignored : outcome()
  }

  mutating func apply(_ effect: Effect, _ snapshot: Snapshot, _ now: Moment) -> [Action] {
    switch effect {
    case .action(let action): return [action]
    case .open(let jid): return open(jid, snapshot)
    case .run(let command):
      return performAnywhere(command, Key(.escape), snapshot, now) ?? []
    case .close: return closeLayer()
    case .editEntry(let entry): return edit(entry, snapshot, now)
    case .showInfo(let id): return showInfo(of: id)
    case .deleteChat(let jid): return deleteChat(jid)
    case .jump(let found): return jump(found, snapshot, now)
    case .focus(let focus): move(to: focus, snapshot, now)
    case .ask(let question): layers.append(.question(question))
    case .tell(let notice): notices.show(notice, now: now)
    case .reply(let message): return reply(to: message, now)
    case .edit(let message): beginEdit(message, now)
    case .retract(let id): return [.intent(.retract(id, newID: newID(now)))]
    case .react(let row, let emoji): return [.intent(.react(row: row, emoji, newID: newID(now)))]
    case .showReactions(let message):
      layers.append(.reactions(ReactionPicker(of: message, recent: snapshot.recentEmoji)))
    case .jumpToEnd: pane.jumpToEnd()
    case .since(let time): return go(since: time)
    case .leave: return leaveChat() + [.quit]
    }
    return []
  }
}
