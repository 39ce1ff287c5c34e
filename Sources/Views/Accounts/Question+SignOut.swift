internal import Model
internal import Store

/// What is asked before one leaves an account (C1).
extension Question {
  static func signingOut(of account: AccountID, _ snapshot: Snapshot) -> [String] {
    let state = snapshot[account]
    let unsent = unsent(state.outbox).map { ["\($0) not sent yet: kept with the history."] } ?? []
    return ["Sign out of \(state.address)?"] + unsent + [
      "Its history stays on this computer until you sign in again, or is deleted.",
      "[Enter] keep the history   [d] delete everything   [Esc] no",
    ]
  }

  static func deletingAll(of account: AccountID, _ snapshot: Snapshot) -> [String] {
    let state = snapshot[account]
    let lost = unsent(state.outbox).map { ["\($0) will never be sent."] } ?? []
    let server =
      state.isPrivate
      ? "The private server forgets the account, too." : "The account stays on its server."
    return ["Delete all messages and files of \(state.address) from this computer?"] + lost + [
      "Nothing brings them back. \(server)", "[Enter] delete   [Esc] no",
    ]
  }

  private static func unsent(_ counts: OutboxCounts) -> String? {
    let count = counts.waiting + counts.failed
    return count == 0 ? nil : count == 1 ? "1 message" : "\(Grouped.number(count)) messages"
  }
}
