internal import Model

/// What stands in a composer, and what it answers.
struct Draft: Equatable {
  var text = ""
  var replyTo: ReplyTarget?
}

/// Sends what stands in the composer to the disk within 100 ms of a keystroke.
struct DraftKeeper {
  private var changedAt: Int64?

  mutating func changed(now: Moment) { changedAt = changedAt ?? now.uptime }

  /// What stands there is kept elsewhere: sent, or just taken over.
  mutating func forget() { changedAt = nil }

  mutating func due(_ draft: @autoclosure () -> Draft, in chat: ChatID, now: Moment) -> [Action] {
    guard let changedAt, now.uptime - changedAt >= Timing.draft else { return [] }
    return flush(draft(), in: chat)
  }

  /// At once, before the chat is left.
  mutating func flush(_ draft: Draft, in chat: ChatID) -> [Action] {
    guard changedAt != nil else { return [] }
    changedAt = nil
    let intent = Intent.saveDraft(
      chat: chat.address, text: draft.text, replyTo: draft.replyTo?.named)
    return [.intent(intent, of: chat.account)]
  }

  var nextWake: Int64? { changedAt.map { $0 + Timing.draft } }
}
