internal import Localization
internal import Model

extension Snapshot {
  /// Puts one change in the place of what it replaces. Chats are sorted, and what is too much of the pane
  /// forgotten, by ``finish()``.
  mutating func apply(_ change: Change, of account: AccountID) {
    func id(_ address: JID) -> ChatID { ChatID(address, of: account) }
    switch change {
    case .message(let message): apply(message)
    case .messageRemoved(let chat, let row): remove(row, from: id(chat))
    case .page(let chat, let messages, let isStart): put(messages, of: id(chat), isStart: isStart)
    case .opened(let chat, let messages, let isStart):
      guard pane == nil else { return }
      pane = Pane(chat: id(chat))
      put(messages, of: id(chat), isStart: isStart)
    case .stretch(let chat, let messages, let isStart, let isEnd):
      replace(id(chat), messages, isStart: isStart, isEnd: isEnd)
    case .newer(let chat, let messages, let after, let isEnd):
      add(messages, after: after, of: id(chat), isEnd: isEnd)
    case .gap(let chat, let place): if pane?.chat == id(chat) { pane?.gap = place }
    case .reachesBack(let chat): if pane?.chat == id(chat) { pane?.isStart = false }
    case .firstUnread(let chat, let place):
      if pane?.chat == id(chat) { pane?.firstUnread = place }
    case .found(let results): search?.apply(results, of: account)
    case .chat(let chat): put(chat)
    case .chatRemoved(let jid): remove(id(jid))
    case .contact(let contact):
      self[account].labels[contact.jid] = contact.labels.isEmpty ? nil : contact.labels
      put(contact, of: account)
    case .contactRemoved(let jid):
      self[account].labels[jid] = nil
      removeContact(id(jid))
    case .queue(let entries): queue?.put(entries, of: account)
    case .queueEntry(let entry): queue?.put(entry)
    case .queueEntryRemoved(let originID): queue?.remove(originID, of: account)
    case .life(let told): if told.message.sentID == infoOf { life = told }
    case .notStored(let chat, let originID, let text, _):
      giveBack(text, of: originID, to: id(chat))
    case .requests(let all):
      let before = self[account].requests
      self[account].apply(change)
      showRequests(all, insteadOf: before, of: account)
    case .connection, .blocked, .card, .nick, .ownName, .presence, .status, .ownStatus,
      .presenceOutdated, .typing, .room, .occupants,
      .roomLeft, .invitations, .outbox, .outgoing, .delay, .uploads, .upload, .download,
      .policyAsks, .policy,
      .keepAsks,
      .recentEmoji, .disk, .groupService, .groups, .newGroups, .groupDescribed, .roomForm:
      self[account].apply(change)
    case .inspected(let file): inspected = file
    case .picture(let request, let picture): pictures.put(picture, for: request)
    case .notSaved: break  // The store has its echo.
    case .caughtUp(let isCaughtUp): if isCaughtUp { self[account].wasCaughtUp = true }
    case .arrived, .notice, .groupMade: break  // Told once, as an event.
    }
  }

  /// Inserts a message of the open chat, or puts it in the place of its earlier state: same row (S3).
  mutating func put(_ message: Message) {
    guard var pane, pane.chat == message.chatID else { return }
    self.pane = nil  // keeps the array unique, so that it is changed in place
    if !pane.isApart(message) { pane.messages.put(message) }
    self.pane = pane
  }

  /// What was found of a message that was deleted since.
  mutating func forgetText(of message: Message) { search?.remove(message) }

  private mutating func remove(_ id: Int64, from chat: ChatID) {
    guard pane?.chat == chat else { return }
    pane?.messages.removeAll { $0.id == id }
  }

  private mutating func put(_ messages: [Message], of chat: ChatID, isStart: Bool) {
    guard var pane, pane.chat == chat else { return }
    self.pane = nil
    let isFirst = pane.isLoading && pane.messages.isEmpty
    for message in messages { pane.messages.put(message) }
    if isFirst {
      for message in unsaved where message.chatID == chat { pane.messages.put(message) }
    }
    pane.isStart = isStart
    pane.isLoading = false
    if !isFirst { pane.forgetNewest() }
    if isFirst { open(&pane) }
    self.pane = pane
  }

