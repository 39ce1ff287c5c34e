internal import Model

extension Schema {
  /// That a message was deleted for everyone is kept in its row, beside what corrections come to; what deletes it is
  /// a row of its own. Once that is certain `is_erased` says that the texts are gone.
  static let retractions = """
    ALTER TABLE message ADD COLUMN retracted_at INTEGER;
    ALTER TABLE message ADD COLUMN retract_id TEXT;
    ALTER TABLE message ADD COLUMN retract_status TEXT;
    ALTER TABLE message ADD COLUMN retract_failure TEXT;
    ALTER TABLE message ADD COLUMN is_erased INTEGER NOT NULL DEFAULT 0;
    DROP TRIGGER message_amended_out;
    CREATE TRIGGER message_amended_out AFTER DELETE ON message BEGIN
      UPDATE message SET amends = iif(kind = 'retraction', \(AmendmentTable.nothing), NULL)
      WHERE amends = OLD.id;
    END;
    """
}

extension AmendmentTable {
  /// What a deleted message said in other words, and what answers quote of it; not yet what is still to be sent.
  func eraseCorrections(of message: Message) throws(StorageError) {
    let before = database.totalChanges
    try database.execute(
      "UPDATE message SET reply_quote = '' WHERE answers = ? AND reply_quote <> ''",
      .integer(message.id))
    // Named, because the planner would go through all that amends it.
    try database.execute(
      """
      UPDATE message INDEXED BY message_unerased
      SET text = '', content = NULL, first_text = NULL, is_erased = 1,
        retracted_at = ?
      WHERE amends = ? AND kind = 'correction' AND is_erased = 0
        AND coalesce(status, 'sent') NOT IN ('queued', 'sending', 'failed')
      """, .optional(message.retraction?.at.milliseconds), .integer(message.id))
    if database.totalChanges > before { database.noteErasure() }
  }

  /// The retraction that counts: the first that the server has, else one on its way, else one that was refused. A
  /// correction that is shown by itself, because what it is of is not known, is deleted with that.
  func retraction(of message: Message) throws(StorageError) -> Message? {
    let order = "ORDER BY \(Self.standing), anchor, sequence LIMIT 1"
    let own = try messages(
      "amends = ? AND kind = 'retraction' \(order)", .integer(message.id)
    ).first
    guard own == nil, let target = message.amendment?.target, try !isFolded(message.id) else {
      return own
    }
    let chat = try database.chats.id(message.chat)
    // Others' are with the server, all of them: the first is found without the rest.
    let first = message.isMine ? order : "ORDER BY anchor, sequence LIMIT 1"
    return try messages(
      """
      chat = ?1 AND refers_to = ?2 AND kind = 'retraction' AND \(MessageTable.author())
        = (SELECT \(MessageTable.author()) FROM message WHERE id = ?4) AND is_mine = ?3 \(first)
      """, .integer(chat), .text(target), .bool(message.isMine), .integer(message.id)
    ).first
  }

  /// How far a retraction came; ``Schema/amendmentOrder`` is by it.
  static let standing =
    "CASE status WHEN 'failed' THEN 2 WHEN 'queued' THEN 1 WHEN 'sending' THEN 1 ELSE 0 END"
}

extension Message {
  /// What the retraction of it that counts comes to. What is erased stays so. What is still to be sent itself keeps
  /// its text until it was.
  /// - Parameter removal: by a moderator; it counts where the author did not delete it.
  func retraction(by best: Message?, or removal: Retraction?) -> Retraction? {
    if let removal, best?.isWithServer != true { return removal }
    guard let best else {
      guard isErased, let before = retraction else { return nil }
      return Retraction(at: before.at, isErased: true, removal: before.removal)
    }
    let isCertain = best.isWithServer && isWithServer
    return Retraction(
      at: isErased ? retraction?.at ?? best.shownTime : best.shownTime, pending: best.pending,
      isErased: isErased || isCertain)
  }

  /// Others' came from there.
  private var isWithServer: Bool { status?.isWithServer ?? true }
}
