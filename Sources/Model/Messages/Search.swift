/// What the user looks for in the texts of all messages (P6): every word must occur, whatever its case
/// and accents; the last one may be its beginning while no space follows it.
public struct SearchQuery: Sendable, Hashable {
  /// As it was typed.
  public var text: String
  /// The chat to look in, `nil` for all.
  public var chat: JID?
  /// The most hits that are wanted.
  public var limit: Int

  public init(_ text: String, chat: JID? = nil, limit: Int = 50) {
    self.text = text
    self.chat = chat
    self.limit = limit
  }
}

/// A message that was found.
public struct SearchHit: Sendable, Equatable {
  public var message: Message
  /// The words that match: offsets in the text's UTF-8, in its order.
  public var matches: [Range<Int>]

  public init(message: Message, matches: [Range<Int>]) {
    self.message = message
    self.matches = matches
  }
}

/// The answer to a ``SearchQuery``.
public struct SearchResults: Sendable, Equatable {
  /// What was asked: an answer to an older question is of no use.
  public var query: SearchQuery
  /// The newest first.
  public var hits: [SearchHit]
  /// There are no more hits than these.
  public var isWhole: Bool
  /// Messages, the oldest ones, are not in the index yet.
  public var isIndexing: Bool
  /// The server's archive may have older messages than are stored here, in which nothing is looked for.
  public var isServerDeeper: Bool

  public init(
    query: SearchQuery, hits: [SearchHit] = [], isWhole: Bool = true, isIndexing: Bool = false,
    isServerDeeper: Bool = false
  ) {
    self.query = query
    self.hits = hits
    self.isWhole = isWhole
    self.isIndexing = isIndexing
    self.isServerDeeper = isServerDeeper
  }
}
