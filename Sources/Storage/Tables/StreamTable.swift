public import Model

/// The stream that could be resumed, one at most, with what was sent on it and is not acknowledged.
///
/// Written in the transaction that stores what it counts (rule 6 of the outbox).
public struct StreamTable {
  let database: Database

  /// What the server told on this stream, and need not tell again when it is resumed.
  public enum Milestone: String, Sendable {
    /// The roster came whole.
    case roster = "has_roster"
    /// No gap is left in the archive as of this stream's beginning.
    case caughtUp = "is_caught_up"
  }

  /// The file in which the stream was begun. A copy of it is of an earlier time than the server's count: what
  /// that counted since would be taken for what waits here (Z7).
  private static let fileKey = "stream_file"

  /// `nil` where there is none, none that makes sense, or one that was begun in a file this is a copy of.
  public func state() throws(StorageError) -> StreamState? {
    guard try database.settings.value(Self.fileKey) == database.fileName else { return nil }
    let found = try database.first(
      "SELECT id, jid, handled, acknowledged, settled, sent FROM stream"
    ) { row throws(StorageError) in
      let state = StreamState(
        id: row.text(0), jid: try row.jid(1), handled: UInt32(truncatingIfNeeded: row.integer(2)),
        acknowledged: UInt32(truncatingIfNeeded: row.integer(3)), settled: row.integer(4))
      return (state: state, sent: row.integer(5))
    }
    guard var state = found?.state, let count = found.map({ $0.sent - state.settled }),
      (0...Self.capacity).contains(count)
    else { return nil }
    state.unacknowledged = Array(repeating: .passing, count: Int(count))
    for (number, stanza) in try stanzas() where number >= state.settled {
      let index = Int(number - state.settled)
      if index < Int(count) { state.unacknowledged[index] = stanza }
    }
    return state
  }

  /// More than a session ever leaves unacknowledged.
  private static let capacity: Int64 = 1_000_000

  /// More characters than a stanza has that a session keeps; earlier ones kept whatever they were made to.
  private static let longest = 4_096

  private func stanzas() throws(StorageError) -> [(Int64, StreamState.Stanza)] {
    try database.rows(
      """
      SELECT number, kind, origin_id, recipient, xml FROM unacknowledged
      WHERE coalesce(length(xml), 0) <= \(Self.longest) ORDER BY number
      """
    ) { row throws(StorageError) in (row.integer(0), try Self.stanza(row)) }
  }

  private static func stanza(_ row: Row) throws(StorageError) -> StreamState.Stanza {
    switch try row.word(1, as: Kind.self) {
    case .message: .message(OriginID(row.text(2)), to: try row.jid(3))
    case .bound: .bound(row.text(4))
    }
  }

  /// What is written of a stanza; `passing` ones are where no row is.
  private enum Kind: String {
    case message, bound
  }

  /// Writes what differs from `known`, which is what is stored; another stream takes the old one's place.
  public func save(_ state: StreamState, over known: StreamState?) throws(StorageError) {
    guard let known, known.id == state.id else { return try replace(with: state) }
    try database.execute(
      "UPDATE stream SET handled = ?, acknowledged = ?, settled = ?, sent = ?",
      .integer(Int64(state.handled)), .integer(Int64(state.acknowledged)),
      .integer(state.settled), .integer(state.sent))
    if state.settled > known.settled {
      try database.execute(
        "DELETE FROM unacknowledged WHERE number < ?", .integer(state.settled))
    }
    for (index, stanza) in state.unacknowledged.enumerated() {
      let number = state.settled + Int64(index)
      let before = number < known.sent ? known.unacknowledged[Int(number - known.settled)] : nil
      if before ?? .passing != stanza { try write(stanza, number) }
    }
  }

  private func replace(with state: StreamState) throws(StorageError) {
    try remove()
    try database.settings.set(Self.fileKey, database.fileName)
    try database.execute(
      "INSERT INTO stream(id, jid, handled, acknowledged, settled, sent) VALUES (?, ?, ?, ?, ?, ?)",
      .text(state.id), .jid(state.jid), .integer(Int64(state.handled)),
      .integer(Int64(state.acknowledged)), .integer(state.settled), .integer(state.sent))
    for (index, stanza) in state.unacknowledged.enumerated() {
      try write(stanza, state.settled + Int64(index))
    }
  }

  private func write(_ stanza: StreamState.Stanza, _ number: Int64) throws(StorageError) {
    switch stanza {
    case .passing:
      try database.execute("DELETE FROM unacknowledged WHERE number = ?", .integer(number))
    case .message(let id, let recipient):
      try database.execute(
        """
        INSERT OR REPLACE INTO unacknowledged(number, kind, origin_id, recipient)
        VALUES (?, 'message', ?, ?)
        """, .integer(number), .text(id.value), .jid(recipient))
    case .bound(let xml):
      try database.execute(
        "INSERT OR REPLACE INTO unacknowledged(number, kind, xml) VALUES (?, 'bound', ?)",
        .integer(number), .text(xml))
    }
  }

  /// There is nothing to resume any more.
  public func remove() throws(StorageError) {
    try database.execute("DELETE FROM stream")
    try database.execute("DELETE FROM unacknowledged")
  }

  // MARK: Milestones

  /// Remembered with the stream that is stored; nothing where there is none.
  public func reach(_ milestone: Milestone) throws(StorageError) {
    try database.execute("UPDATE stream SET \(milestone.rawValue) = 1")
  }

  /// `false` where no stream is stored.
  public func hasReached(_ milestone: Milestone) throws(StorageError) -> Bool {
    try database.first("SELECT \(milestone.rawValue) FROM stream") { $0.bool(0) } ?? false
  }
}

extension StreamState {
  /// How many stanzas of ours went so far.
  fileprivate var sent: Int64 { settled + Int64(unacknowledged.count) }
}

extension Database {
  /// The stream that could be resumed.
  public var streams: StreamTable { StreamTable(database: self) }
}