  /// Another part of the chat than was shown, with a gap between them or none.
  private mutating func replace(
    _ chat: ChatID, _ messages: [Message], isStart: Bool, isEnd: Bool
  ) {
    guard var pane, pane.chat == chat else { return }
    let isFirst = pane.isLoading && pane.messages.isEmpty
    pane.messages = messages
    if isEnd { for message in unsaved where message.chatID == chat { pane.messages.put(message) } }
    (pane.isStart, pane.isEnd, pane.isLoading) = (isStart, isEnd, false)
    if isFirst { open(&pane) }
    self.pane = pane
  }

  /// What does not follow on the last that is shown would leave a gap: it is asked for again.
  private mutating func add(
    _ messages: [Message], after place: MessageOrder, of chat: ChatID, isEnd: Bool
  ) {
    guard var pane, pane.chat == chat, !pane.isEnd else { return }
    self.pane = nil
    pane.isLoading = false
    if pane.messages.last?.order == place {
      for message in messages { pane.messages.put(message) }
      pane.isEnd = isEnd
      pane.forgetOldest()
    }
    if pane.isEnd {
      for message in unsaved where message.chatID == chat { pane.messages.put(message) }
    }
    self.pane = pane
  }

  /// The draft, when a chat comes on screen.
  private func open(_ pane: inout Pane) {
    let chat = chat(pane.chat)
    pane.draft = chat?.draft ?? ""
    pane.draftReply = chat?.draftReply
    pane.draftRevision += 1
  }

  /// A person one can write to has a row, also before the first message.
  private mutating func put(_ contact: Contact, of account: AccountID) {
    if var chat = chat(ChatID(contact.jid, of: account)) {
      if chat.kind == .direct { chat.name = contact.displayName }
      (chat.subscription, chat.isAsking) = (contact.subscription, contact.isAsking)
      put(chat)
    } else if contact.subscription != .none {
      append(Chat(contact, of: account))
    } else {
      self[account].setUnlisted(contact, contact.jid)
    }
  }

  /// Who asks for something has a row, where one answers; it is kept no longer than the request.
  private mutating func showRequests(
    _ all: [JID], insteadOf before: [JID], of account: AccountID
  ) {
    for who in all where chat(ChatID(who, of: account)) == nil {
      let known = self[account].unlisted[who]
      var chat = Chat(
        jid: who, kind: .direct, name: known?.displayName ?? who.local ?? who.description,
        subscription: known?.subscription)
      chat.account = account
      append(chat)
    }
    for who in before where !all.contains(who) {
      let id = ChatID(who, of: account)
      guard let chat = chat(id), chat.subscription == nil, chat.last == nil, chat.draft.isEmpty,
        pane?.chat != id
      else { continue }
      gone.insert(id)
    }
  }

  private mutating func removeContact(_ id: ChatID) {
    self[id.account].setUnlisted(nil, id.address)
    guard var chat = chat(id) else { return }
    (chat.subscription, chat.isAsking) = (nil, false)
    put(chat)
    if chat.last == nil, chat.draft.isEmpty, pane?.chat != id { gone.insert(id) }
  }

  /// Whom one can write to keeps a row, as at the next start: people of the roster, and oneself.
  mutating func remove(_ id: ChatID) {
    let chat = removeChat(id)
    if pane?.chat == id { pane = nil }
    if isMe(id) {
      chats.append(Chat.notes(of: id))
    } else if let contact = chat?.contact {
      put(contact, of: id.account)
    }
  }

  private mutating func giveBack(_ text: String, of originID: OriginID, to chat: ChatID) {
    guard var pane, pane.chat == chat else { return }
    pane.messages.removeAll { $0.originID == originID && $0.id == 0 }
    pane.draft = text
    pane.draftRevision += 1
    self.pane = pane
  }
}

