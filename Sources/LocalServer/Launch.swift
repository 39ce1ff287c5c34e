internal import CPlatform
internal import Glibc
internal import Localization
internal import Model

/// One start of the private server. Needs the lock.
struct Launch {
  /// Seconds for Prosody to answer.
  private static let timeout = 30.0
  /// Prosody's package and its SQLite driver, as Debian names them.
  private static let remedy = "sudo apt install prosody lua-dbi-sqlite3"

  let folder: ServerFolder
  let idleSeconds: Int
  let searchPath: String

  static var defaultSearchPath: String {
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    return path + ":/usr/local/bin:/usr/bin:/usr/sbin"
  }

  func start() throws(PrivateServerError) -> RunningServer {
    let program = try findProgram()
    folder.turnLog()
    for attempt in 1...3 {
      let port = try LoopbackPort.choose(remembered: attempt < 3 ? folder.rememberedPort : nil)
      // Addresses of files have it in them.
      let remembered = attempt < 3 ? folder.rememberedHTTPPort : nil
      let httpPort = try LoopbackPort.choose(remembered: remembered, besides: port)
      try folder.remember(port: port)
      try folder.remember(httpPort: httpPort)
      try ServerConfiguration(
        folder: folder, port: port, httpPort: httpPort, idleSeconds: idleSeconds
      ).write()
      let process = try spawn(program)
      if let running = try answer(of: process, port: port) { return running }
      // Somebody took the port between our look and Prosody's.
      process.end()
      folder.sweep()
    }
    throw .didNotStart(tr("no port could be kept") + "\n\(logTail)")
  }

  private func findProgram() throws(PrivateServerError) -> String {
    let candidates = searchPath.split(separator: ":").map { "\($0)/prosody" }
    guard let found = candidates.first(where: { access($0, X_OK) == 0 }) else {
      throw .notInstalled(tr("Prosody: \(Self.remedy)"))
    }
    return found
  }

  private func spawn(_ program: String) throws(PrivateServerError) -> ServerProcess {
    let arguments = [program, "-F", "--config", folder.configuration]
    let id = CStrings.with(arguments) { arguments in
      CStrings.with(Self.environment) { environment in
        psst_spawn_detached(program, arguments, environment, folder.data, folder.log)
      }
    }
    guard id > 0 else { throw .didNotStart("\(program): \(String(cString: strerror(-id)))") }
    return ServerProcess(id: id)
  }

  /// Only what Prosody needs: it lives longer than the program that starts it, whose variables are private.
  private static var environment: [String] {
    let names: [String] = ["PATH", "HOME", "LANG", "LC_ALL", "TZ", "LUA_PATH", "LUA_CPATH"]
    return names.compactMap { name in
      getenv(name).map { "\(name)=\(String(cString: $0))" }
    }
  }

  /// The server when it answers with stream features; `nil` when it runs but not on its port.
  private func answer(of process: ServerProcess, port: UInt16) throws(PrivateServerError)
    -> RunningServer?
  {
    var running: RunningServer?
    let isUp = Wait.until(seconds: Self.timeout) {
      running = RunningServer.find(in: folder)
      return running?.process == process || !process.isAlive || isDeaf(process)
    }
    if let running, running.process == process {
      guard running.endpoint.port == port, StreamProbe.hasFeatures(port: port) else { return nil }
      return running
    }
    if process.isAlive, isUp { return nil }
    process.end()
    folder.sweep()
    throw failure()
  }

  /// It answers on the admin socket, but listens for nobody else.
  private func isDeaf(_ process: ServerProcess) -> Bool {
    guard let admin = try? AdminSocket(folder.adminSocket), admin.process == process else {
      return false
    }
    defer { admin.close() }
    guard let ports = try? admin.run("port:list()"), !ports.isError else { return false }
    return RunningServer.clientPort(ports.lines) == nil
  }

  private var logTail: String {
    let tail = SmallFile.read(folder.log, limit: 2000, tail: true) ?? ""
    return tail.split(separator: "\n").suffix(8).joined(separator: "\n")
  }

  private func failure() -> PrivateServerError {
    let log = SmallFile.read(folder.log, limit: 4000, tail: true) ?? ""
    if log.contains("psst-missing: lua-dbi-sqlite3") {
      return .notInstalled(tr("the SQLite driver of Lua: \(Self.remedy)"))
    }
    return .didNotStart(logTail.isEmpty ? tr("Prosody said nothing") : logTail)
  }
}

/// Arrays of C strings, ended by a null pointer (execve(2)).
enum CStrings {
  static func with<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) } + [nil]
    defer { copies.forEach { free($0) } }
    return body(copies)
  }
}
