internal import Model
internal import Storage

/// What people do at a device.
extension Device {
  func perform(_ act: Act.Kind) {
    guard isRunning else { return }
    switch act {
    case .write(let chat, let text): write(to: chat, text)
    case .look(let chat): look(at: chat)
    case .retry: retry()
    case .cancel: cancel()
    case .bury(let withChat): bury(withChat: withChat)
    case .edit(let text): edit(text)
    case .correct(let back, let text): correct(back: back, text)
    case .draft(let chat, let text): about(chat) { .saveDraft(chat: $0, text: text) }
    case .type(let chat, let isTyping): about(chat) { .typing(chat: $0, isTyping: isTyping) }
    case .focus(let isFocused): submit(.focus(isFocused))
    case .connectNow: submit(.connectNow)
    }
  }

  private func about(_ chat: String, _ intent: (JID) -> Intent) {
    if let jid = JID(chat) { submit(intent(jid)) }
  }

  private func look(at chat: String) {
    guard let newest = drawn.newest(in: chat) else { return }
    world.tell("\(seat.resource) looks at \(chat) through \(newest.order)")
    about(chat) { .markRead(chat: $0, through: newest.order) }
  }

  private func retry() {
    guard let id = drawn.mine(in: [.failed]).first?.originID else { return }
    world.ledger.change(id.value) {
      $0.wishes += 1
      $0.hands.insert(number)
    }
    submit(.retry(id))
  }

  private func cancel() {
    guard let id = drawn.mine(in: [.queued, .failed]).last?.originID else { return }
    world.tell("\(seat.resource) cancels \(id)")
    world.invariants.wishesGone(id.value)
    submit(.cancel(id))
  }

  private func bury(withChat: Bool) {
    guard let failed = drawn.mine(in: [.failed]).last, let id = failed.originID?.value else {
      return
    }
    world.graves.buried(id, at: number)
    guard withChat else {
      world.invariants.wishesGone(id)
      return submit(.cancel(OriginID(id)))
    }
    let chat = failed.chat.description
    for gone in drawn.mine(in: [.queued, .sending, .failed]) where gone.chat == failed.chat {
      guard let id = gone.originID?.value else { continue }
      world.graves.buried(id, at: number)
      world.invariants.wishesGone(id)
      world.ledger.change(id) { $0.isDeleted = true }
    }
    world.graves.chatDeleted(chat, at: number)
    world.ledger.disown(chat: chat, of: number)
    drawn.forget(chat)
    submit(.deleteChat(failed.chat))
  }

  /// A message is to be deleted for everyone: what cannot have left is removed, of the rest a message follows.
  func notesDeletion(of id: OriginID, by newID: OriginID) {
    world.tell("\(seat.resource) deletes \(id) for everyone")
    if let record = try? database?.outbox.record(id), !record.entry.mayHaveLeft {
      world.invariants.wishesGone(id.value)
    } else {
      world.ledger.retracted(id.value, by: newID.value, seat: number)
    }
  }

  private func edit(_ text: String) {
    guard let id = drawn.mine(in: [.queued, .failed]).last?.originID else { return }
    // Of what may have left a correction follows: ``Act/Kind/correct(back:text:)``.
    guard let record = try? database?.outbox.record(id), !record.entry.mayHaveLeft else { return }
    world.tell("\(seat.resource) edits \(id)")
    submit(.edit(id, text: text, newID: newID()))
  }

  private func correct(back: Int, _ text: String) {
    let said = drawn.mine(in: [.sending, .sent, .delivered, .read])
      .filter { world.ledger.entries[$0.originID?.value ?? ""] != nil }
    guard let id = said.dropLast(back).last?.originID,
      let entry = world.ledger.entries[id.value]
    else { return }
    let newID = newID()
    world.ledger.wrote(
      newID.value, seat: number, chat: entry.chat, text: text, correcting: id.value)
    world.tell("\(seat.resource) corrects \(id) by \(newID)")
    submit(.edit(id, text: text, newID: newID))
  }

  /// As a device shows it that has ``Sabotage/sinksUnarchived``.
  private func sunk(_ messages: [Message]) -> [Message] {
    guard world.sabotage == .sinksUnarchived else { return messages }
    let isSunk = { (message: Message) in !message.isMine && message.archiveID == nil }
    return messages.filter { !isSunk($0) } + messages.filter(isSunk)
  }

  /// What is shown in the place of messages, as the disk has it.
  func corrections(of messages: [Message]) -> [Message] {
    messages.filter { $0.edit != nil }
      .flatMap { (try? database?.amendments.corrections(of: $0.id)) ?? [] }
  }

  /// The chat as the disk has it, oldest first, and whether that is all there is.
  func wholeChat(_ chat: String) -> (messages: [Message], isWhole: Bool) {
    guard let jid = JID(chat) else { return ([], true) }
    _ = takePages()
    var messages: [Message] = []
    submit(.open(jid))
    while let page = takePages().last(where: { $0.chat == chat }) {
      messages = sunk(page.messages) + messages
      guard !page.isStart else { return (messages, true) }
      guard let first = page.messages.first else { break }
      submit(.loadOlder(chat: jid, before: first.order))
    }
    return (messages, false)
  }
}
