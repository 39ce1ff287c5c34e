internal import Localization
internal import Model
internal import Screen
internal import Store

/// What tells the accounts of one screen apart; where there is one, nothing is said of it.
extension Names {
  /// The first part of its address where no other account has that, else the whole address; `nil` for the only one.
  static func mark(of account: AccountID, in snapshot: Snapshot) -> String? {
    guard snapshot.accountIDs.count > 1 else { return nil }
    let own = snapshot[account].address
    let alike = snapshot.openAccounts.count { $0.address.local == own.local }
    return alike > 1 ? own.description : own.local ?? own.description
  }

  /// What a chat is called among those of all accounts: `Bo · work`.
  static func marked(_ id: ChatID, in snapshot: Snapshot) -> String {
    chat(id, in: snapshot) + suffix(of: id.account, in: snapshot)
  }

  /// ` · work`, after what is of an account.
  static func suffix(of account: AccountID, in snapshot: Snapshot) -> String {
    mark(of: account, in: snapshot).map { " \(Glyphs.current.separator) \($0)" } ?? ""
  }

  /// ` as work`, after what is done in an account's name.
  static func acting(as account: AccountID, in snapshot: Snapshot) -> String {
    mark(of: account, in: snapshot).map { " " + tr("as \($0)") } ?? ""
  }
}
