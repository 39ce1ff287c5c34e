/// What one types to find something in a list, and which of what is found is selected.
struct ListFilter {
  private(set) var query = TextBuffer()
  private(set) var selected = 0

  /// How far a page is, in rows.
  private static let page = 10

  /// - Parameter most: characters of it that count.
  mutating func type(_ text: String, most: Int) {
    edit { $0.insert(String(text.filter { !$0.isNewline }.prefix(most))) }
  }

  mutating func select(_ index: Int, of count: Int) {
    selected = max(0, min(index, count - 1))
  }

  /// Moves in a list, or changes what is typed; other commands do nothing.
  /// - Parameter count: how many are found.
  mutating func perform(_ command: Command, of count: Int) {
    switch command {
    case .down, .nextPane: select(selected + 1, of: count)
    case .up, .previousPane: select(selected - 1, of: count)
    case .scrollDown: select(selected + Self.page, of: count)
    case .scrollUp: select(selected - Self.page, of: count)
    case .deleteLeft: edit { $0.deleteLeft() }
    case .deleteToStart: edit { $0.clear() }
    default: break
    }
  }

  /// Other things are found: the best of them is selected.
  private mutating func edit(_ change: (inout TextBuffer) -> Void) {
    change(&query)
    selected = 0
  }
}
