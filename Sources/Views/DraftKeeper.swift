internal import Model

/// Sends what stands in the composer to the disk within 100 ms of a keystroke.
struct DraftKeeper {
  private var changedAt: Int64?

  mutating func changed(now: Moment) { changedAt = changedAt ?? now.uptime }

  /// What stands there is kept elsewhere: sent, or just taken over.
  mutating func forget() { changedAt = nil }

  mutating func due(_ text: String, in chat: JID, now: Moment) -> [Action] {
    guard let changedAt, now.uptime - changedAt >= Timing.draft else { return [] }
    return flush(text, in: chat)
  }

  /// At once, before the chat is left.
  mutating func flush(_ text: String, in chat: JID) -> [Action] {
    guard changedAt != nil else { return [] }
    changedAt = nil
    return [.intent(.saveDraft(chat: chat, text: text))]
  }

  var nextWake: Int64? { changedAt.map { $0 + Timing.draft } }
}
