public import Model

/// The chats of a snapshot: found by name, kept in the order of the list.
extension Snapshot {
  /// The chat with this name; costs the same whatever their number.
  public func chat(_ id: ChatID) -> Chat? { place(of: id).map { chats[$0] } }

  /// Where the chat stands in ``chats``.
  public func place(of id: ChatID) -> Int? {
    isIndexed ? places.place(of: id, in: chats) : chats.indices.first { chats[$0].hasID(id) }
  }

  /// Puts a chat in the place of its earlier state and moves it to where it belongs now.
  mutating func put(_ chat: Chat) {
    gone.remove(chat.id)
    guard let index = place(of: chat.id) else { return append(chat) }
    guard chats[index] != chat else { return }
    count(chat, insteadOf: chats[index])
    let moves = !isUnsorted && !Chat.standSame(chats[index], chat)
    keepingIndex { $0.chats[index] = chat }
    if moves { keepingIndex { $0.move(from: index) } }
  }

  /// Chats that come at the start come by hundreds: they are sorted together by ``finish()``.
  mutating func append(_ chat: Chat) {
    gone.remove(chat.id)
    self[chat.account].setUnlisted(nil, chat.jid)
    count(chat, insteadOf: nil)
    if let last = chats.last, !isUnsorted { isUnsorted = Chat.standsBefore(chat, last) }
    keepingIndex {
      $0.chats.append(chat)
      $0.places.note($0.chats, in: $0.chats.count - 1..<$0.chats.count)
    }
  }

  /// Changes the draft alone: nothing moves.
  mutating func setDraft(_ text: String, replyTo target: ReplyTarget?, of id: ChatID) {
    guard let index = place(of: id),
      chats[index].draft != text || chats[index].draftReply != target
    else { return }
    keepingIndex {
      $0.chats[index].draft = text
      $0.chats[index].draftReply = target
    }
  }

  /// Nothing moves for it.
  mutating func markUnread(_ isUnread: Bool, _ id: ChatID) {
    guard let index = place(of: id), chats[index].isMarkedUnread != isUnread else { return }
    keepingIndex { $0.chats[index].isMarkedUnread = isUnread }
  }

  /// `body` leaves every place right that was right.
  private mutating func keepingIndex(_ body: (inout Snapshot) -> Void) {
    let was = isIndexed
    body(&self)
    isIndexed = was
  }

  /// Brings the chats into their order after a batch of changes, and the pane into its bounds. Those that left with it
  /// leave in one pass: a roster may lose thousands at once.
  mutating func finish() {
    if pane?.isEnd == true { pane?.forgetOldest() }
    if !gone.isEmpty {
      let gone = gone
      self.gone = []
      removeChats { gone.contains($0.id) }
    }
    if isUnsorted { chats.sort(by: Chat.standsBefore) }
    isUnsorted = false
    guard !isIndexed else { return }
    places.noteAll(chats)
    isIndexed = true
  }

  /// Takes the chat out of the list; returns it.
  mutating func removeChat(_ id: ChatID) -> Chat? {
    guard let index = place(of: id) else { return nil }
    count(nil, insteadOf: chats[index])
    return chats.remove(at: index)
  }

  /// Nobody is taken for another whose name is counted.
  private mutating func count(_ chat: Chat?, insteadOf old: Chat?) {
    guard let account = (chat ?? old)?.account else { return }
    self[account].looks.count(name: chat?.contactName, insteadOf: old?.contactName)
    self[account].looks.count(group: chat?.groupName, insteadOf: old?.groupName)
  }

  private mutating func removeChats(where isGone: (Chat) -> Bool) {
    chats.removeAll(where: isGone)
  }

  private mutating func move(from index: Int) {
    let chat = chats.remove(at: index)
    var (low, high) = (0, chats.count)
    while low < high {
      let middle = (low + high) / 2
      if Chat.standsBefore(chat, chats[middle]) { high = middle } else { low = middle + 1 }
    }
    chats.insert(chat, at: low)
    places.note(chats, in: min(index, low)..<max(index, low) + 1)
  }
}

extension Chat {
  /// `nil` where it is not that of somebody in the roster.
  fileprivate var contactName: String? { kind == .direct && isContact ? name : nil }

  /// `nil` where it is none of a group.
  fileprivate var groupName: String? { kind == .room ? name : nil }

  /// Both have the same place in the order.
  static func standSame(_ left: Chat, _ right: Chat) -> Bool {
    left.last?.shownTime == right.last?.shownTime && left.name == right.name
      && left.isPinned == right.isPinned && left.isArchived == right.isArchived
  }
}

extension [Chat] {
  /// How many are not archived, of chats in the order of the list: found without looking at 10,000 of them.
  public var listedCount: Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].isArchived { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
