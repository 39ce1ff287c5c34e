internal import Model
internal import Storage

/// The number of entries an archive has: where it grew by what was read and by nothing else, nothing came late.
extension CatchUp {
  /// Everything that was known stands where the archive has it, and how many that were is known.
  func mayCount(_ turn: Turn) throws(StorageError) -> Bool {
    guard let cursor = try cursor(turn), cursor.total != nil else { return false }
    return try turn.database.messages.oldestGuess(
      in: archive, after: cursor.recent.first?.position ?? cursor.highest) == nil
  }

  /// The archive has what it had, and what was read since. One that counts only what it tells says nothing.
  func isCounted(_ total: Int?, _ cursor: ArchiveCursor) -> Bool {
    guard let total, let before = cursor.total, total >= cursor.recent.count else { return false }
    return total == before + Int(cursor.highest - base.position)
  }
}
