public import Accounts
internal import Files
internal import Glibc
internal import Localization
internal import Model
internal import Storage
internal import Sync

/// `psst import`: histories of other programs, and psst's own export, taken into an account. Nobody is asked for
/// anything: it needs no network. Whoever calls holds the account's lock.
public struct Import {
  /// What a file can be.
  public enum Kind: String, Sendable, CaseIterable {
    case psst, profanity, gajim, dino

    var words: String {
      switch self {
      case .psst: "an export of psst"
      case .profanity: "profanity's history"
      case .gajim: "Gajim's history"
      case .dino: "Dino's history"
      }
    }
  }

  /// Files that are looked at in a folder, and how deep.
  private static let mostFiles = 100_000
  private static let deepest = 6

  private let me: JID
  private let database: Database
  /// Nothing else is read.
  private let kind: Kind?
  private var report = ImportReport()
  private var kinds: Set<Kind> = []

  public init(_ stored: StoredAccount, kind: Kind?) throws {
    me = stored.account.jid.bare
    self.kind = kind
    database = try Database(path: stored.databasePath)
  }

  /// Reads a file, or all of a folder that is known; says what came of it.
  public mutating func run(_ path: String) throws -> [String] {
    var isDone = false
    for path in try files(PrivateFile.resolved(path)) {
      isDone = try read(path) || isDone
    }
    guard isDone else { throw Failure("\(path): nothing in there is a history that psst knows") }
    return summary
  }

  private func files(_ path: String) throws(Failure) -> [String] {
    var status = stat()
    guard stat(path, &status) == 0 else { throw PrivateFile.refusal(tr("cannot read \(path)")) }
    guard status.st_mode & S_IFMT == S_IFDIR else { return [path] }
    let found = Self.files(below: path, depth: 0)
    // What has ids comes first: what has none is recognised by it. The last days come first.
    let (logs, rest) = (
      found.filter { $0.hasSuffix(".log") }, found.filter { !$0.hasSuffix(".log") }
    )
    return rest + logs.reversed()
  }

  private static func files(below folder: String, depth: Int) -> [String] {
    var found: [String] = []
    for name in PrivateFile.names(in: folder) where found.count < mostFiles {
      let path = folder + "/" + name
      var status = stat()
      guard lstat(path, &status) == 0 else { continue }
      if status.st_mode & S_IFMT == S_IFDIR, depth < deepest {
        found += files(below: path, depth: depth + 1)
      } else if status.st_mode & S_IFMT == S_IFREG,
        name.hasSuffix(".db") || name.hasSuffix(".json") || ProfanityLogs(path) != nil
      {
        found.append(path)
      }
    }
    return found
  }

  // MARK: One file

  /// Whether it is a history of the wanted kind.
  private mutating func read(_ path: String) throws -> Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw PrivateFile.refusal(tr("cannot read \(path)")) }
    defer { close(file) }
    var beginning = [UInt8](repeating: 0, count: 64)
    let count = pread(file, &beginning, beginning.count, 0)
    guard count >= 0 else { throw PrivateFile.refusal(tr("cannot read \(path)")) }
    let text = String(decoding: beginning[..<count], as: UTF8.self)
    if text.hasPrefix("SQLite format 3\0") { return try readDatabase(path) }
    if let logs = ProfanityLogs(path) {
      guard kind == nil || kind == .profanity else { return false }
      guard logs.account == me else {
        report.leave(.otherAccount)
        return true
      }
      return try take(.profanity, path) { [me] in try logs.read(of: me, into: $0) }
    }
    guard let first = text.first(where: { !$0.isWhitespace }), first == "[" || first == "{" else {
      if text.contains(#/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d  /#) {
        throw Failure(
          "\(path) is an export as text, which cannot be read back without doubt: use psst export --json"
        )
      }
      throw Failure("\(path): this is no history that psst knows")
    }
    return try take(.psst, path) { [me] in
      try ExportReading(file, path: path).read(of: me, into: $0)
    }
  }

  private mutating func readDatabase(_ path: String) throws -> Bool {
    let foreign: ForeignDatabase
    do throws(HistoryProblem) { foreign = try ForeignDatabase(path: path) } catch {
      throw Self.failure(error, path)
    }
    guard let history = ForeignHistory(of: foreign), let kind = Kind(rawValue: history.rawValue)
    else { return false }
    return try take(kind, path) { [me] in try history.read(foreign, of: me, into: $0) }
  }

  private mutating func take(
    _ kind: Kind, _ path: String, _ read: (HistoryImport) throws -> Void
  ) throws -> Bool {
    guard self.kind == nil || self.kind == kind else { return false }
    let history = try HistoryImport(into: database, me: me, now: SyncRunner.now().wall)
    var problem: (any Error)?
    do { try read(history) } catch { problem = error }
    // What was read up to there is whole.
    try history.finish()
    report.add(history.report)
    kinds.insert(kind)
    guard let problem else { return true }
    if report.new > 0 {
      Output.complain("psst: \(report.new) messages were taken over before that, and stay")
    }
    throw (problem as? HistoryProblem).map { Self.failure($0, path) } ?? problem
  }

  private static func failure(_ problem: HistoryProblem, _ path: String) -> Failure {
    switch problem {
    case .unreadable(let text): Failure("\(path): \(text)")
    case .storage(let error): Failure("\(error.explanation). \(error.advice)")
    }
  }

  // MARK: What came of it

  private var summary: [String] {
    let wording = PlainWording.standard
    let sources = kinds.sorted { $0.rawValue < $1.rawValue }.map(\.words)
    let chats = report.chats.count == 1 ? "1 chat" : "\(report.chats.count) chats"
    guard !kinds.isEmpty else { return lines(of: report.leftOut) }
    let lines = [
      "Read \(wording.messages(report.read)) of \(chats) from \(sources.joined(separator: " and "))",
      "New here: \(report.new). Here already: \(report.read - report.new)",
    ]
    return lines + self.lines(of: report.leftOut)
  }

  private func lines(of leftOut: [LeftOut: Int]) -> [String] {
    LeftOut.allCases.compactMap { why in
      leftOut[why].map { "Left out: \($0) \(why.words)" }
    }
  }
}
