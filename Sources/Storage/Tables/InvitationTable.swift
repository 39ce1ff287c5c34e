public import Model

extension Schema {
  /// Invitations to groups, the newest of each person to each; those that stand in no chat wait for an answer.
  static let invitations = """
    CREATE TABLE invitation (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      room TEXT NOT NULL,
      inviter TEXT NOT NULL,
      is_by_room INTEGER NOT NULL,
      reason TEXT NOT NULL,
      answer TEXT NOT NULL,
      message INTEGER UNIQUE REFERENCES message(id) ON DELETE CASCADE,
      UNIQUE (room, inviter)
    ) STRICT;
    CREATE INDEX invitation_inviter ON invitation(inviter);
    """
}

/// Invitations to groups. What was answered says so in its message as well.
public struct InvitationTable {
  let database: Database

  /// One of them.
  public struct Stored: Sendable, Equatable {
    public var folded: FoldedInvitation
    /// The row that it stands in.
    public var message: Int64?

    /// - Parameter message: the row that it stands in; `nil` where it stands in no chat.
    public init(_ folded: FoldedInvitation, message: Int64?) {
      (self.folded, self.message) = (folded, message)
    }
  }

  /// What came of somebody's to a room; `nil` where there was none.
  public func answer(
    _ room: JID, by inviter: JID
  ) throws(StorageError) -> Invitation.Answer? {
    try database.first(
      "SELECT answer FROM invitation WHERE room = ? AND inviter = ?", .jid(room), .jid(inviter)
    ) { row throws(StorageError) in try row.word(0, as: Invitation.Answer.self) }
  }

  /// Takes the place of an earlier one.
  public func add(_ one: Stored) throws(StorageError) {
    let invitation = one.folded.invitation
    try database.execute(
      """
      INSERT OR REPLACE INTO invitation(room, inviter, is_by_room, reason, answer, message)
      VALUES (?, ?, ?, ?, ?, ?)
      """, .jid(invitation.room), .jid(one.folded.inviter), .bool(invitation.isByRoom),
      .text(invitation.reason), .text(invitation.answer.rawValue), .optional(one.message))
  }

  /// How many of one person wait in a chat.
  public func shown(by inviter: JID) throws(StorageError) -> Int {
    try count("message IS NOT NULL AND inviter = ?", .jid(inviter))
  }

  /// How many of people who are not in the roster wait in chats.
  public func shownByStrangers() throws(StorageError) -> Int {
    try count("message IS NOT NULL AND inviter NOT IN (SELECT jid FROM roster)")
  }

  private func count(_ condition: String, _ values: SQLValue...) throws(StorageError) -> Int {
    try database.first(
      "SELECT count(*) FROM invitation WHERE answer = 'open' AND \(condition)", values
    ) { $0.int(0) } ?? 0
  }

  /// Those that stand in no chat, the newest first.
  public func folded() throws(StorageError) -> [FoldedInvitation] {
    try rows("message IS NULL").map(\.folded)
  }

  /// Those to a room that wait.
  public func open(to room: JID) throws(StorageError) -> [Stored] {
    try rows("answer = 'open' AND room = ?", .jid(room))
  }

  private func rows(
    _ condition: String, _ values: SQLValue...
  ) throws(StorageError) -> [Stored] {
    try database.rows(
      """
      SELECT room, inviter, is_by_room, reason, message FROM invitation WHERE \(condition)
      ORDER BY id DESC
      """, values
    ) { row throws(StorageError) in
      let invitation = Invitation(
        room: try row.jid(0), reason: row.text(3), isByRoom: row.bool(2))
      return Stored(
        FoldedInvitation(invitation, by: try row.jid(1)), message: row.optionalInteger(4))
    }
  }

  /// Those to a room wait no more.
  public func set(_ answer: Invitation.Answer, to room: JID) throws(StorageError) {
    try database.execute(
      "DELETE FROM invitation WHERE message IS NULL AND room = ?", .jid(room))
    try database.execute(
      "UPDATE invitation SET answer = ? WHERE answer = 'open' AND room = ?",
      .text(answer.rawValue), .jid(room))
  }

  /// Forgets those that stand in no chat.
  public func removeFolded() throws(StorageError) {
    try database.execute("DELETE FROM invitation WHERE message IS NULL")
  }

  /// Keeps the newest of those that stand in no chat.
  public func trimFolded(to limit: Int) throws(StorageError) {
    try database.execute(
      """
      DELETE FROM invitation WHERE message IS NULL AND id NOT IN
        (SELECT id FROM invitation WHERE message IS NULL ORDER BY id DESC LIMIT ?)
      """, .integer(limit))
  }

  /// What came of it stands in its message.
  public func note(
    _ answer: Invitation.Answer, inMessage row: Int64
  ) throws(StorageError) -> JID? {
    guard let message = try database.messages.message(row), var invitation = message.invitation
    else { return nil }
    invitation.answer = answer
    try database.execute(
      "UPDATE message SET content = ? WHERE id = ?", .text(invitation.code), .integer(row))
    return message.chat
  }
}

extension Database {
  /// Invitations that wait for an answer.
  public var invitations: InvitationTable { InvitationTable(database: self) }
}
