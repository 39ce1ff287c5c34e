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

  /// With the checks of the screen.
  func setPicture() throws -> ExitCode {
    let removes = arguments.has("remove")
    guard arguments.operands.count == (removes ? 0 : 1) else {
      throw Failure.usage("psst account picture takes one FILE, or --remove")
    }
    let path = arguments.operands.first.map(PrivateFile.resolved)
    let picture = try path.map { path in
      guard let bytes = OwnPicture.read(path) else { throw Failure(OwnPicture.refusal) }
      return (path, bytes)
    }
    let isTold = try Delivery(context: context(try account())).show(picture)
    let what = removes ? "no picture of you any more" : "your picture"
    return Output.say([
      isTold
        ? "others see \(what) as soon as the open psst is online"
        : "others see \(what) when psst is next online"
    ])
  }

  /// Asks what is to stay. Refuses while a psst has the account open, and where nobody can be asked while messages wait
  /// that would be lost.
  func removeAccount() throws -> ExitCode {
    let text = arguments.operands[0]
    guard let jid = JID(text.contains("@") ? text : "\(text)@\(PrivateServer.domain)") else {
      throw Failure.usage("\"\(text)\" is no address")
    }
    guard let stored = try accounts.account(jid) else {
      return try isSure(jid)
        ? leave(jid, keepsHistory: false) : Output.say(["\(jid.bare) stays as it is"])
    }
    guard let lock = try AccountLock(folder: stored.folder) else {
      throw Failure("psst is open with \(jid.bare): leave it first", code: .tryAgain)
    }
    return try withExtendedLifetime(lock) {
      guard let keepsHistory = try keepsHistory(stored) else {
        return Output.say(["\(jid.bare) stays as it is"])
      }
      return try leave(jid, keepsHistory: keepsHistory)
    }
  }

  /// Of one that was signed out of only the history is here; of one that is unknown nothing.
  private func isSure(_ jid: JID) throws -> Bool {
    guard accounts.signedOut().contains(jid.bare) else { return true }
    if arguments.has("yes") || arguments.has("force") { return true }
    guard let isSure = ask("Delete the history of \(jid.bare) from this computer? [y/N] ") else {
      throw Failure.usage("there is nobody to ask here: --yes deletes the history of \(jid.bare)")
    }
    return isSure
  }

  /// `nil`: nothing is to be done.
  private func keepsHistory(_ stored: StoredAccount) throws -> Bool? {
    if arguments.has("keep-history") { return true }
    if arguments.has("force") { return false }
    let count = try StoredOutbox.read(stored).count
    let unsent = PlainWording.standard.messages(count)
    let jid = stored.account.jid
    if arguments.has("yes") {
      guard count > 0 else { return false }
      throw Failure(
        "\(unsent) of \(jid) would be lost: send first, or say --force, or --keep-history")
    }
    let waiting = count > 0 ? " \(unsent) not sent yet." : ""
    let question =
      "Sign out of \(jid)?\(waiting) k keeps its history on this computer, d deletes all of it, Enter does nothing: "
    guard let answer = answer(question) else {
      throw Failure.usage(
        "there is nobody to ask here: --keep-history signs out of \(jid), --yes deletes its history, too"
      )
    }
    switch answer {
    case "k": return true
    case "d":
      return count == 0 || ask("\(unsent) will never be sent. Delete? [y/N] ") == true ? false : nil
    default: return nil
    }
  }

  private func leave(_ jid: JID, keepsHistory: Bool) throws -> ExitCode {
    try accounts.signOut(jid, keepsHistory: keepsHistory)
    return Output.say([
      keepsHistory
        ? "\(jid.bare) is signed out; its history stays on this computer"
        : "\(jid.bare) is removed from this computer"
    ])
  }

  func invite() throws -> ExitCode {
    let endpoint = try server.ensureRunning()
    let name = arguments.operands[0]
    // The same name is the same person: who is invited twice is told the same.
    let local =
      AccountName.prepared(name)
      ?? AccountName.made(from: name, avoiding: [PrivateServer.echoName])
    let stored = try accounts.privateAccount(local, of: local == name ? nil : name)
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
    password = stored.password ?? ""
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
