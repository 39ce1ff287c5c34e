internal import Storage

/// What a server said of itself. It is kept, because it counts on the next link before the server can be asked again.
enum ServerFact: String {
  case givesArchiveIDs, archiveKeepsAll, resumesInline

  private var key: String { "server." + rawValue }

  func learned(_ isSo: Bool, _ turn: Turn) throws(StorageError) {
    try turn.database.settings.set(key, isSo ? "1" : nil)
  }

  func isSo(_ database: Database) -> Bool { (try? database.settings.value(key)) == "1" }
}
