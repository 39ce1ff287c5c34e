public import Model

/// Accounts that come and go while the program runs (C1).
extension AppStore {
  /// One more, as it is before anything is told of it; `nil` where there are as many as there can be.
  public func add(_ account: AccountState) -> AccountID? {
    guard snapshot.accounts.count < AccountID.capacity else { return nil }
    defer { snapshot.renew() }
    snapshot.accounts.append(account)
    return AccountID(snapshot.accounts.count - 1)
  }

  /// Nothing of it is shown any more.
  public func signOut(_ account: AccountID) {
    echoes.removeAll { $0.message.account == account }
    snapshot.signOut(account)
    snapshot.renew()
  }

  /// What came of a wish to sign in; `nil`: one is being tried.
  public func tell(_ answer: SignInAnswer?) {
    snapshot.signIn = answer
    snapshot.renew()
  }
}

extension Snapshot {
  fileprivate mutating func signOut(_ account: AccountID) {
    accounts[account.index] = AccountState(self[account].address)
    accounts[account.index].isSignedOut = true
    chats.removeAll { $0.account == account }
    unsaved.removeAll { $0.account == account }
    if pane?.chat.account == account { pane = nil }
    if infoOf?.account == account { (infoOf, life) = (nil, nil) }
    if search?.asked.contains(account) == true { search = nil }
    queue = nil
  }
}
