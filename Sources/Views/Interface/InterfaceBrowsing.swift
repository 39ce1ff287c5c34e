internal import Localization
internal import Model
internal import Screen
internal import Store

/// The message pane's and the chat list's part of the keys.
extension Interface {
  mutating func browse(_ command: Command, _ snapshot: Snapshot, _ now: Moment) -> Outcome {
    if command == .last { return .consumed(actions(navigation.goToEnd(asks: true))) }
    let start =
      command == .first ? navigation.openPane(snapshot).flatMap { $0.isStart ? nil : $0 } : nil
    // What is looked for elsewhere is not gone to any more.
    navigation.target = nil
    if let start { return .consumed(navigation.goToStart(start).map { .action($0) }) }
    if let view = viewport(snapshot, now), moveSelection(command, in: view) {
      return .consumed([])
    }
    let message = navigation.selected(snapshot)
    if !navigation.pane.marks.isEmpty, let outcome = browseMarked(command, snapshot, now) {
      return outcome
    }
    if message?.isDeleted ?? false, Self.ofText.contains(command) {
      return .consumed([.tell(Notice(.information, tr("This message was deleted.")))])
    }
    switch command {
    case .down, .up, .first, .last: return .consumed([])
    case .mark:
      navigation.pane.mark()
      return .consumed([])
    case .act: return .consumed(message.map { act(on: $0, snapshot, now) } ?? [])
    case .reply: return .consumed(message.map { [.reply($0)] } ?? [])
    case .react:
      return .consumed(message.map { react($0, recent: snapshot[$0.account].recentEmoji) } ?? [])
    case .edit: return .consumed(message.map(edit) ?? [])
    case .delete: return .consumed(message.map { delete($0, snapshot) } ?? [])
    case .openLink: return .consumed(message.map(openLink) ?? [])
    case .saveFile, .saveFileAs:
      return .consumed(message.map { saveFile($0, asks: command == .saveFileAs) } ?? [])
    case .copy: return .consumed(message.map(copy) ?? [])
    case .info: return .consumed(message.map { [Question.info(of: $0)] } ?? [])
    case .searchHere: return .consumed([.show(MessageSearch(in: navigation.openChat))])
    case .nextHit: return navigation.nextHit(1)
    case .previousHit: return navigation.nextHit(-1)
    case .compose: return .consumed([.focus(.composer)])
    case .chatList: return .consumed([.focus(.list)])
    case .close: return .consumed([.focus(Layout.isOnePane(size) ? .list : .composer)])
    default: return .ignored
    }
  }

  /// What is done with all that are marked; `nil` for what is done with one.
  private mutating func browseMarked(
    _ command: Command, _ snapshot: Snapshot, _ now: Moment
  ) -> Outcome? {
    switch command {
    case .copy: return .consumed(copy(markedMessages(snapshot), snapshot, now))
    case .delete: return .consumed(delete(markedMessages(snapshot), snapshot))
    case .close:
      navigation.pane.clearMarks()
      return .consumed([])
    default: return nil
    }
  }

  private mutating func moveSelection(_ command: Command, in view: Viewport) -> Bool {
    switch command {
    case .down: navigation.pane.moveSelection(by: 1, in: view)
    case .up: navigation.pane.moveSelection(by: -1, in: view)
    case .first: navigation.pane.moveSelection(by: -view.rows.messages.count, in: view)
    case .scrollUp: scrollSelection(up: max(1, view.height / 2), in: view)
    case .scrollDown: scrollSelection(up: -max(1, view.height / 2), in: view)
    default: return false
    }
    return true
  }

  private mutating func scrollSelection(up rows: Int, in view: Viewport) {
    navigation.pane.scroll(up: rows, in: view)
    let visible = navigation.pane.visibleRows(in: view)
    guard let index = rows > 0 ? visible.first?.index : visible.last?.index else { return }
    navigation.pane.selectSeen(index, in: view)
  }

