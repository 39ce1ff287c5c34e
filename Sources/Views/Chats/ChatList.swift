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
  private func top(_ chats: [Chat], open: ChatID?, rows: Int) -> Int {
    let selected = chats.place(of: selection ?? open) ?? 0
    return max(0, min(selected - rows / 2, chats.count - rows))
  }

  /// The chat at a row of the area.
  func chat(atRow row: Int, of area: Rect, chats: [Chat], open: ChatID?) -> ChatID? {
    let index = top(chats, open: open, rows: area.height - 1) + row - 1
    return row > 0 && chats.indices.contains(index) ? chats[index].id : nil
  }

  /// Which chats are seen in the area.
  func visible(in area: Rect, chats: [Chat], open: ChatID?) -> Range<Int> {
    guard area.height > 1, area.width > 0 else { return 0..<0 }
    let first = top(chats, open: open, rows: area.height - 1)
    return first..<min(chats.count, first + area.height - 1)
  }

  // MARK: On the screen

  func render(
    _ area: Rect, into surface: inout Surface, context: Context, open: ChatID?, hasFocus: Bool
  ) {
    guard area.height > 0, area.width > 0 else { return }
    let look = context.look
    surface.draw([Span(" CHATS", .listHeader)], in: area, look: look)
    let chats = context.snapshot.chats
    if chats.isEmpty {
      surface.draw([Span(" No chats yet", .dim)], in: area.row(1).clipped(to: area), look: look)
      return
    }
    for (row, index) in visible(in: area, chats: chats, open: open).enumerated() {
      let chat = chats[index]
      let isSelected = hasFocus && chat.id == (selection ?? open)
      let item = ChatRow(
        chat: chat, context: context, isOpen: chat.id == open, isSelected: isSelected)
      item.render(area.row(row + 1), into: &surface)
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

extension Rect {
  /// This area where it lies within another, empty where it does not.
  fileprivate func clipped(to other: Rect) -> Rect {
    y < other.maxY ? self : Rect(x: x, y: y, width: 0, height: 0)
  }
}
