internal import Accounts
internal import Curses
internal import Files
internal import Glibc
internal import LocalServer
internal import Localization
internal import Model
internal import Plain
internal import Screen

/// Carries out a command line.
struct Commands: Sendable {
  /// Opens the full screen; no account asks at the first run, and a new one whether it is to be made.
  typealias OpenScreen = @MainActor (_ accounts: [WantedAccount], _ commands: Commands) -> ExitCode

  var arguments: Arguments
  var paths: Paths
  var log: Log

  var accounts: AccountDirectory { AccountDirectory(paths: paths) }

  var server: PrivateServer { PrivateServer(folder: paths.server) }

  /// The whole program: from the words after its name to its exit code.
  @MainActor static func main(_ words: [String], openScreen: OpenScreen) -> ExitCode {
    signal(SIGPIPE, SIG_IGN)
    // A file that may not grow further is the disk's refusal, and no reason to end (setrlimit(2)).
    signal(SIGXFSZ, SIG_IGN)
    // A crash leaves no file with passwords and messages in it (core(5)).
    var noCore = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &noCore)
    SystemLocale.adopt()
    do {
      let paths = Paths.current()
      let commands = Commands(
        arguments: try Arguments(words), paths: paths,
        log: Log(path: paths.log, clean: PlainWording.standard.clean))
      // What is for scripts speaks English.
      if commands.arguments.verb == .open { Language.ofEnvironment.use() }
      defer { commands.log.flush() }
      if !commands.arguments.verb.usesNoFiles { try paths.check() }
      return try commands.run(openScreen)
    } catch {
      let failure = Failure(describing: error)
      Output.complain("psst: \(failure.text)")
      if failure.code == .usage { Output.complain("psst help lists the commands") }
      return failure.code
    }
  }

  @MainActor private func run(_ openScreen: OpenScreen) throws -> ExitCode {
    switch arguments.verb {
    case .open: try open(openScreen)
    case .help: try help()
    case .version: Output.say(HelpText.about)
    case .demo: try Demo(arguments).run()
    case .send: try send()
    case .queue: try queue()
    case .read: try read()
    case .watch: try watch()
    case .export: try export()
    case .import: try importHistory()
    case .invite: try invite()
    case .doctor: Doctor(self).run()
    case .accountAdd: try addAccount()
    case .accountRegister: try registerAccount()
    case .accountList: try listAccounts()
    case .accountPicture: try setPicture()
    case .accountRemove: try removeAccount()
    case .serverStart: try startServer()
    case .serverStop: try stopServer()
    case .serverStatus: serverStatus()
    case .serverConfig: try printServerConfiguration()
    }
  }

  func context(_ stored: StoredAccount) -> AccountContext {
    AccountContext(
      stored: stored, paths: paths, log: log, privacy: Configuration.read(paths).privacy,
      logsStanzas: arguments.has("log-stanzas"))
  }

  /// The account that was asked for, else the first of the configuration file, else the usual one; none is made.
  func account() throws -> StoredAccount {
    guard let stored = try accounts.select(accountName, creates: false) else { throw noAccount }
    return stored
  }

  /// What names the account of a command that has one.
  private var accountName: String? {
    arguments.accounts.first ?? Configuration.read(paths).accounts.first
  }

  /// For plain mode: the first account has the user's own name, on the private server.
  private func plainAccount() throws -> StoredAccount {
    if let name = accountName { return try plainAccount(called: name) }
    if accounts.list().isEmpty {
      let name = ProcessEnvironment.userName
      let local = AccountName.made(from: name, avoiding: accounts.takenNames)
      return try accounts.privateAccount(local, of: name)
    }
    guard let stored = try accounts.select(nil) else { throw noAccount }
    return stored
  }

  /// A new one is asked about; where nobody can be asked, it is made and told.
  private func plainAccount(called given: String) throws -> StoredAccount {
    switch try accounts.find(given) {
    case .known(let stored): return stored
    case .new(let name, let alike):
      let lack =
        alike.map { tr("There is no account \(name) here; did you mean \($0)?") }
        ?? tr("There is no account \(name) here.")
      let question = tr("Make \(name) on the private server?")
      guard ask("\(lack) \(question) \(tr("[y/N]")) ") ?? true else {
        throw Failure(tr("no account was made"))
      }
      let stored = try accounts.privateAccount(name)
      let jid = stored.account.jid
      Output.complain("psst: " + tr("made the account \(jid) on the private server"))
      return stored
    }
  }

  /// The answer of the terminal; `nil` where there is nobody to ask.
  func ask(_ question: String) -> Bool? {
    // In English, too: the commands ask in it.
    answer(question).map { ["y", "yes", String(tr("yes").prefix(1)), tr("yes")].contains($0) }
  }

  /// In lower case; `nil` where there is nobody to ask.
  func answer(_ question: String) -> String? {
    guard isatty(STDIN_FILENO) != 0, isatty(STDERR_FILENO) != 0 else { return nil }
    _ = FileBytes.writeAll(Array(PlainWording.standard.clean(question).utf8), to: STDERR_FILENO)
    return (readLine() ?? "").lowercased()
  }

  /// The accounts of the full screen: those named, else those of the configuration file, else the usual one.
  private func screenAccounts() throws -> [WantedAccount] {
    var names = arguments.accounts
    if names.isEmpty { names = Configuration.read(paths).accounts }
    guard !names.isEmpty else { return try accounts.select(nil).map { [.known($0)] } ?? [] }
    return try names.reduce(into: []) { all, name in
      let wanted = try accounts.find(name)
      if !all.contains(wanted) { all.append(wanted) }
    }
  }

  private var noAccount: Failure {
    accounts.list().isEmpty
      ? Failure(tr("there is no account yet: psst --account NAME makes one on the private server"))
      : .usage(tr("which account? say --account NAME; psst account list shows them"))
  }

  @MainActor private func open(_ openScreen: OpenScreen) throws -> ExitCode {
    guard TerminalType.isUsable, !arguments.has("plain") else {
      let stored = try plainAccount()
      try accounts.makeDefaultIfFirst(stored.account.jid)
      let configuration = Configuration.read(paths)
      configuration.language?.use()
      let program = PlainProgram(
        context(stored), choices: configuration.choices, complaints: configuration.complaints,
        tellsJoins: configuration.showsJoins)
      return try program.run()
    }
    let all = try screenAccounts()
    if all.isEmpty, !accounts.list().isEmpty { throw noAccount }
    return openScreen(all, self)
  }
}
