public import Model

/// What stands in each chat's composer.
public struct DraftTable {
  let database: Database

  /// Empty where there is none.
  public func draft(_ chat: JID) throws(StorageError) -> String {
    guard let id = try database.chats.find(chat) else { return "" }
    return try database.first("SELECT text FROM draft WHERE chat = ?", .integer(id)) { $0.text(0) }
      ?? ""
  }

  /// Empty text deletes the draft.
  public func save(_ text: String, chat: JID) throws(StorageError) {
    if text.isEmpty { return try remove(chat) }
    try database.execute(
      "INSERT OR REPLACE INTO draft VALUES (?, ?)", .integer(try database.chats.id(chat)),
      .text(text))
  }

  /// Forgets what stood in the chat's composer.
  public func remove(_ chat: JID) throws(StorageError) {
    guard let id = try database.chats.find(chat) else { return }
    try database.execute("DELETE FROM draft WHERE chat = ?", .integer(id))
  }
}

extension Database {
  /// What stands in the composers.
  public var drafts: DraftTable { DraftTable(database: self) }
}
