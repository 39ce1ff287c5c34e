internal import Accounts
internal import Dispatch
internal import Files
internal import LocalServer
internal import Localization
internal import Model
internal import Store
internal import Views

/// Accounts that come and go while psst is open (C1).
extension FullScreen {
  /// Those that were not signed out of.
  var openSessions: [AccountSession] { sessions.filter { !$0.hasLeft } }

  func perform(_ action: AccountAction) {
    switch action {
    case .order(let order):
      store?.tell(nil)
      let open = Set(openSessions.map(\.stored.account.jid.bare))
      desk.take(order, open: open) { [weak self] answer, stored in
        guard let self else { return }
        store?.tell(stored.map { self.enter($0, answer) } ?? answer)
      }
    case .cancelOrder: desk.cancel()
    case .signOut(let id, let keepsHistory): signOut(id, keepsHistory: keepsHistory)
    }
  }

  /// Opens it beside the others, or goes on where it waited for its password.
  private func enter(_ stored: StoredAccount, _ answer: SignInAnswer) -> SignInAnswer {
    let jid = stored.account.jid
    if let session = openSessions.first(where: { $0.stored.account.jid == jid }) {
      if let password = stored.password {
        session.signIn(with: password, on: stored.account.terms)
      }
      store?.tell(Notice(.information, tr("\(jid) has its new password.")))
      return answer
    }
    let state = AccountState(jid, name: stored.name, isPrivate: stored.account.isPrivate)
    guard let id = store?.add(state) else {
      return .refused(SignInProblem(tr("too many accounts are open: start psst again"), at: .form))
    }
    let session = session(of: stored, as: id)
    sessions.append(session)
    do {
      try session.open()
    } catch {
      return .refused(SignInProblem(Failure(describing: error).text, at: .form))
    }
    keepAccounts()
    store?.tell(Notice(.information, tr("\(jid) is open here, now and from the next start on.")))
    return answer
  }

  private func signOut(_ id: AccountID, keepsHistory: Bool) {
    let session = sessions[id.index]
    let jid = session.stored.account.jid
    guard !session.isBorrowed else {
      store?.tell(Notice(.error, tr("Another psst has \(jid) open: sign out there.")))
      return
    }
    store?.signOut(id)
    // Who quits meanwhile leaves when it is done.
    leavings.enter()
    session.leave { [accounts = commands.accounts, leavings] in
      let result = Result { () throws(Failure) in
        try accounts.signOut(jid, keepsHistory: keepsHistory)
      }
      leavings.leave()
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          self.finishSigningOut(of: jid, keepsHistory: keepsHistory, result)
        }
      }
    }
  }

  private func finishSigningOut(
    of jid: JID, keepsHistory: Bool, _ result: Result<Void, Failure>
  ) {
    let what =
      keepsHistory
      ? tr("You are signed out of \(jid). Its history stays on this computer.")
      : tr("You are signed out of \(jid). All of it here is deleted.")
    let notice =
      switch result {
      case .success: Notice(.information, what)
      case .failure(let failure):
        Notice(.error, tr("Not all of \(jid) is gone: \(failure.text)"))
      }
    guard !openSessions.isEmpty else { return beginAgain(saying: notice.text) }
    keepAccounts()
    store?.tell(notice)
  }

  /// The last account is gone.
  private func beginAgain(saying words: String) {
    keepAccounts()
    (sessions, store, chats) = ([], nil, nil)
    openFirstRun(saying: words)
  }

  /// Those that are open now are opened by the next start, where that is said in the configuration file or must be:
  /// one alone is found without.
  private func keepAccounts() {
    let open = openSessions.map(\.stored.account.jid.description)
    guard !isEnding else { return }
    fileWriting.async { [paths = commands.paths] in
      let written = Configuration.read(paths).accounts
      guard written.isEmpty ? open.count > 1 : written != open else { return }
      let result = Result { () throws(Failure) in
        try ConfigurationFile.keep(accounts: open, paths)
      }
      guard case .failure(let failure) = result else { return }
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          self.store?.tell(
            Notice(.error, tr("The next start opens other accounts: \(failure.text)")))
        }
      }
    }
  }
}

extension ChatID {
  /// Who answers a newcomer of the private server.
  static func echo(of account: JID) -> ChatID {
    let jid = JID(local: PrivateServer.echoName, domain: account.domain)
    return ChatID(jid ?? account, of: .first)
  }
}
