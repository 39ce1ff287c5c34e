internal import Model
internal import Views

extension Commands {
  /// The account of a choice at the first run; blocks. Throws words for the user.
  func account(of choice: Onboarding.Choice) throws -> StoredAccount {
    switch choice {
    case .startNow(let name): try firstAccount(named: name)
    case .signIn(let address, let password): try signIn(address, password)
    case .tour, .quit: preconditionFailure("only a choice that makes an account comes here")
    }
  }

  /// An account on the private server, ready at once; the default from now on.
  func firstAccount(named name: String) throws -> StoredAccount {
    let stored = try accounts.privateAccount(name)
    try accounts.makeDefault(stored.account.jid)
    return stored
  }

  private func signIn(_ address: String, _ password: String) throws -> StoredAccount {
    guard let jid = JID(address), jid.local != nil, jid.isBare else {
      throw Failure("\"\(address)\" is no address: it looks like name@example.org")
    }
    let account = Account(jid: jid, server: nil, security: .startTLS, isPrivate: false)
    let candidate = StoredAccount(
      account: account, resource: Accounts.newResource(), password: password, folder: "")
    _ = try SignInCheck.run(
      account, password: password, wire: opening(candidate).wireMaker, seconds: 30
    ).get()
    let stored = try accounts.add(account, password: password)
    try accounts.makeDefault(jid)
    return stored
  }
}
