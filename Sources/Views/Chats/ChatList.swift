internal import Model
internal import Screen
internal import Store

/// The chats, newest first: presence, name, what is special, the status of my last message, the
/// time.
struct ChatList {
  /// The chat the list's own cursor is on; `nil` follows the open chat.
  private(set) var selection: ChatID?

  // MARK: Moving

  mutating func move(by steps: Int, in chats: [Chat], open: ChatID?) {
    guard !chats.isEmpty else { return }
    let index = chats.place(of: selection ?? open)
    let target = index.map { $0 + steps } ?? 0
    selection = chats[min(max(target, 0), chats.count - 1)].id
  }

  mutating func select(_ id: ChatID?) { selection = id }

  func handle(_ command: Command, chats: [Chat], open: ChatID?) -> Outcome {
    switch command {
    case .accept:
      guard let id = selection ?? open else { return .consumed([]) }
      return .consumed([.open(id), .focus(.composer)])
    case .delete:
      guard let chat = chats.first(where: { $0.id == (selection ?? open) }) else { break }
      return .consumed([Question.ask(.deleteChat(chat))])
    case .compose: return .consumed([.focus(.composer)])
    case .quit: return .consumed([.run(.quit)])
    default: return .ignored
    }
    return .consumed([])
  }

  /// The first chat that is shown, so that the selected one is seen.
  private func top(_ chats: [Chat], open: ChatID?, count: Int) -> Int {
    let selected = chats.place(of: selection ?? open) ?? 0
    return max(0, min(selected - count / 2, chats.count - count))
  }

  /// The chat at a row of the list.
  func chat(atRow row: Int, of layout: Layout, chats: [Chat], open: ChatID?) -> ChatID? {
    let visible = visible(in: layout, chats: chats, open: open)
    let index = visible.lowerBound + row / layout.itemHeight
    return row >= 0 && visible.contains(index) ? chats[index].id : nil
  }

  /// Which chats are seen.
  func visible(in layout: Layout, chats: [Chat], open: ChatID?) -> Range<Int> {
    let count = layout.list.height / layout.itemHeight
    guard count > 0, layout.list.width > 0 else { return 0..<0 }
    let first = top(chats, open: open, count: count)
    return first..<min(chats.count, first + count)
  }

  // MARK: On the screen

  /// Those that are seen, from the top.
  func rows(
    _ layout: Layout, context: Context, open: ChatID?, hasFocus: Bool
  ) -> [ChatRow] {
    let chats = context.snapshot.chats
    return visible(in: layout, chats: chats, open: open).map { index in
      let chat = chats[index]
      return ChatRow(
        chat: chat, context: context, isOpen: open.map(chat.hasID) ?? false,
        isSelected: hasFocus && (selection ?? open).map(chat.hasID) ?? false)
    }
  }
}

extension [Chat] {
  /// Looks at the names alone: copying 10,000 chats to compare them would lag.
  func place(of id: ChatID?) -> Int? {
    guard let id else { return nil }
    return indices.first { self[$0].hasID(id) }
  }
}
