internal import Localization
internal import Model
internal import Store

/// What is asked before one leaves an account (C1).
extension Question {
  static func signingOut(of account: AccountID, _ snapshot: Snapshot) -> [String] {
    let state = snapshot[account]
    let count = unsent(state.outbox)
    let kept = tr(
      count, "1 message not sent yet: kept with the history.",
      "\(Grouped.number(count)) messages not sent yet: kept with the history.")
    return [tr("Sign out of \(state.address)?")] + (count == 0 ? [] : [kept]) + [
      tr("Its history stays on this computer until you sign in again, or is deleted."),
      tr("[Enter] keep the history   [d] delete everything   [Esc] no"),
    ]
  }

  static func deletingAll(of account: AccountID, _ snapshot: Snapshot) -> [String] {
    let state = snapshot[account]
    let count = unsent(state.outbox)
    let lost = tr(
      count, "1 message will never be sent.",
      "\(Grouped.number(count)) messages will never be sent.")
    let server =
      state.isPrivate
      ? tr("Nothing brings them back. The private server forgets the account, too.")
      : tr("Nothing brings them back. The account stays on its server.")
    return [tr("Delete all messages and files of \(state.address) from this computer?")]
      + (count == 0 ? [] : [lost]) + [server, tr("[Enter] delete   [Esc] no")]
  }

  private static func unsent(_ counts: OutboxCounts) -> Int { counts.waiting + counts.failed }
}
