public import Model

extension Schema {
  /// Files that their messages wait for. `failures` counts how often their upload broke.
  static let uploads = """
    CREATE TABLE upload (
      message INTEGER PRIMARY KEY REFERENCES message(id) ON DELETE CASCADE,
      failures INTEGER NOT NULL DEFAULT 0,
      last_error TEXT
    ) STRICT;
    """
}

/// Files of mine that are not where others can fetch them: their messages wait for that.
public struct UploadTable {
  let database: Database

  /// One that may go.
  public struct Pending: Sendable, Equatable {
    public var originID: OriginID
    public var chat: JID
    /// The row of the message.
    public var message: Int64
    public var failures: Int
    /// Why it broke last, in plain words.
    public var lastError: String?
  }

  /// The message waits for its file from now on.
  public func add(_ message: Int64) throws(StorageError) {
    try database.execute("INSERT INTO upload(message) VALUES (?)", .integer(message))
  }

  /// The oldest of each chat that may go now, oldest first.
  public func ready() throws(StorageError) -> [Pending] {
    try database.rows(
      """
      SELECT message.origin_id, chat.jid, upload.message, upload.failures, upload.last_error,
        min(outbox.seq)
      FROM upload JOIN outbox ON outbox.message = upload.message JOIN chat ON chat.id = outbox.chat
      JOIN message ON message.id = outbox.message
      WHERE outbox.state = 'queued' AND outbox.release = 'released'
      GROUP BY outbox.chat ORDER BY min(outbox.seq)
      """
    ) { row throws(StorageError) in
      Pending(
        originID: OriginID(row.text(0)), chat: try row.jid(1), message: row.integer(2),
        failures: row.int(3), lastError: row.optionalText(4))
    }
  }

  /// The message waits for its file.
  public func isPending(_ message: Int64) throws(StorageError) -> Bool {
    try database.first("SELECT 1 FROM upload WHERE message = ?", .integer(message)) { _ in true }
      ?? false
  }

  /// It broke once more. Returns how often it has.
  public func countFailure(_ message: Int64, _ reason: String) throws(StorageError) -> Int {
    try database.first(
      """
      UPDATE upload SET failures = failures + 1, last_error = ? WHERE message = ?
      RETURNING failures
      """, .text(reason), .integer(message)
    ) { $0.int(0) } ?? 0
  }

  /// It is tried as if it never had been.
  public func forgive(_ message: Int64) throws(StorageError) {
    try database.execute(
      "UPDATE upload SET failures = 0, last_error = NULL WHERE message = ?", .integer(message))
  }

  /// The file is there: its message waits for it no more.
  public func finish(_ message: Int64, _ file: Attachment) throws(StorageError) {
    try database.messages.setFile(file, of: message)
    try database.execute("DELETE FROM upload WHERE message = ?", .integer(message))
  }

  /// The messages of mine in the outbox that carry a file: their copies are needed.
  public func needed() throws(StorageError) -> [OriginID] {
    try database.rows(
      """
      SELECT message.origin_id FROM outbox JOIN message ON message.id = outbox.message
      WHERE message.content LIKE 'file%' ORDER BY outbox.seq
      """
    ) { OriginID($0.text(0)) }
  }
}

extension MessageTable {
  /// What is known by now of the file that a message carries.
  public func setFile(_ file: Attachment, of message: Int64) throws(StorageError) {
    try database.execute(
      "UPDATE message SET content = ? WHERE id = ?", .text(file.code), .integer(message))
  }
}

extension Database {
  /// Files that their messages wait for.
  public var uploads: UploadTable { UploadTable(database: self) }
}
