import Foundation

/// A folder for everything one or more psst programs keep, and the programs that live in it. Call
/// ``close()`` at the test's end: it ends the private server and all that still runs from here.
public final class PsstHome {
  /// Short: sockets in it must fit in 107 bytes (unix(7)).
  public let path: String

  /// Besides where everything is kept.
  public var environment: [String: String] = [:]
  /// What makes its programs run elsewhere: see ``NetworkLink/command(on:)``.
  private var place: [String]

  /// - Parameter place: the words before the program's name.
  public init(at place: [String] = []) throws {
    self.place = place
    let pattern = NSTemporaryDirectory() + "psst-" + String(repeating: "X", count: 6)
    var template = Array(pattern.utf8CString)
    guard mkdtemp(&template) != nil else { throw Unmet("no temporary folder: errno \(errno)") }
    path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    environment["PSST_HOME"] = path
  }

  /// A home that stands on a small disk, with all its programs.
  public convenience init(megabytes: Int) throws {
    try self.init()
    let disk = try SmallDisk(at: path, megabytes: megabytes)
    (self.disk, place) = (disk, disk.place)
  }

  /// What it stands on, where that is its own.
  public private(set) var disk: SmallDisk?

  /// Writes a file of the folder; its folders are made.
  public func write(_ text: String, to file: String) throws {
    let place = path + "/" + file
    let folder = place.split(separator: "/").dropLast().joined(separator: "/")
    try FileManager.default.createDirectory(
      atPath: "/" + folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: place))
  }

  /// Has what is run here find a program of the test's before all others.
  /// - Parameter script: of a shell.
  public func replaceProgram(_ name: String, by script: String) throws {
    try write("#!/bin/sh\n\(script)\n", to: "bin/\(name)")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: path + "/bin/\(name)")
    environment["PATH"] = path + "/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"
  }

  /// psst on pipes.
  public func start(_ arguments: String...) throws -> ChildProcess {
    try ChildProcess(place + [Repository.psst] + arguments, environment: environment)
  }

  /// psst on pipes, from its input to its end.
  @discardableResult
  public func run(
    _ arguments: String..., input: String = "", bound: Double = 40
  ) throws -> ChildProcess {
    let program = try ChildProcess(place + [Repository.psst] + arguments, environment: environment)
    program.write(input)
    program.endInput()
    try program.waitForEnd(bound: bound)
    return program
  }

  /// psst in a terminal. Accounts that are new are made: the question is answered.
  /// - Parameter answers: see ``TerminalSession/answers``.
  public func open(
    _ arguments: String..., rows: Int = 24, columns: Int = 100, answers: Bool = true
  ) throws -> TerminalSession {
    let new = newAccounts(arguments)
    let session = try TerminalSession(
      place + [Repository.psst] + arguments, environment: environment, rows: rows, columns: columns)
    session.answers = answers
    for name in new { try makeAccount(name, on: session) }
    return session
  }

  /// psst in a terminal, before anything is answered.
  public func begin(_ arguments: String..., columns: Int = 100) throws -> TerminalSession {
    try TerminalSession(
      place + [Repository.psst] + arguments, environment: environment, columns: columns)
  }

  /// Names of the private server that have no account here yet.
  private func newAccounts(_ arguments: [String]) -> [String] {
    zip(arguments, arguments.dropFirst()).filter { $0.0 == "--account" }.map(\.1)
      .filter { !$0.contains("@") && !hasAccount($0) }
  }

  /// Whether an account of the private server is kept here.
  public func hasAccount(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(path)/data/accounts/\(name)@localhost")
  }

  private func makeAccount(_ name: String, on session: TerminalSession) throws {
    let question = "There is no account \(name) here"
    try session.waitUntil(question) { $0.contains(question) && $0.contains("Esc quit") }
    // One that is called almost the same stands above.
    let isMarked = { (session: TerminalSession) in
      ["▸", ">"].contains { session.contains("\($0) Make \(name)") }
    }
    if !isMarked(session) { session.press(.down) }
    try session.waitUntil("making \(name) is marked", condition: isMarked)
    session.press(.enter)
    try session.waitUntilGone(question, bound: 20)
  }

  /// The processes started from this folder: its name is in their command line or environment.
  public func processes() -> [Int32] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap { Int32($0) }.filter { pid in
      ["cmdline", "environ"].contains { words(of: pid, $0).contains { $0.contains(path) } }
    }
  }

  /// The private server's process.
  public func serverProcess() -> Int32? { serverProcesses().first }

  /// All of the private server: one, unless starts that race each other went wrong.
  public func serverProcesses() -> [Int32] {
    processes().filter { words(of: $0, "cmdline").contains { $0.hasSuffix("/prosody") } }
  }

  private func words(of pid: pid_t, _ kind: String) -> [String] {
    guard let bytes = FileManager.default.contents(atPath: "/proc/\(pid)/\(kind)") else {
      return []
    }
    return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  public func close() {
    _ = try? run("server", "stop", bound: 5)
    for pid in processes() { kill(pid, SIGKILL) }
    _ = Pump.wait(bound: 2) { processes().isEmpty }
    try? FileManager.default.removeItem(atPath: path)
  }
}
