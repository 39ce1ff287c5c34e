internal import Model
internal import Screen
internal import Store

/// The chats, newest first: presence, name, what is special, the status of my last message, the
/// time.
struct ChatList: Equatable {
  /// The chat the list's own cursor is on; `nil` follows the open chat.
  private(set) var selection: ChatID?
  /// It is on the row of the archived chats.
  private var isOnArchive = false
  /// Those stand below their row.
  private(set) var showsArchived = false

  // MARK: Moving

  private func places(_ chats: [Chat]) -> ListPlaces {
    ListPlaces(chats, showsArchived: showsArchived)
  }

  /// Where the cursor is.
  private func cursor(in places: ListPlaces, _ chats: [Chat], _ open: ChatID?) -> Int? {
    if isOnArchive, let archive = places.archive { return archive }
    return chats.place(of: selection ?? open).flatMap(places.place)
  }

  /// The chat that keys act on; `nil` where that is none, or out of sight.
  func target(in chats: [Chat], open: ChatID?) -> ChatID? {
    let places = places(chats)
    let index = cursor(in: places, chats, open).flatMap(places.chat)
    return index.map { chats[$0].id }
  }

  mutating func move(by steps: Int, in chats: [Chat], open: ChatID?) {
    let places = places(chats)
    guard places.count > 0 else { return }
    let target = cursor(in: places, chats, open).map { $0 + steps } ?? 0
    let index = places.chat(at: min(max(target, 0), places.count - 1))
    isOnArchive = index == nil
    if let index { selection = chats[index].id }
  }

  mutating func select(_ id: ChatID?) { (selection, isOnArchive) = (id, false) }

  /// From a chat that leaves to the one below it, or above it where it is the last.
  mutating func step(off id: ChatID, in chats: [Chat]) {
    guard let index = chats.place(of: id) else { return }
    let listed = chats.listedCount
    let next = index + 1 < listed ? index + 1 : index - 1
    if index < listed, chats.indices.contains(next) { select(chats[next].id) }
  }

  /// Shows the archived chats, or hides them.
  mutating func turnArchive() {
    showsArchived.toggle()
    isOnArchive = true
  }

  mutating func handle(_ command: Command, chats: [Chat], open: ChatID?) -> Outcome {
    let target = target(in: chats, open: open)
    switch command {
    case .accept:
      guard let target else {
        if chats.listedCount < chats.count { turnArchive() }
        return .consumed([])
      }
      return .consumed([.open(target), .focus(.composer)])
    case .delete:
      guard let chat = chats.first(where: { $0.id == target }) else { break }
      return .consumed([Question.ask(.deleteChat(chat))])
    case .compose: return .consumed([.focus(.composer)])
    case .quit: return .consumed([.run(.quit)])
    default: return .ignored
    }
    return .consumed([])
  }

  /// The first place that is shown, so that the selected one is seen.
  private func top(_ places: ListPlaces, _ chats: [Chat], open: ChatID?, count: Int) -> Int {
    let selected = cursor(in: places, chats, open) ?? 0
    return max(0, min(selected - count / 2, places.count - count))
  }

  /// What stands at a row of the list.
  func hit(atRow row: Int, of layout: Layout, chats: [Chat], open: ChatID?) -> Hit? {
    let visible = visible(in: layout, chats: chats, open: open)
    let place = visible.lowerBound + row / layout.itemHeight
    guard row >= 0, visible.contains(place) else { return nil }
    return places(chats).chat(at: place).map { .chat(chats[$0].id) } ?? .archive
  }

  enum Hit: Equatable {
    case chat(ChatID)
    case archive
  }

  /// Which places are seen.
  private func visible(in layout: Layout, chats: [Chat], open: ChatID?) -> Range<Int> {
    let count = layout.list.height / layout.itemHeight
    guard count > 0, layout.list.width > 0 else { return 0..<0 }
    let places = places(chats)
    let first = top(places, chats, open: open, count: count)
    return first..<min(places.count, first + count)
  }

  /// Which chats are seen.
  func shown(in layout: Layout, chats: [Chat], open: ChatID?) -> [Chat] {
    let places = places(chats)
    return visible(in: layout, chats: chats, open: open).compactMap { place in
      places.chat(at: place).map { chats[$0] }
    }
  }

  // MARK: On the screen

  enum Row {
    case chat(ChatRow)
    case archive(ArchivedRow)
  }

  /// Those that are seen, from the top.
  func rows(
    _ layout: Layout, context: Context, open: ChatID?, hasFocus: Bool
  ) -> [Row] {
    let chats = context.snapshot.chats
    let places = places(chats)
    let cursor = hasFocus ? cursor(in: places, chats, open) : nil
    return visible(in: layout, chats: chats, open: open).map { place in
      guard let index = places.chat(at: place) else {
        let isBehind = !showsArchived && chats.place(of: open).map { $0 >= place } ?? false
        return .archive(
          ArchivedRow(
            count: places.archived, isShown: showsArchived, isOpen: isBehind,
            isSelected: cursor == place))
      }
      return .chat(
        ChatRow(
          chat: chats[index], context: context, isOpen: open.map(chats[index].hasID) ?? false,
          isSelected: cursor == place))
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
