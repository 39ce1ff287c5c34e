internal import Model

/// What a message comes to by all that amends it.
extension AmendmentTable {
  /// The newest correction counts, and a retraction more than any; of one that was refused it is only told.
  /// Returns whether the row changed.
  func apply(to id: Int64) throws(StorageError) -> Bool {
    guard let before = try database.messages.message(id) else { return false }
    let newest = try newestCorrection(of: id, isValid: false)
    let said = newest?.status == .failed ? try newestCorrection(of: id, isValid: true) : newest
    guard let sent = try database.messages.sentContent(of: before) else { return false }
    var after = before
    after.say(said?.sentContent ?? sent)
    let removal = try database.removals.retraction(of: id)
    if let retraction = before.retraction(by: try retraction(of: before), or: removal) {
      after.retract(retraction)
    }
    if after.isDeleted {
      after.edit = nil
      after.firstText = after.isErased ? nil : before.sentText
      if after.isErased { try eraseCorrections(of: after) }
    } else {
      after.firstText = newest == nil ? nil : before.sentText
      after.edit = newest.map {
        Message.Edit(isApplied: said != nil, at: $0.shownTime, pending: $0.pending)
      }
    }
    guard after != before else { return false }
    if after.isErased { database.noteErasure() }
    try store(after)
    return true
  }

  /// - Parameter isValid: one that was refused does not count.
  private func newestCorrection(
    of id: Int64, isValid: Bool
  ) throws(StorageError) -> Message? {
    try messages(
      """
      amends = ? AND kind = 'correction' AND (? OR coalesce(status, '') <> 'failed')
      ORDER BY anchor DESC, sequence DESC LIMIT 1
      """, .integer(id), .bool(!isValid)
    ).first
  }

  /// What it was sent as, a file for example, stays until the deletion is certain: it may have to be sent once more, and
  /// the deletion may be refused.
  private func store(_ message: Message) throws(StorageError) {
    let (edit, retraction) = (message.edit, message.retraction)
    try database.execute(
      """
      UPDATE message SET text = ?, content = iif(?, content, ?), first_text = ?, edits = ?, edited_at = ?, edit_id = ?,
        edit_status = ?, edit_failure = ?, retracted_at = ?, retract_id = ?, retract_status = ?,
        retract_failure = ?, is_erased = ?, removed_by = ?, removal_reason = ? WHERE id = ?
      """, .text(message.text), .bool(message.isDeleted && !message.isErased),
      .optional(message.content.code), .optional(message.firstText),
      .bool(edit?.isApplied ?? false), .optional(edit?.at.milliseconds),
      .optional(edit?.pending?.originID.value),
      .optional(edit?.pending?.status.rawValue), .optional(edit?.pending?.failure),
      .optional(retraction?.at.milliseconds), .optional(retraction?.pending?.originID.value),
      .optional(retraction?.pending?.status.rawValue), .optional(retraction?.pending?.failure),
      .bool(message.isErased), .optional(retraction?.removal?.by),
      .optional(retraction?.removal?.reason), .integer(message.id))
  }
}
