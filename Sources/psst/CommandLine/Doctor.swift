internal import Accounts
internal import CPlatform
internal import Files
internal import Glibc
internal import LocalServer
internal import Model
internal import Pictures
internal import Plain
internal import Storage

/// `psst doctor`: what works here, what does not, and what to do about it.
struct Doctor {
  /// One line of the report.
  struct Finding: Equatable {
    enum Verdict: String { case ok, note, wrong }

    var verdict: Verdict
    var subject: String
    /// What was found.
    var text: String
    /// What to do about it; always there where something is wrong.
    var advice: String?

    init(_ verdict: Verdict, _ subject: String, _ text: String, advice: String? = nil) {
      precondition(verdict != .wrong || advice != nil, "what is wrong has a remedy")
      self.verdict = verdict
      self.subject = subject
      self.text = text
      self.advice = advice
    }
  }

  private let commands: Commands

  init(_ commands: Commands) { self.commands = commands }

  /// Prints the report; ``ExitCode/failed`` where something is wrong.
  func run() -> ExitCode {
    var isWrong = false
    for finding in terminal + disk + server + links + [pictures, libraries] {
      Output.say(Self.lines(finding))
      if finding.verdict == .wrong { isWrong = true }
    }
    return isWrong ? .failed : .done
  }

  static func lines(_ finding: Finding) -> [String] {
    func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(0, width - text.count))
    }
    let head = padded(finding.verdict.rawValue, 6) + padded(finding.subject, 18)
    let advice = finding.advice.map { [String(repeating: " ", count: head.count) + "To do: " + $0] }
    return [head + finding.text] + (advice ?? [])
  }

  // MARK: The terminal

  private var terminal: [Finding] {
    var size = winsize()
    let hasTerminal = isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0
    let isSized = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
    let codeset = nl_langinfo(Int32(CODESET)).map { String(cString: $0) } ?? ""
    return [
      Self.terminalType(
        ProcessEnvironment.variable("TERM") ?? "", hasTerminal: hasTerminal,
        isKnown: isKnownTerminal),
      Self.colours(
        type: ProcessEnvironment.variable("TERM") ?? "",
        promise: ProcessEnvironment.variable("COLORTERM"),
        refusal: ProcessEnvironment.variable("NO_COLOR")),
      Self.characters(codeset),
    ] + (hasTerminal && isSized ? [Self.size(Int(size.ws_col), Int(size.ws_row))] : [])
  }

  static func terminalType(_ type: String, hasTerminal: Bool, isKnown: (String) -> Bool) -> Finding
  {
    if !hasTerminal { return Finding(.note, "terminal", "none here: psst works with lines") }
    if type == "dumb" {
      return Finding(
        .note, "terminal", "TERM is dumb: lines only", advice: "set TERM to what your terminal is")
    }
    if type.isEmpty {
      return Finding(
        .note, "terminal", "TERM is not set: taken for xterm-256color",
        advice: "set TERM to what your terminal is")
    }
    if !isKnown(type) {
      return Finding(
        .note, "terminal", "\(type) is not known here: taken for xterm-256color",
        advice: "apt install ncurses-term, which knows more terminals")
    }
    return Finding(.ok, "terminal", type)
  }

  static func colours(type: String, promise: String?, refusal: String?) -> Finding {
    if let refusal, !refusal.isEmpty { return Finding(.ok, "colours", "none, by NO_COLOR") }
    if type.hasSuffix("-direct") { return Finding(.ok, "colours", "16 million") }
    if promise == "truecolor" || promise == "24bit", type != "dumb" {
      return Finding(.ok, "colours", "16 million, by COLORTERM")
    }
    if type.isEmpty || type.contains("256color") {
      return Finding(.ok, "colours", "256, or 16 million where the terminal says it has them")
    }
    if type == "dumb" || type.hasPrefix("vt") {
      return Finding(.ok, "colours", "none: states are words and signs as well")
    }
    return Finding(.ok, "colours", "8 or 16")
  }

  static func characters(_ codeset: String) -> Finding {
    if codeset == "UTF-8" { return Finding(.ok, "characters", codeset) }
    return Finding(
      .note, "characters", "\(codeset): signs are shown in ASCII", advice: "set LANG=C.UTF-8")
  }

  static func size(_ columns: Int, _ rows: Int) -> Finding {
    let size = "\(columns)×\(rows)"
    if columns >= 20, rows >= 5 { return Finding(.ok, "window", size) }
    return Finding(
      .wrong, "window", "\(size) is too small", advice: "make it at least 20 columns by 5 rows")
  }

  private func isKnownTerminal(_ type: String) -> Bool {
    guard let first = type.first, !type.contains("/") else { return false }
    let own = ProcessEnvironment.variable("HOME").map { [$0 + "/.terminfo"] } ?? []
    let given = ProcessEnvironment.variable("TERMINFO").map { [$0] } ?? []
    let folders = own + given + ["/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo"]
    return folders.contains { access("\($0)/\(first)/\(type)", R_OK) == 0 }
  }

  // MARK: The disk

  private var disk: [Finding] {
    var findings = [dataFolder]
    if findings[0].verdict == .ok { findings.append(space) }
    for stored in commands.accounts.list() {
      findings += [database(of: stored)] + history(of: stored)
    }
    return findings
  }

  private var dataFolder: Finding {
    let path = commands.paths.data
    do {
      try PrivateFile.makeFolder(path)
      try PrivateFile.write(Array("psst\n".utf8), to: path + "/.doctor")
      try PrivateFile.remove(path + "/.doctor")
      return Finding(.ok, "data folder", path)
    } catch {
      return Finding(
        .wrong, "data folder", error.text,
        advice: "make \(path) a folder that you alone can write, or set PSST_HOME to one")
    }
  }

  private var space: Finding {
    var status = statvfs()
    guard statvfs(commands.paths.data, &status) == 0 else {
      return Finding(.note, "free space", "cannot be told")
    }
    return Self.space(
      megabytes: Int((UInt64(status.f_bavail) * UInt64(status.f_frsize)) >> 20))
  }

  static func space(megabytes: Int) -> Finding {
    if megabytes >= 50 { return Finding(.ok, "free space", "\(megabytes) MB") }
    return Finding(
      .wrong, "free space", "\(megabytes) MB: messages may not be saved",
      advice: "make room on the disk")
  }

  private func database(of stored: StoredAccount) -> Finding {
    let subject = "messages"
    do throws(StorageError) {
      guard access(stored.databasePath, F_OK) == 0 else {
        if let absence = BrokenFile.absence(of: stored.databasePath) { throw absence }
        return Finding(.ok, subject, "\(stored.account.jid): none yet")
      }
      let faults = try BrokenFile.findings(stored.databasePath)
      if faults.isEmpty { return Finding(.ok, subject, "\(stored.account.jid): sound") }
      return Finding(
        .wrong, subject,
        "\(stored.account.jid): \(stored.databasePath) is damaged (\(faults.joined(separator: "; ")))",
        advice: "open psst: it shows what can be read, and can set the file aside")
    } catch {
      return Finding(
        .wrong, subject, "\(stored.account.jid): \(error.explanation) (\(stored.databasePath))",
        advice: error.advice)
    }
  }

  /// What is kept of the messages, and what goes next (P4).
  private func history(of stored: StoredAccount) -> [Finding] {
    guard let database = try? Database(path: stored.databasePath, access: .readOnly) else {
      return []
    }
    let decided = Configuration.read(commands.paths).keep ?? (try? database.purges.keep()) ?? nil
    guard let outlook = try? database.purges.outlook(decided ?? .standard) else { return [] }
    return [Self.history(outlook, decided, of: stored.account.jid.description)]
  }

  /// - Parameter decided: how long messages are kept; `nil` where nobody said.
  static func history(_ outlook: PurgeOutlook, _ decided: Keep?, of account: String) -> Finding {
    let keep = decided ?? .standard
    let what = "\(account): \(outlook.stored) messages of \(outlook.span / Keep.day) days"
    guard keep.age != nil else { return Finding(.ok, "history", what + ", kept for ever") }
    let old = "\(outlook.due) are older than \(keep.days) days"
    let newest = "and not of the newest \(keep.newest) of a chat"
    if decided == nil, outlook.due > 0 {
      return Finding(
        .note, "history", "\(what); \(old) \(newest)",
        advice:
          "keep = \(keep.days) in config.toml removes here what the server has; keep = 0 keeps all")
    }
    let next =
      outlook.due == 0
      ? "nothing is removed next" : "\(old) and are removed next if the server has them"
    let lost = outlook.isKept ? "; a server that forgets is not relied on" : ""
    return Finding(.ok, "history", "\(what), kept \(keep.days) days; \(next)\(lost)")
  }

  // MARK: The private server

  private var server: [Finding] {
    let isInstalled = Self.isInstalled("prosody")
    let hasDatabase =
      Self.exists("/usr/lib/*/lua/5.*/dbd/sqlite3.so")
      || Self.exists("/usr/local/lib/lua/5.*/dbd/sqlite3.so")
    let status = commands.server.status()
    return [
      isInstalled
        ? Finding(.ok, "prosody", "installed")
        : Finding(
          .wrong, "prosody", "missing, so there is no private server",
          advice: "apt install prosody"),
      hasDatabase
        ? Finding(.ok, "prosody's SQLite", "installed")
        : Finding(
          .wrong, "prosody's SQLite", "missing", advice: "apt install lua-dbi-sqlite3"),
      status == .heldStopped
        ? Finding(
          .note, "private server", "stopped: messages are queued", advice: "psst server start")
        : Finding(.ok, "private server", Commands.words(status)),
    ]
  }

  private static func isInstalled(_ program: String) -> Bool {
    let folders = (ProcessEnvironment.variable("PATH") ?? "").split(separator: ":").map(String.init)
    return (folders + ["/usr/bin", "/usr/sbin", "/usr/local/bin"]).contains {
      access("\($0)/\(program)", X_OK) == 0
    }
  }

  private static func exists(_ pattern: String) -> Bool {
    var found = glob_t()
    defer { globfree(&found) }
    return glob(pattern, 0, nil, &found) == 0 && found.gl_pathc > 0
  }

  // MARK: The program

  private var pictures: Finding {
    guard let trouble = PictureReading.trouble() else { return Finding(.ok, "pictures", "shown") }
    return Finding(
      .note, "pictures", trouble, advice: "apt install libchafa0 libgdk-pixbuf-2.0-0")
  }

  private var libraries: Finding {
    guard psst_searches_own_folder() != 0 else { return Finding(.ok, "libraries", "the system's") }
    return Finding(
      .note, "libraries", "those beside psst are loaded too",
      advice: "build it with --disable-local-rpath, and let nobody else write in its folder")
  }

  // MARK: The link

  private var links: [Finding] {
    let all = commands.accounts.list()
    if all.isEmpty {
      return [Finding(.note, "link", "there is no account yet", advice: "run psst to make one")]
    }
    return all.map { link(of: $0) }
  }

  private func link(of stored: StoredAccount) -> Finding {
    let jid = stored.account.jid
    if stored.account.isPrivate, commands.server.status() == .heldStopped {
      return Finding(
        .note, "link", "\(jid): the private server is stopped", advice: "psst server start")
    }
    let wire = commands.context(stored).wireMaker
    let outcome = SignInCheck.run(
      stored.account, secret: stored.secret, wire: wire, seconds: 10)
    switch outcome {
    case .success(let report):
      let way = report.mechanism.map { " with \($0.rawValue)" } ?? ""
      return Finding(.ok, "link", "\(jid): signed in within \(report.milliseconds) ms\(way)")
    case .failure(let failure):
      return Finding(
        .wrong, "link", "\(jid): \(failure.text)", advice: Self.remedy(of: stored.account))
    }
  }

  /// A sign-in does not say whether it was the network, the server or the password.
  private static func remedy(of account: Account) -> String {
    account.isPrivate
      ? "psst server stop, then psst server start; the log says more"
      : "check the network and the address; a new password: psst account add \(account.jid)"
  }
}
