internal import Localization
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
    case .theme: return show(ThemePicker(shelf: appearance.themes, theme: appearance.look.theme))
    case .settings: return overlays.has(openedBy: .settings) ? [] : show(SettingsScreen())
    case .help: return show(HelpScreen(at: place, of: setup.keymap))
    case .redraw: return [.redraw]
    case .suspend: return drafts.stopTyping() + [.suspend]
    case .queue: return snapshot.question == nil ? showQueue() : reviewFirst()
    case .search: return show(MessageSearch(in: nil))
    case .sendAll: return sendAll(snapshot, now)
    case .connectNow: return connectNow(snapshot, now)
    case .doNotDisturb:
      alerts.isQuiet.toggle()
      let what = tr(alerts.isQuiet ? "Do not disturb is on." : "Do not disturb is off.")
      return tell(.information, what, now)
    case .mute: return navigation.openChat.map { mute($0, snapshot, now) } ?? []
    case .pin: return navigation.openChat.map { pin($0, snapshot, now) } ?? []
    case .markUnread: return navigation.openChat.map { markUnread($0, snapshot, now) } ?? []
    case .archive: return navigation.openChat.map { archive($0, snapshot, now) } ?? []
    case .hideReading: return navigation.openChat.map { hideReading(of: $0, snapshot, now) } ?? []
    case .members: return showMembers(snapshot, now)
    case .sendFile: return chooseFile(now)
    case .sendClipboard: return chooseClipboard(now)
    case .newPassword: return typePassword(snapshot, now)
    case .acceptRequest: return acceptRequest(snapshot, now)
    case .declineRequest: return declineRequest(snapshot, now)
    case .block: return block(snapshot, now)
    case .nextPane: move(to: navigation.focus.next, snapshot, now)
    case .previousPane: move(to: navigation.focus.next.next, snapshot, now)
    case .scrollUp: scroll(pages: 1, snapshot, now)
    case .scrollDown: scroll(pages: -1, snapshot, now)
    case .newestMessage: return navigation.goToEnd(asks: true)
    case .quit: return quit(snapshot)
    default: return goToChat(command, key, snapshot, now)
    }
    return []
  }

  private mutating func connectNow(_ snapshot: Snapshot, _ now: Moment) -> [Action] {
    let connections = snapshot.openAccounts.map(\.connection)
    let isConnected = !connections.isEmpty && connections.allSatisfy(\.isOnline)
    let isStopped = connections.contains(where: \.awaitsUser)
    return (isConnected ? tell(.information, tr("You are connected."), now) : [])
      + (isStopped ? [.startServer] : []) + [.everywhere(.connectNow)]
  }

  private mutating func showMembers(_ snapshot: Snapshot, _ now: Moment) -> [Action] {
    guard let open = navigation.openChat, snapshot.room(open) != nil else {
      return tell(.information, tr("You are in no group here."), now)
    }
    return show(MemberList(of: open))
  }

  private mutating func typePassword(_ snapshot: Snapshot, _ now: Moment) -> [Action] {
    let paused = snapshot.accountIDs.first { snapshot.wantsPassword($0) }
    guard let paused else { return tell(.information, tr("No account waits for a password."), now) }
    return show(SignInScreen(known: snapshot[paused].address))
  }

  private mutating func quit(_ snapshot: Snapshot) -> [Action] {
    guard snapshot.outbox.waiting > 0 else { return leaveChat() + [.quit] }
    return show(AskedQuestion(.quit(waiting: snapshot.outbox.waiting)))
  }

  // MARK: Switches of one chat

  mutating func mute(_ id: ChatID, _ snapshot: Snapshot, _ now: Moment) -> [Action] {
    let choice = AlertChoice(id, in: context(snapshot, now)).next
    return tell(.information, choice.notice(in: snapshot), now) + [choice.action]
  }

  mutating func pin(_ id: ChatID, _ snapshot: Snapshot, _ now: Moment) -> [Action] {
    let isPinned = snapshot.chat(id)?.isPinned != true
    let name = Names.chat(id, in: snapshot)
    return tell(.information, tr(isPinned ? "Pinned \(name)." : "Unpinned \(name)."), now)
      + [.intent(.pin(id.address, isPinned), of: id.account)]
  }

  mutating func markUnread(_ id: ChatID, _ snapshot: Snapshot, _ now: Moment) -> [Action] {
    let isUnread = snapshot.chat(id)?.isMarkedUnread != true
    let name = Names.chat(id, in: snapshot)
    return tell(
      .information, tr(isUnread ? "\(name) is marked as unread." : "\(name) is marked as read."),
      now)
      + [.intent(.markUnread(id.address, isUnread), of: id.account)]
  }

  mutating func archive(_ id: ChatID, _ snapshot: Snapshot, _ now: Moment) -> [Action] {
    let isArchived = snapshot.chat(id)?.isArchived != true
    let name = Names.chat(id, in: snapshot)
    let isAtCursor = navigation.chats.target(in: snapshot.chats, open: navigation.openChat) == id
    if isArchived, isAtCursor, navigation.focus == .list {
      navigation.chats.step(off: id, in: snapshot.chats)
    }
    return tell(
      .information, tr(isArchived ? "\(name) is archived." : "\(name) is no longer archived."), now)
      + [.intent(.archive(id.address, isArchived), of: id.account)]
  }

  mutating func hideReading(of id: ChatID, _ snapshot: Snapshot, _ now: Moment) -> [Action] {
    let isHidden = snapshot.chat(id)?.hidesReading != true
    let name = Names.chat(id, in: snapshot)
    let what = tr(
      isHidden ? "Read receipts for \(name) are off." : "Read receipts for \(name) are on.")
    return tell(.information, what, now)
      + [.intent(.hideReading(id.address, isHidden), of: id.account)]
  }

  private mutating func scroll(pages: Int, _ snapshot: Snapshot, _ now: Moment) {
    guard let view = viewport(snapshot, now) else { return }
    navigation.pane.scroll(up: pages * max(1, view.height - 1), in: view)
  }

  // MARK: Chats

  /// `nil` for a command that leads to no chat.
  private mutating func goToChat(
    _ command: Command, _ key: Key, _ snapshot: Snapshot, _ now: Moment
  ) -> [Action]? {
    let destination = navigation.destination(
      of: command, digit: key.digit, in: snapshot, told: alerts.target)
    guard let destination else { return nil }
    guard let chat = destination.chat else {
      return destination.isUnread ? tell(.information, tr("Nothing unread."), now) : []
    }
    if destination.isUnread, chat == navigation.openChat, overlays.isEmpty {
      navigation.goToUnread()
      return []
    }
    guard destination.isAlert else { return open(chat, snapshot) }
    // From whatever lies over the chats, too.
    let actions = overlays.closeAll()
    navigation.attend(to: .composer)
    return actions + open(chat, snapshot)
  }

  mutating func open(_ id: ChatID, _ snapshot: Snapshot) -> [Action] {
    id == navigation.openChat
      ? [] : enter(id, snapshot) + [.intent(.open(id.address), of: id.account)]
  }

  /// Makes another chat the open one; its messages are still to be asked for.
  private mutating func enter(_ id: ChatID, _ snapshot: Snapshot) -> [Action] {
    let actions = leaveChat() + overlays.dropSetAside()
    let isFirst = navigation.openChat == nil
    navigation.enter(id)
    drafts.enter(
      id, stored: snapshot.draft(of: id),
      revision: navigation.openPane(snapshot)?.draftRevision ?? 0, isFirst: isFirst)
    return actions
  }

  /// Shows what was found, in its chat.
  mutating func jump(to found: FoundMessages, _ snapshot: Snapshot) -> [Action] {
    guard let chat = found.message?.chatID else { return [] }
    let actions = chat == navigation.openChat ? [] : enter(chat, snapshot)
    return actions + navigation.jump(to: found, snapshot)
  }

  mutating func deleteChat(_ id: ChatID) -> [Action] {
    let isOpen = id == navigation.openChat
    let actions = drafts.forget(id, isOpen: isOpen) + (isOpen ? overlays.dropSetAside() : [])
    navigation.forget(id)
    return actions + [.intent(.deleteChat(id.address), of: id.account)]
  }

  mutating func move(to focus: Focus, _ snapshot: Snapshot, _ now: Moment) {
    navigation.move(to: focus, in: viewport(snapshot, now))
  }
}

extension Snapshot {
  /// What was written to a chat and not sent.
  func draft(of id: ChatID) -> Draft? {
    chat(id).map { Draft(text: $0.draft, replyTo: $0.draftReply) }
  }
}

extension Key {
  /// The number on a digit's key; 0 on others.
  fileprivate var digit: Int {
    if case .character(let character) = code { character.wholeNumberValue ?? 0 } else { 0 }
  }
}