extension AccountState {
  /// Takes over a change that concerns no chat and no message that is shown.
  fileprivate mutating func apply(_ change: Change) {
    switch change {
    case .connection(let state): connection = state
    case .requests(let all): requests = all
    case .blocked(let list): blocked = list
    case .card(let told): card = told
    case .presence(let jid, let state): presence[jid] = state == .offline ? nil : state
    case .nick(let jid, let name): setNick(name, of: jid)
    case .ownName(let name): ownName = name
    case .status(let jid, let text): statuses[jid] = text
    case .ownStatus(let text): ownStatus = text
    case .presenceOutdated(let isOutdated): isPresenceOutdated = isOutdated
    case .typing(let chat, let who): typing[chat] = who.isEmpty ? nil : who
    case .room(let room): rooms[room.jid] = room
    case .occupants(let room, let changes): rooms[room]?.occupants.apply(changes)
    case .roomLeft(let jid): rooms[jid] = nil
    case .groupService(let jid): groupService = jid
    case .groups(let listing): groups = listing
    case .newGroups(let all): newGroups = all
    case .groupDescribed(let jid, let group): described = DescribedGroup(jid: jid, group: group)
    case .invitations(let all): invitations = all
    case .roomForm(let room, let form): roomForm = OpenRoomForm(room, form)
    case .outbox(let counts): outbox = counts
    case .outgoing(let isOpen, let sendsNow): (self.isOpen, self.sendsNow) = (isOpen, sendsNow)
    case .delay(let chat, let delay): delays[chat] = delay
    case .uploads(let service): uploadService = .some(service)
    case .upload(let id, let progress): uploads[id] = progress
    case .download(let row, let progress): downloads[row] = progress
    case .policyAsks(let asked): question = asked
    case .policy(let chosen): policy = chosen
    case .keepAsks(let asked): keepQuestion = asked
    case .recentEmoji(let all): recentEmoji = all
    case .disk(let trouble): disk = trouble
    default: break
    }
  }
}

extension Pane {
  /// So many messages are in memory while one scrolls, however far: the highest terminals show fewer.
  public static let capacity = 1_000
  /// So many bytes their texts have together: more than a page of the longest ones (Z4).
  public static let mostBytes = 16 << 20
  /// Before any are forgotten there are so many more, so that it is not done with each page.
  private static let tolerance = 200

  /// Older ones came: they are what is looked at.
  mutating func forgetNewest() {
    let kept = kept(of: messages.indices)
    guard kept < messages.count else { return }
    messages.removeLast(messages.count - kept)
    isEnd = false
  }

  mutating func forgetOldest() {
    let kept = kept(of: messages.indices.reversed())
    guard kept < messages.count else { return }
    messages.removeFirst(messages.count - kept)
    isStart = false
  }

  /// How many stay, of those that are looked at first: all, or as many as the bounds allow.
  private func kept(of indices: some Collection<Int>) -> Int {
    var bytes = 0
    // By their places: a message is not copied to be looked at.
    let fitting = indices.prefix {
      bytes += messages[$0].text.utf8.count
      return bytes <= Self.mostBytes
    }
    let isOver = messages.count > Self.capacity + Self.tolerance || fitting.count < messages.count
    return isOver ? max(1, min(Self.capacity, fitting.count)) : messages.count
  }

  /// A new message that does not follow on what is in memory: it comes with the page it is in.
  func isApart(_ message: Message) -> Bool {
    guard let first = messages.first, let last = messages.last else { return false }
    let isBeyond = !isEnd && message.order > last.order || !isStart && message.order < first.order
    return isBeyond && !messages.contains { $0.isSameMessage(as: message) }
  }
}

extension [Message] {
  /// Keeps the array in ``MessageOrder`` with one row per message, found by its id, or by its origin ID
  /// while it is an echo. New messages usually go to the end: that is looked at first.
  mutating func put(_ message: Message) {
    if let index = lastIndex(where: { $0.isSameMessage(as: message) }) {
      if self[index].order == message.order {
        self[index] = message
        return
      }
      remove(at: index)
    }
    let place = lastIndex { $0.order < message.order }.map { $0 + 1 } ?? 0
    insert(message, at: place)
  }
}

extension Message {
  fileprivate func isSameMessage(as other: Message) -> Bool {
    if id != 0, other.id != 0 { return id == other.id }
    return isMine && other.isMine && originID != nil && originID == other.originID
  }
}

extension Chat {
  /// The row of somebody of the roster before the first message.
  fileprivate init(_ contact: Contact, of account: AccountID) {
    self.init(
      jid: contact.jid, kind: .direct, name: contact.displayName,
      subscription: contact.subscription, isAsking: contact.isAsking)
    self.account = account
  }

  /// The row of one's own address before the first message.
  fileprivate static func notes(of id: ChatID) -> Chat {
    var chat = Chat(jid: id.address, kind: .notes, name: tr("Notes to self"))
    chat.account = id.account
    return chat
  }

  /// Who the peer is in the roster.
  fileprivate var contact: Contact? {
    subscription.map { Contact(jid: jid, name: name, subscription: $0, isAsking: isAsking) }
  }
}
