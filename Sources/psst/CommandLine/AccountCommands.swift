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
    var circumstances = SignIn.Circumstances()
    circumstances.allowsPlain = arguments.has("plain-password")
    circumstances.allowsWeaker = arguments.has("weaker-sign-in")
    let name = try Self.account(from: arguments).jid.description
    let request = try request(for: name, asking: "Password for \(name): ")
    guard case .account(let stored) = try signIn.carryOut(.signIn(request), circumstances) else {
      throw Failure("the server asks for more than a password")
    }
    try accounts.makeDefault(stored.account.jid)
    return Output.say(["\(name) is signed in; psst opens it"])
  }

  /// With what the server asks of a newcomer, which is asked for in its turn.
  func registerAccount() throws -> ExitCode {
    let link = RegistrationLink(arguments.operands[0])
    if let link, link.address.local == nil {
      throw Failure.usage(
        "put the name that you want before the server: xmpp:NAME@\(link.address)…")
    }
    let account = try Self.account(from: arguments)
    let name = account.jid.description
    var request = try request(for: name, asking: "Password for the new account \(name): ")
    request.invitation = arguments.options["invitation"] ?? link?.token
    var form: RegistrationForm?
    while true {
      switch try signIn.carryOut(.register(request, form)) {
      case .account(let stored):
        try accounts.makeDefault(stored.account.jid)
        return Output.say(["\(name) is made and signed in; psst opens it"])
      case .asks(let asked, let why):
        if let why { Output.complain("psst: \(why.text)") }
        form = RegistrationForm(try FormPrompt.fill(asked.form), isPlain: asked.isPlain)
      }
    }
  }

  var signIn: SignIn { SignIn(in: accounts) { context($0) } }

  private func request(for name: String, asking question: String) throws -> SignInRequest {
    let password = try PasswordPrompt.password(question, from: arguments.options["password-file"])
    return SignInRequest(
      address: name, password: password, server: arguments.options["server"] ?? "",
      security: Self.security(arguments))
  }

  /// An account of the private server for somebody who is called so; blocks.
  func startNow(name: String, local: String) throws -> StoredAccount {
    let stored = try accounts.privateAccount(local, of: name)
    try accounts.makeDefault(stored.account.jid)
    return stored
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
    let request = SignInRequest(
      address: RegistrationLink(text)?.address.description ?? text, password: "",
      server: arguments.options["server"] ?? "", security: security(arguments))
    do throws(SignInProblem) {
      return try SignIn.account(of: request)
    } catch {
      throw .usage(error.text)
    }
  }

  private static func security(_ arguments: Arguments) -> Account.Security {
    Account.Security(rawValue: arguments.options["tls"] ?? "starttls") ?? .startTLS
  }

  func listAccounts() throws -> ExitCode {
    let all = accounts.list()
    if all.isEmpty { return Output.say(["No accounts; psst makes the first"]) }
    let usual = try? account().account.jid
    let left = accounts.signedOut().map { "  \($0)  signed out; its history is here" }
    return Output.say(
      all.map { stored in
        let place = stored.account.isPrivate ? "private server" : stored.account.server?.description
        return "\(stored.account.jid == usual ? "*" : " ") \(stored.account.jid)"
          + (place.map { "  \($0)" } ?? "")
      } + left)
  }

  /// Asks first. Refuses while messages wait that would be lost, and while a psst has the account open.
  func removeAccount() throws -> ExitCode {
    let text = arguments.operands[0]
    guard let jid = JID(text.contains("@") ? text : "\(text)@\(PrivateServer.domain)") else {
      throw Failure.usage("\"\(text)\" is no address")
    }
    let stored = try accounts.account(jid)
    let lock = try stored.map { try AccountLock(folder: $0.folder) }
    if case .some(nil) = lock {
      throw Failure("psst is open with \(jid.bare): leave it first", code: .tryAgain)
    }
    return try withExtendedLifetime(lock) {
      if arguments.has("keep-history") { return try signOut(of: jid) }
      if let stored, !arguments.has("force") { try requireNothingWaiting(stored) }
      guard try stored == nil || isSure(jid) else { return Output.say(["\(jid.bare) is kept"]) }
      return try remove(jid)
    }
  }

  private func signOut(of jid: JID) throws -> ExitCode {
    try accounts.signOut(jid, keepsHistory: true)
    return Output.say(["\(jid.bare) is signed out; its history stays on this computer"])
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
      "\(messages) of \(stored.account.jid) would be lost: send first, or say --force, or --keep-history"
    )
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
      "In another terminal of the same user, as it stands:",
      "",
      "    psst --account \(name)",
      "",
      "In another XMPP program here: the address, the server, and the password of that file.",
    ]
  }
}
