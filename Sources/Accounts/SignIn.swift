internal import Files
internal import Handover
internal import Localization
public import Model
internal import Sync

/// Signs in to an account for the first time, or again with another password, and keeps it; makes it before where that
/// is wanted (C1).
public struct SignIn: Sendable {
  public enum Outcome: Equatable, Sendable {
    case account(StoredAccount)
    /// Before there is an account the server wants to know more; why what it was told was not taken.
    case asks(RegistrationForm, because: SignInProblem?)
  }

  /// What of it the asker knows.
  public struct Circumstances: Sendable {
    /// A password may go as it is, or under a weaker protection than before.
    public var allowsPlain = false
    public var allowsWeaker = false
    /// The account is open in this program.
    public var isOpenHere: @Sendable (JID) -> Bool = { _ in false }
    /// The account is about to be kept: whether the answer is still waited for. Who says so is told it in any case.
    public var beginsKeeping: @Sendable () -> Bool = { true }

    public init() {}
  }

  private static let seconds = 30

  private let accounts: AccountDirectory
  private let context: @Sendable (StoredAccount) -> AccountContext

  /// - Parameter context: what opening an account takes.
  public init(
    in accounts: AccountDirectory, context: @escaping @Sendable (StoredAccount) -> AccountContext
  ) {
    self.accounts = accounts
    self.context = context
  }

  /// Blocks, a minute at most; throws a ``Model/SignInProblem``, or a ``Files/Failure`` of the disk.
  public func carryOut(
    _ order: SignInOrder, _ circumstances: Circumstances = Circumstances()
  ) throws -> Outcome {
    let request = order.request
    var account = try Self.account(of: request)
    let known = try accounts.account(account.jid)?.account
    if known?.isPrivate == true {
      let name = account.jid.local ?? ""
      throw SignInProblem(
        tr("\(account.jid) lives on the private server of this computer"), at: .address,
        advice: tr("psst --account \(name) opens it"))
    }
    // Where it is known and nothing else is said, as before.
    if let known, request.server.isEmpty, request.security == .startTLS {
      (account.server, account.security) = (known.server, known.security)
    }
    account.terms = try accounts.terms(
      of: account.jid, allowingPlain: circumstances.allowsPlain,
      allowingWeaker: circumstances.allowsWeaker)
    if let concession = request.concession { account.terms.concede(concession) }
    let wire = context(
      StoredAccount(
        account: account, resource: "", secret: .password(request.password), folder: "")
    ).wireMaker
    if case .register(_, let form) = order {
      let more = try register(account, request, form, wire)
      if let more { return more }
    }
    let report = try SignInCheck.run(
      account, secret: .password(request.password), wire: wire, seconds: Self.seconds
    ).get()
    account.terms.strongest = report.mechanism
    return .account(try keep(account, report.keys, request, circumstances))
  }

  /// `nil` once the account is made. A riddle that was not solved is another one from then on.
  private func register(
    _ account: Account, _ request: SignInRequest, _ form: RegistrationForm?,
    _ wire: @escaping WireMaker
  ) throws(SignInProblem) -> Outcome? {
    func attempt(_ form: RegistrationForm?) throws(SignInProblem) -> Outcome? {
      let registration = Registration(invitation: request.invitation, form: form)
      let answer = try RegistrationAttempt.run(
        account, password: request.password, registration, wire: wire, seconds: Self.seconds
      ).get()
      if case .asks(let form) = answer { return .asks(form, because: nil) }
      return nil
    }
    do throws(SignInProblem) {
      return try attempt(form)
    } catch {
      guard let form, error.part == .form, form.form.fields.contains(where: { !$0.media.isEmpty }),
        case .asks(let next, _)? = try attempt(nil)
      else { throw error }
      return .asks(next, because: error)
    }
  }

  private func keep(
    _ account: Account, _ keys: SCRAMKeys?, _ request: SignInRequest,
    _ circumstances: Circumstances
  ) throws -> StoredAccount {
    guard circumstances.beginsKeeping() else {
      throw SignInProblem(tr("not wanted any more"), at: .form)
    }
    let lock = try circumstances.isOpenHere(account.jid) ? nil : lock(account.jid)
    return try withExtendedLifetime(lock) {
      try accounts.add(account, password: request.password, keys: keys, name: request.name)
    }
  }

  /// On the account's data, where there are any.
  private func lock(_ jid: JID) throws -> AccountLock? {
    guard let folder = try accounts.existingFolder(of: jid) else { return nil }
    if let lock = try AccountLock(folder: folder) { return lock }
    throw SignInProblem(
      tr("psst is open with \(jid): leave it first"), at: .address, isPassing: true)
  }

  /// What was typed, understood; refuses cleartext to anything but this computer (Z3).
  public static func account(of request: SignInRequest) throws(SignInProblem) -> Account {
    guard let jid = JID(request.address), jid.local != nil, jid.isBare else {
      throw SignInProblem(
        tr("\"\(request.address)\" is no address: it looks like name@example.org"), at: .address)
    }
    var server: Endpoint?
    if !request.server.isEmpty {
      server = Endpoint(parsing: request.server)
      if server == nil {
        throw SignInProblem(tr("a server is HOST:PORT, not \"\(request.server)\""), at: .server)
      }
    }
    let place = server ?? Endpoint(host: jid.domain, port: 5222)
    if request.security == .off, !place.isLoopback {
      throw SignInProblem(
        tr("without TLS is for a server on this computer only, and \(place.host) is not"),
        at: .server)
    }
    return Account(jid: jid, server: server, security: request.security, isPrivate: false)
  }
}
