internal import Model
internal import Screen
internal import Store

/// Search over all that is stored, or over one chat (P6): results as one types, on a full screen.
struct MessageSearch {
  /// The chat that is searched; `nil` for all.
  let chat: JID?
  private(set) var input = TextBuffer()
  private(set) var selected = 0
  private(set) var top = 0

  init(in chat: JID?) { self.chat = chat }

  /// More hits than this are not looked through one by one.
  private static let mostHits = 1_000
  private static let part = 50
  private static let longestInput = 10_000

  func hits(_ snapshot: Snapshot) -> [SearchHit] {
    input.isEmpty ? [] : snapshot.search?.results?.hits ?? []
  }

  // MARK: Input

  mutating func type(_ text: String) -> [Action] {
    edit { $0.insert(String(text.prefix(Self.longestInput).map { $0.isNewline ? " " : $0 })) }
  }

  private mutating func edit(_ change: (inout TextBuffer) -> Void) -> [Action] {
    let before = input.characters
    change(&input)
    guard input.characters != before else { return [] }
    (selected, top) = (0, 0)
    return [.intent(.search(SearchQuery(input.text, chat: chat, limit: Self.part)))]
  }

  /// - Parameter rows: how many hits are seen at once.
  mutating func handle(_ command: Command, rows: Int, snapshot: Snapshot) -> Outcome {
    let hits = hits(snapshot)
    switch command {
    case .close, .search: return .consumed([.close])
    case .deleteLeft: return .consumed(edit { $0.deleteLeft() }.map { .action($0) })
    case .deleteToStart: return .consumed(edit { $0.clear() }.map { .action($0) })
    case .accept:
      guard hits.indices.contains(selected) else { return .consumed([]) }
      return .consumed([.close, .jump(FoundMessages(hits: hits, index: selected))])
    default: break
    }
    guard let steps = Self.steps(command, page: max(1, rows - 1)) else { return .consumed([]) }
    return .consumed(move(by: steps, snapshot).map { .action($0) })
  }

  private static func steps(_ command: Command, page: Int) -> Int? {
    switch command {
    case .down, .nextPane: 1
    case .up, .previousPane: -1
    case .scrollDown: page
    case .scrollUp: -page
    default: nil
    }
  }

  /// Near the last of the hits more of them are asked for.
  mutating func move(by steps: Int, _ snapshot: Snapshot) -> [Action] {
    let count = hits(snapshot).count
    selected = max(0, min(selected + steps, count - 1))
    guard let search = snapshot.search, let results = search.results, !search.isLoading,
      !results.isWhole, selected >= count - Self.part / 2, results.query.limit < Self.mostHits
    else { return [] }
    var query = results.query
    query.limit += Self.part
    return [.intent(.search(query))]
  }

  mutating func select(row: Int, _ snapshot: Snapshot) {
    if row >= 0, top + row < hits(snapshot).count { selected = top + row }
  }

  /// Keeps the selected one among what is seen.
  mutating func update(_ snapshot: Snapshot, rows: Int) {
    let count = hits(snapshot).count
    selected = max(0, min(selected, count - 1))
    if selected < top { top = selected }
    if selected >= top + rows { top = selected - rows + 1 }
    top = max(0, min(top, count - rows))
  }
}
