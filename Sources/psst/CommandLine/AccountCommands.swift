internal import Accounts
internal import Files
internal import Glibc
internal import Handover
internal import LocalServer
internal import Model
internal import Plain
internal import Views

/// `psst account …` and `psst invite`.
extension Commands {
  func addAccount() throws -> ExitCode {
    let account = try Self.account(from: arguments)
    let terms = try accounts.terms(
      of: account.jid, allowingPlain: arguments.has("plain-password"),
      allowingWeaker: arguments.has("weaker-sign-in"))
    let source = arguments.options["password-file"]
    let name = account.jid.description
    let password = try PasswordPrompt.password(for: name, from: source)
    _ = try signIn(account, on: terms, password: password)
    return Output.say(["\(name) is signed in; psst opens it"])
  }

  /// Keeps the account once its server has let it in; blocks up to 30 s.
  private func signIn(
    _ account: Account, on terms: SignInTerms, password: String
  ) throws -> StoredAccount {
    var account = account
    account.terms = terms
    let candidate = StoredAccount(
      account: account, resource: AccountDirectory.newResource(), password: password, folder: "")
    let wire = context(candidate).wireMaker
    let report = try SignInCheck.run(account, password: password, wire: wire, seconds: 30).get()
    account.terms.strongest = report.mechanism
    try requireFree(account.jid)
    let stored = try accounts.add(account, password: password)
    try accounts.makeDefault(stored.account.jid)
    return stored
  }

  /// The account of a choice of the first run; blocks.
  func account(of choice: Onboarding.Choice) throws -> StoredAccount {
    switch choice {
    case .startNow(let name):
      let stored = try accounts.privateAccount(name)
      try accounts.makeDefault(stored.account.jid)
      return stored
    case .signIn(let address, let password):
      let arguments = Arguments(verb: .accountAdd, operands: [address])
      let account = try Self.account(from: arguments)
      return try signIn(account, on: accounts.terms(of: account.jid), password: password)
    case .tour: throw Failure("the tour is not part of this build yet")
    case .quit: throw Failure("nothing was chosen")
    }
  }

  /// The account of what was decided about a new name; blocks.
  func account(of choice: AccountQuestion.Choice, called name: String) throws -> StoredAccount {
    switch choice {
    case .open(let alike): try accounts.privateAccount(alike)
    case .make: try accounts.privateAccount(name)
    case .quit: throw Failure("nothing was chosen")
    }
  }

  /// The account that `account add` describes; refuses cleartext to anything but this computer (Z3).
  static func account(from arguments: Arguments) throws(Failure) -> Account {
    let text = arguments.operands[0]
    guard let jid = JID(text), jid.local != nil, jid.isBare else {
      throw .usage("\"\(text)\" is no address: it looks like name@example.org")
    }
    var server: Endpoint?
    if let place = arguments.options["server"] {
      server = Endpoint(parsing: place)
      if server == nil { throw .usage("--server takes HOST:PORT, not \"\(place)\"") }
    }
    let security = Account.Security(rawValue: arguments.options["tls"] ?? "starttls") ?? .startTLS
    let place = server ?? Endpoint(host: jid.domain, port: 5222)
    if security == .off, !place.isLoopback {
      throw Failure("--tls off is for a server on this computer only, and \(place.host) is not")
    }
    return Account(jid: jid, server: server, security: security, isPrivate: false)
  }

  func listAccounts() throws -> ExitCode {
    let all = accounts.list()
    if all.isEmpty { return Output.say(["No accounts; psst makes the first"]) }
    let usual = try? account().account.jid
    return Output.say(
      all.map { stored in
        let place = stored.account.isPrivate ? "private server" : stored.account.server?.description
        return "\(stored.account.jid == usual ? "*" : " ") \(stored.account.jid)"
          + (place.map { "  \($0)" } ?? "")
      })
  }

  /// Asks first. Refuses while messages wait, for they would be lost, and while a psst has the account open.
  func removeAccount() throws -> ExitCode {
    let text = arguments.operands[0]
    guard let jid = JID(text.contains("@") ? text : "\(text)@\(PrivateServer.domain)") else {
      throw Failure.usage("\"\(text)\" is no address")
    }
    guard let stored = try accounts.account(jid) else { return try remove(jid) }
    guard let lock = try AccountLock(folder: stored.folder) else {
      throw Failure("psst is open with \(jid.bare): leave it first", code: .tryAgain)
    }
    return try withExtendedLifetime(lock) {
      if !arguments.has("force") { try requireNothingWaiting(stored) }
      guard try isSure(jid) else { return Output.say(["\(jid.bare) is kept"]) }
      return try remove(jid)
    }
  }

  private func isSure(_ jid: JID) throws -> Bool {
    if arguments.has("yes") || arguments.has("force") { return true }
    let question = "Remove \(jid.bare) and all its messages from this computer? [y/N] "
    guard let answer = ask(question) else {
      throw Failure.usage(
        "there is nobody to ask here: --yes removes \(jid.bare) without a question")
    }
    return answer
  }

  private func remove(_ jid: JID) throws -> ExitCode {
    try accounts.remove(jid)
    return Output.say(["\(jid.bare) is removed from this computer"])
  }

  private func requireNothingWaiting(_ stored: StoredAccount) throws {
    let count = try StoredOutbox.read(stored).count
    guard count > 0 else { return }
    let messages = PlainWording.standard.messages(count)
    throw Failure(
      "\(messages) of \(stored.account.jid) would be lost: send first, or say --force")
  }

  private func requireFree(_ jid: JID) throws {
    guard let known = try accounts.account(jid) else { return }
    if try AccountLock(folder: known.folder) == nil {
      throw Failure("psst is open with \(jid): leave it first", code: .tryAgain)
    }
  }

  func invite() throws -> ExitCode {
    let endpoint = try server.ensureRunning()
    let stored = try accounts.privateAccount(arguments.operands[0])
    let invitation = Invitation(stored, at: endpoint)
    if arguments.has("json") {
      return Output.say([String(decoding: try JSONLine.encode(invitation), as: UTF8.self)])
    }
    return Output.say(invitation.lines(passwordFile: stored.folder + "/password"))
  }
}

/// What somebody needs to join on the private server.
struct Invitation: Codable, Equatable {
  var jid: String
  var password: String
  var host: String
  var port: UInt16

  init(_ stored: StoredAccount, at endpoint: Endpoint) {
    jid = stored.account.jid.description
    password = stored.password
    host = endpoint.host
    port = endpoint.port
  }

  func lines(passwordFile: String) -> [String] {
    let name = jid.split(separator: "@").first ?? ""
    return [
      "address        \(jid)",
      "server         \(host):\(port), on this computer only, without TLS",
      "password file  \(passwordFile)",
      "",
      "In another terminal of the same user: psst --account \(name)",
      "In another XMPP program here: the address, the server, and the password of that file.",
    ]
  }
}
