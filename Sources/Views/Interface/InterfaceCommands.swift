internal import Model
internal import Screen
internal import Store

/// What keys do anywhere.
extension Interface {
  /// `nil` for a command that is not one of these.
  mutating func performAnywhere(
    _ command: Command, _ key: Key, _ snapshot: Snapshot, _ now: Moment
  ) -> [Action]? {
    switch command {
    case .goTo: return show(Switcher())
    case .newChat: return show(Switcher(peopleOnly: true))
    case .theme: return show(ThemePicker(shelf: themes, theme: look.theme))
    case .help: return show(HelpScreen())
    case .redraw: return [.redraw]
    case .suspend: return typing.stop() + [.suspend]
    case .queue: return showQueue()
    case .search: return show(MessageSearch(in: nil))
    case .sendAll: return sendAll(snapshot, now)
    case .answerYes: return snapshot.question == nil ? [] : [.intent(.sendAll)]
    case .answerReview: return snapshot.question == nil ? [] : reviewFirst()
    case .connectNow: return [.intent(.connectNow)]
    case .doNotDisturb:
      alerts.isQuiet.toggle()
      let what = alerts.isQuiet ? "Messages are not told of." : "Messages are told of again."
      return tell(.information, what, now)
    case .mute: return openChat.map { mute($0, snapshot, now) } ?? []
    case .hideReading: return openChat.map { hideReading(of: $0, snapshot, now) } ?? []
    case .nextPane: move(to: focus.next, snapshot, now)
    case .previousPane: move(to: focus.next.next, snapshot, now)
    case .scrollUp: scroll(pages: 1, snapshot, now)
    case .scrollDown: scroll(pages: -1, snapshot, now)
    case .quit: return quit(snapshot)
    default: return goToChat(command, key, snapshot, now)
    }
    return []
  }

  private mutating func quit(_ snapshot: Snapshot) -> [Action] {
    guard snapshot.outbox.waiting > 0 else { return leaveChat() + [.quit] }
    return show(Question.quit(waiting: snapshot.outbox.waiting))
  }

  // MARK: Switches of one chat

  mutating func mute(_ jid: JID, _ snapshot: Snapshot, _ now: Moment) -> [Action] {
    let isMuted = snapshot.chat(jid)?.isMuted != true
    let name = Names.chat(jid, in: snapshot)
    let what = isMuted ? "is not told of any more" : "is told of again"
    return tell(.information, "What comes from \(name) \(what).", now)
      + [.intent(.mute(jid, isMuted))]
  }

  mutating func hideReading(of jid: JID, _ snapshot: Snapshot, _ now: Moment) -> [Action] {
    let isHidden = snapshot.chat(jid)?.hidesReading != true
    let name = Names.chat(jid, in: snapshot)
    let what = isHidden ? "is not told any more" : "is told again"
    return tell(.information, "\(name) \(what) what you have read.", now)
      + [.intent(.hideReading(jid, isHidden))]
  }

  private mutating func scroll(pages: Int, _ snapshot: Snapshot, _ now: Moment) {
    guard let view = viewport(snapshot, now) else { return }
    pane.scroll(up: pages * max(1, view.height - 1), in: view)
  }

  // MARK: Chats

  private mutating func goToChat(
    _ command: Command, _ key: Key, _ snapshot: Snapshot, _ now: Moment
  ) -> [Action]? {
    let chats = snapshot.chats
    let index = chats.place(of: openChat)
    switch command {
    case .chatAbove: return go(chats, (index ?? 1) - 1, snapshot)
    case .chatBelow: return go(chats, (index ?? -1) + 1, snapshot)
    case .chatByNumber: return go(chats, key.digit - 1, snapshot)
    case .lastChat: return previousChat.map { open($0, snapshot) } ?? []
    case .nextUnread:
      if let told = alerts.target { return goToAlert(of: told, snapshot) }
      let next = Self.nextUnread(chats, after: index)
      return next.map { open($0, snapshot) } ?? tell(.information, "Nothing unread.", now)
    default: return nil
    }
  }

  /// From whatever lies over the chats, too.
  private mutating func goToAlert(of chat: JID, _ snapshot: Snapshot) -> [Action] {
    let actions = overlays.closeAll()
    focus = .composer
    return actions + open(chat, snapshot)
  }

  private mutating func go(_ chats: [Chat], _ index: Int, _ snapshot: Snapshot) -> [Action] {
    chats.indices.contains(index) ? open(chats[index].jid, snapshot) : []
  }

  private static func nextUnread(_ chats: [Chat], after index: Int?) -> JID? {
    let start = index.map { $0 + 1 } ?? 0
    let turned = chats[start...] + chats[..<start].dropLast(index == nil ? 0 : 1)
    return turned.first { $0.unread > 0 }?.jid
  }

  mutating func open(_ jid: JID, _ snapshot: Snapshot) -> [Action] {
    jid == openChat ? [] : enter(jid, snapshot) + [.intent(.open(jid))]
  }

  /// Makes another chat the open one; its messages are still to be asked for.
  mutating func enter(_ jid: JID, _ snapshot: Snapshot) -> [Action] {
    let actions = leaveChat() + overlays.dropSetAside()
    let stored = snapshot.chat(jid).map { Draft(text: $0.draft, replyTo: $0.draftReply) }
    let draft = leftDrafts[jid] ?? stored ?? Draft()
    // What was typed before there was a chat is this one's.
    if openChat == nil { composer.take(draft) } else { composer.open(draft) }
    previousChat = openChat
    openChat = jid
    pane = MessagePane()
    chats.select(jid)
    draftRevision = openPane(snapshot)?.draftRevision ?? 0
    target = nil
    return actions
  }

  /// Keeps the draft at once, and stops typing.
  public mutating func leaveChat() -> [Action] {
    guard let openChat else { return [] }
    leftDrafts[openChat] = composer.draft
    return drafts.flush(composer.draft, in: openChat) + typing.stop()
  }

  mutating func move(to focus: Focus, _ snapshot: Snapshot, _ now: Moment) {
    self.focus = focus
    pane.deselect()
    switch focus {
    case .composer: break
    case .list: chats.select(openChat)
    case .messages: if let view = viewport(snapshot, now) { pane.select(in: view) }
    }
  }
}

extension Focus {
  fileprivate var next: Focus {
    switch self {
    case .composer: .messages
    case .messages: .list
    case .list: .composer
    }
  }
}

extension Key {
  /// The number on a digit's key; 0 on others.
  fileprivate var digit: Int {
    if case .character(let character) = code { character.wholeNumberValue ?? 0 } else { 0 }
  }
}
