internal import Model
internal import Storage

/// What people do at a device.
extension Device {
  func perform(_ act: Act.Kind) {
    guard isRunning else { return }
    switch act {
    case .write(let chat, let text): write(to: chat, text)
    case .sendFile(let chat, let caption): sendFile(to: chat, caption: caption)
    case .look(let chat): look(at: chat)
    case .retry: retry()
    case .cancel: cancel()
    case .bury(let withChat): bury(withChat: withChat)
    case .edit(let text): edit(text)
    case .correct(let back, let text): correct(back: back, text)
    case .retract(let back): retract(back: back)
    case .reply(let chat, let back, let text): reply(to: chat, back: back, text)
    case .react(let chat, let back, let emoji): react(to: chat, back: back, emoji)
    case .pick(let back): pick(back: back)
    case .sendAll: sendAll()
    case .setPolicy(let policy): submit(.setPolicy(policy))
    case .draft(let chat, let text): about(chat) { .saveDraft(chat: $0, text: text) }
    case .type(let chat, let isTyping): about(chat) { .typing(chat: $0, isTyping: isTyping) }
    case .focus(let isFocused): submit(.focus(isFocused))
    case .connectNow: submit(.connectNow)
    case .enter(let nick): enterRoom(as: nick)
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
    world.files?.retried(id)
    submit(.retry(id))
  }

  /// Unreleased messages, in the order in which they stand.
  var unreleased: [OriginID] {
    guard world.has(.reviews) || world.scenario.isStaged else { return [] }
    let records = try? database?.outbox.records(.queued)
    return records?.filter { !$0.isReleased }.map(\.entry.originID) ?? []
  }

  /// Those of them that are released now have their place behind all that was released before, in their order.
  func noteReleases(of waited: [OriginID]) {
    guard !waited.isEmpty else { return }
    let released = waited.compactMap { try? database?.outbox.record($0) }.filter(\.isReleased)
    for record in released.sorted(by: { $0.entry.sequence < $1.entry.sequence }) {
      world.ledger.released(record.entry.originID.value)
    }
  }

  private func pick(back: Int) {
    guard let id = unreleased.dropLast(back).last else { return }
    world.tell("\(seat.resource) picks \(id)")
    submit(.sendOne(id))
  }

  private func sendAll() {
    for failed in drawn.mine(in: [.failed]) {
      guard let id = failed.originID else { continue }
      world.ledger.change(id.value) {
        $0.wishes += 1
        $0.hands.insert(number)
      }
      world.files?.retried(id)
    }
    world.tell("\(seat.resource) sends all")
    submit(.sendAll)
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
    guard let record = try? database?.outbox.record(id), !record.entry.mayHaveLeft,
      world.files?.isFile(id.value) != true
    else { return }
    world.tell("\(seat.resource) edits \(id)")
    submit(.edit(id, text: text, newID: newID()))
  }

  /// What may have left, and people wrote.
  private var said: [Message] {
    drawn.mine(in: [.sending, .sent, .delivered, .read])
      .filter { world.ledger.entries[$0.originID?.value ?? ""] != nil && !$0.isDeleted }
  }

  private func retract(back: Int) {
    guard let message = said.dropLast(back).last, let id = message.originID else { return }
    // The same wish again is the same message.
    if let refused = message.retraction?.pending {
      world.ledger.change(refused.originID.value) {
        $0.wishes += 1
        $0.hands.insert(number)
      }
    }
    let newID = newID()
    notesDeletion(of: id, by: newID)
    submit(.retract(id, newID: newID))
  }

  /// What anybody wrote in the chat, so many messages before the newest.
  private func known(in chat: String, back: Int) -> Message? {
    drawn.all(in: chat).filter { message in
      guard let id = message.originID?.value, !message.isDeleted else { return false }
      return world.ledger.entries[id].map { $0.amends == nil } ?? false
    }.dropLast(back).last
  }

  private func reply(to chat: String, back: Int, _ text: String) {
    guard let target = known(in: chat, back: back).flatMap({ ReplyTarget(answering: $0) }) else {
      return
    }
    world.tell("\(seat.resource) answers \(target.id)")
    write(to: chat, text, answering: target)
  }

  private func react(to chat: String, back: Int, _ emoji: Emoji) {
    guard let message = known(in: chat, back: back) else { return }
    let newID = newID()
    notesReaction(to: message.id, by: newID)
    submit(.react(row: message.id, emoji, newID: newID))
  }

  /// Somebody reacts to a message: another may follow, or a reaction that waits is taken back.
  func notesReaction(to row: Int64, by newID: OriginID) {
    guard let message = try? database?.messages.message(row),
      let id = message.originID?.value
    else { return }
    world.tell("\(seat.resource) reacts to \(id) by \(newID)")
    world.ledger.reacted(to: id, by: newID.value, seat: number, chat: message.chat.description)
  }

  private func correct(back: Int, _ text: String) {
    guard let id = said.filter(\.isText).dropLast(back).last?.originID else { return }
    let newID = newID()
    world.ledger.corrected(id.value, by: newID.value, seat: number, text: text)
    world.tell("\(seat.resource) corrects \(id) by \(newID)")
    submit(.edit(id, text: text, newID: newID))
  }

  /// What the disk has of messages that amend others of a chat.
  func amendments(of chat: String) -> [String] {
    guard let jid = JID(chat) else { return [] }
    return world.ledger.ids.filter { id in
      guard let entry = world.ledger.entries[id], entry.amends != nil,
        Set([entry.account, entry.chat]) == [seat.account, chat], let sender = JID(entry.account)
      else { return false }
      let rows = try? database?.messages.messages(OriginID(id), chat: jid, sender: sender)
      return rows?.isEmpty == false
    }
  }

  /// The disk's rows of a message that has the chat and the author of another.
  func rows(_ id: String, of other: Message) -> [Message] {
    let rows = try? database?.messages.messages(
      OriginID(id), chat: other.chat, sender: other.sender)
    return rows ?? []
  }

  /// A receipt of that person came at some time.
  func knowsReceipts(from chat: String) -> Bool {
    guard let jid = JID(chat) else { return false }
    return (try? database?.chats.receiptsFrom(jid))?.isEmpty == false
  }

  /// Its disk has this entry of its archive.
  func has(_ id: ArchiveID) -> Bool { (try? database?.messages.message(id)) ?? nil != nil }

  /// What is old may be gone from the disk, unless it was not confirmed; nobody looks at it.
  func notePurged() {
    let gone = drawn.removeAll { message in
      message.id != 0 && (try? database?.messages.message(message.id)) == .some(.none)
    }
    for message in gone {
      world.tell("\(seat.resource) keeps \(message.originID?.value ?? "?") no longer")
      // Who was killed in between did not tell what people took back.
      guard message.isMine, message.status?.isWithServer == false,
        !world.invariants.isWishedGone(message.originID?.value ?? "")
      else { continue }
      world.report(
        .vanished, "\(seat.address): \(message.status ?? .sent) and removed as old",
        message.originID?.value)
    }
  }

  /// What the search finds.
  func found(_ words: String) -> [Message] {
    ((try? database?.search.find(SearchQuery(words)).hits) ?? []).map(\.message)
  }

  /// The chat as the disk has it, oldest first, and whether that is all there is.
  func wholeChat(_ chat: String) -> (messages: [Message], isWhole: Bool) {
    guard let jid = JID(chat) else { return ([], true) }
    _ = takePages()
    var messages: [Message] = []
    submit(.open(jid))
    while let page = takePages().last(where: { $0.chat == chat }) {
      messages = (world.tampering?.shown(page.messages) ?? page.messages) + messages
      guard !page.isStart else { return (messages, true) }
      guard let first = page.messages.first else { break }
      submit(.loadOlder(chat: jid, before: first.order))
    }
    return (messages, false)
  }
}
