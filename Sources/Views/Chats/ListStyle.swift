/// How many rows a chat takes in the list of chats.
public enum ListStyle: String, CaseIterable, Sendable {
  /// Two where the screen has 28 rows or more, else one.
  case auto
  /// One.
  case compact
  /// Two: the second has the beginning of the last message.
  case preview

  func itemHeight(rows: Int) -> Int {
    switch self {
    case .auto: rows >= 28 ? 2 : 1
    case .compact: 1
    case .preview: 2
    }
  }
}
