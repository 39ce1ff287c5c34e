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

  /// What the draft answers.
  public func reply(_ chat: JID) throws(StorageError) -> ReplyTarget? {
    guard let id = try database.chats.find(chat) else { return nil }
    return try database.first(
      "SELECT \(ReplyTable.columns(of: "draft")) FROM draft WHERE chat = ?", .integer(id)
    ) { ReplyTable.read($0, from: 0) } ?? nil
  }

  /// Empty text that answers nothing deletes the draft.
  public func save(
    _ text: String, replyTo target: ReplyTarget? = nil, chat: JID
  ) throws(StorageError) {
    if text.isEmpty, target == nil { return try remove(chat) }
    try database.execute(
      "INSERT OR REPLACE INTO draft VALUES (?, ?, ?, ?, ?)",
      .integer(try database.chats.id(chat)), .text(text), .optional(target?.id),
      .optional(target?.author?.description), .optional(target?.quote))
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
