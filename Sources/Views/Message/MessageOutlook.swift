internal import Localization
internal import Model
internal import Screen
internal import Store

extension Snapshot {
  /// How one of mine stands that waits, or its edit or deletion that does; `nil` for all others.
  func standing(of message: Message, uptime: Int64) -> Standing? {
    guard message.isMine, !message.isSaving, message.shownStatus == .queued else { return nil }
    var outlook = self[message.account].outlook
    if message.status == .queued, let file = message.attachment, file.address == nil,
      outlook.delays[message.chat] == nil
    {
      outlook.delays[message.chat] = Delay(.upload)
    }
    return outlook.standing(
      .queued, in: message.chat, reason: message.shownFailure, uptime: uptime)
  }

  /// How an entry of the outbox stands.
  func standing(of entry: OutboxEntry, uptime: Int64) -> Standing {
    self[entry.account].outlook.standing(entry, uptime: uptime)
  }

  /// The uptime in milliseconds at which the words of a next try change that may be seen.
  /// - Parameter chat: the one that is open; `nil` where it may be any.
  func nextStanding(in chat: ChatID?, after uptime: Int64) -> Int64? {
    guard outbox.queued > 0 else { return nil }
    let times = accountIDs.filter { chat == nil || chat?.account == $0 }.flatMap { account in
      chat.map { [self[account].delays[$0.address]?.until] }
        ?? self[account].delays.values.map(\.until)
    }
    return times.compactMap { $0.flatMap { Standing.nextChange(of: $0, after: uptime) } }.min()
  }
}

extension Context {
  /// What becomes of one that waits (O8).
  func outlook(_ standing: Standing) -> String {
    switch standing.kind {
    case .forLink: tr("Sends by itself when you're back online.")
    case .forLinkAndOK: tr("Asks you before it sends when you're back online.")
    case .forOK: tr("Waiting for your OK: \(keymap.words(for: .sendOrReview)).")
    case .trouble, .user, .forTurn, .none: standing.words
    }
  }
}
