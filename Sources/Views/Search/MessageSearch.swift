internal import Localization
internal import Model
internal import Screen
internal import Store

/// Search over all that is stored, or over one chat (P6): results as one types, on a full screen.
struct MessageSearch: Layer {
  /// The chat that is searched; `nil` for all.
  let chat: ChatID?
  private(set) var input = TextBuffer()
  private(set) var selected = 0
  private(set) var top = 0

  init(in chat: ChatID?) { self.chat = chat }

  var place: Keymap.Place { .choosing }
  var coverage: LayerCoverage { .betweenBars }
  var closing: [Action] { [.everywhere(.closeSearch)] }

  func hintWords(_ context: Context) -> [Command: String] {
    [.accept: tr("show"), .close: tr("back")]
  }

  /// More hits than this are not looked through one by one.
  private static let mostHits = 1_000
  private static let part = 50
  private static let longestInput = 10_000

  func hits(_ snapshot: Snapshot) -> [SearchHit] {
    input.isEmpty ? [] : snapshot.search?.results?.hits ?? []
  }

  // MARK: Input

  mutating func type(_ text: String) -> [Effect] {
    edit { $0.insert(String(text.prefix(Self.longestInput).map { $0.isNewline ? " " : $0 })) }
  }

  private mutating func edit(_ change: (inout TextBuffer) -> Void) -> [Effect] {
    let before = input.characters
    change(&input)
    guard input.characters != before else { return [] }
    (selected, top) = (0, 0)
    return [ask(SearchQuery(input.text, chat: chat?.address, limit: Self.part))]
  }

  mutating func handle(_ command: Command, in surroundings: Surroundings) -> Outcome {
    let snapshot = surroundings.context.snapshot
    let hits = hits(snapshot)
    switch command {
    case .close, .search: return .consumed([.close])
    case .deleteLeft: return .consumed(edit { $0.deleteLeft() })
    case .deleteToStart: return .consumed(edit { $0.clear() })
    case .accept:
      guard hits.indices.contains(selected) else { return .consumed([]) }
      return .consumed([.close, .jump(FoundMessages(hits: hits, index: selected))])
    default: break
    }
    let rows = visibleHits(in: surroundings)
    guard let steps = Self.steps(command, page: max(1, rows - 1)) else { return .consumed([]) }
    return .consumed(move(by: steps, snapshot))
  }

  /// The wheel moves, a click selects.
  mutating func point(_ mouse: Mouse, in surroundings: Surroundings) -> [Effect] {
    let snapshot = surroundings.context.snapshot
    switch mouse.action {
    case .wheelUp: return move(by: -3, snapshot)
    case .wheelDown: return move(by: 3, snapshot)
    case .press:
      let row = mouse.at.y - surroundings.body.y
      let rows = painter(surroundings.context).rowsOfHit(surroundings.body.width)
      if row >= 0 { select(row: row / rows, snapshot) }
    case .release: break
    }
    return []
  }

  private func painter(_ context: Context) -> SearchPainter {
    SearchPainter(context: context, search: self)
  }

  /// How many hits are seen at once.
  private func visibleHits(in surroundings: Surroundings) -> Int {
    painter(surroundings.context).visibleHits(surroundings.body)
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
  private mutating func move(by steps: Int, _ snapshot: Snapshot) -> [Effect] {
    let count = hits(snapshot).count
    selected = max(0, min(selected + steps, count - 1))
    guard let search = snapshot.search, let results = search.results, !search.isLoading,
      !results.isWhole, selected >= count - Self.part / 2, results.query.limit < Self.mostHits
    else { return [] }
    var query = results.query
    query.limit += Self.part
    return [ask(query)]
  }

  private func ask(_ query: SearchQuery) -> Effect {
    .find(query, of: chat?.account)
  }

  private mutating func select(row: Int, _ snapshot: Snapshot) {
    if row >= 0, top + row < hits(snapshot).count { selected = top + row }
  }

  /// Keeps the selected one among what is seen.
  mutating func update(in surroundings: Surroundings) -> [Action] {
    let rows = visibleHits(in: surroundings)
    let count = hits(surroundings.context.snapshot).count
    selected = max(0, min(selected, count - 1))
    if selected < top { top = selected }
    if selected >= top + rows { top = selected - rows + 1 }
    top = max(0, min(top, count - rows))
    return []
  }

  func render(in surroundings: Surroundings, into surface: inout Surface) {
    painter(surroundings.context).render(
      surroundings.screen, body: surroundings.body, into: &surface)
  }
}