  /// What Enter does with a message, and a click on the words of its status.
  mutating func act(
    on message: Message, _ snapshot: Snapshot, _ now: Moment
  ) -> [Effect] {
    if let stuck = message.stuck {
      return [.action(.intent(.retry(stuck.originID), of: message.account))]
    }
    if message.isDeleted { return [Question.info(of: message)] }
    if message.status == .queued { return [Question.ask(.queued(message))] }
    if let invitation = message.invitation, !message.isMine,
      Names.answer(to: invitation, of: message.account, in: snapshot) != .accepted
    {
      return [Question.ask(.invitation(message))]
    }
    if let picture = look(at: message) { return picture }
    let view = viewport(snapshot, now)
    guard navigation.pane.hidesPart(of: message), let view else {
      return message.replyTo.map {
        navigation.show($0, in: message.chatID, snapshot, view: view)
      } ?? [Question.info(of: message)]
    }
    appearance.laidOut.forgetWhole()
    navigation.pane.showWhole(message, in: view)
    return []
  }

  private func edit(_ message: Message) -> [Effect] {
    guard message.isMine, message.originID != nil else {
      return [.tell(Notice(.information, tr("Only a message of yours can be edited.")))]
    }
    guard message.isText else {
      return [.tell(Notice(.information, Self.whyNotEdited(message)))]
    }
    return [.edit(message)]
  }

  private static func whyNotEdited(_ message: Message) -> String {
    switch message.content {
    case .invitation: tr("An invitation cannot be edited.")
    case .file: tr("A file cannot be edited: delete it, and send another.")
    case .text, .unsupported, .retracted: tr("psst cannot edit what it cannot show.")
    }
  }

  private func saveFile(_ message: Message, asks: Bool) -> [Effect] {
    guard let file = message.attachment, file.address != nil else {
      return [.tell(Notice(.information, tr("There is no file in this message.")))]
    }
    // One that is on its way is stopped by the key that it was begun with.
    if asks { return [.show(SaveFileBox(file, of: message, in: setup.downloads))] }
    return [.action(.intent(.saveFile(row: message.id), of: message.account))]
  }

  private func openLink(_ message: Message) -> [Effect] {
    if let path = message.attachment?.savedAs {
      return [.action(.openFile(path)), .tell(Notice(.information, tr("Opening \(path)")))]
    }
    return LinkChoice.open(Link.all(in: message.attachment?.address ?? message.text))
  }

  private func copy(_ message: Message) -> [Effect] {
    let text = message.attachment?.address ?? message.text
    return [.action(.copy(text)), .tell(Notice(.information, tr("Copied.")))]
  }

  mutating func list(_ command: Command, _ snapshot: Snapshot, _ now: Moment) -> Outcome {
    let rows = snapshot.chats
    let open = navigation.openChat
    let id = navigation.chats.target(in: rows, open: open)
    switch command {
    case .info: return .consumed(id.map { [.show(Self.about($0, snapshot))] } ?? [])
    case .mute: return .consumed(id.map { mute($0, snapshot, now).map { .action($0) } } ?? [])
    case .pin: return .consumed(id.map { pin($0, snapshot, now).map { .action($0) } } ?? [])
    case .markUnread:
      return .consumed(id.map { markUnread($0, snapshot, now).map { .action($0) } } ?? [])
    case .archive: return .consumed(id.map { archive($0, snapshot, now).map { .action($0) } } ?? [])
    case .hideReading:
      return .consumed(id.map { hideReading(of: $0, snapshot, now).map { .action($0) } } ?? [])
    case .down: navigation.chats.move(by: 1, in: rows, open: open)
    case .up: navigation.chats.move(by: -1, in: rows, open: open)
    case .first: navigation.chats.move(by: -rows.count - 1, in: rows, open: open)
    case .last: navigation.chats.move(by: rows.count + 1, in: rows, open: open)
    default: return navigation.chats.handle(command, chats: rows, open: open)
    }
    return .consumed([])
  }
}
