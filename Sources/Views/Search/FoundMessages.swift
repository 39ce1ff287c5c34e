internal import Model

/// What a search found, and the one of it that was gone to.
struct FoundMessages {
  /// The newest first.
  var hits: [SearchHit]
  var index: Int

  var message: Message? { hits.indices.contains(index) ? hits[index].message : nil }
}

/// Where the message pane goes once what it shows is in memory.
enum PaneTarget {
  case message(MessageKey)
  /// By its row in the local database.
  case row(Int64)
  /// - Parameter asks: what one passes on the way there unseen is asked about.
  case end(asks: Bool)
  /// The first one that is unread, where not all that are fit on the screen.
  case unread
  /// The oldest that is stored: another one than what was the first so far.
  case start(insteadOf: MessageKey?)
  /// The first message at or after a time.
  case since(Timestamp)
}
