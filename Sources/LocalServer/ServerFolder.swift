internal import Glibc
internal import Localization

/// Where the private server keeps everything, for its user alone.
struct ServerFolder: Sendable {
  /// Without a slash at its end.
  let path: String

  init(path: String) {
    var kept = path
    while kept.count > 1, kept.hasSuffix("/") { kept.removeLast() }
    if !kept.hasPrefix("/"), let here = getcwd(nil, 0) {
      kept = String(cString: here) + "/" + kept
      free(here)
    }
    self.path = kept
  }

  var data: String { path + "/data" }
  var modules: String { path + "/modules" }
  var configuration: String { path + "/prosody.cfg.lua" }
  var log: String { path + "/prosody.log" }
  var lock: String { path + "/lock" }
  var adminSocket: AdminSocketPath { AdminSocketPath(folder: data) }
  private var processFile: String { path + "/prosody.pid" }
  private var portFile: String { path + "/port" }
  private var httpPortFile: String { path + "/http-port" }
  private var holdMarker: String { path + "/stopped" }
  var pidfile: String { processFile }

  /// Makes the folders, and makes sure that they are ours and closed to others.
  func prepare() throws(PrivateServerError) {
    var parent = ""
    for part in path.split(separator: "/") {
      parent += "/" + part
      guard mkdir(parent, 0o700) == 0 || errno == EEXIST || access(parent, F_OK) == 0 else {
        throw SmallFile.failure(parent)
      }
    }
    for inner in [path, data, modules] {
      guard mkdir(inner, 0o700) == 0 || errno == EEXIST else { throw SmallFile.failure(inner) }
      try close(inner)
    }
  }

  /// Where a link leads is left as it is.
  private func close(_ folder: String) throws(PrivateServerError) {
    let opened = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard opened >= 0 else {
      if errno == ENOTDIR || errno == ELOOP { throw .folder(tr("\(folder) is not a folder")) }
      throw SmallFile.failure(folder)
    }
    defer { Glibc.close(opened) }
    var facts = stat()
    guard fstat(opened, &facts) == 0 else { throw SmallFile.failure(folder) }
    guard facts.st_uid == geteuid() else { throw .folder(tr("\(folder) belongs to another user")) }
    guard facts.st_mode & 0o777 == 0o700 || fchmod(opened, 0o700) == 0 else {
      throw SmallFile.failure(folder)
    }
  }

  // MARK: What is remembered

  /// Stopped by the user.
  var isHeld: Bool { access(holdMarker, F_OK) == 0 }

  func hold() throws(PrivateServerError) {
    try SmallFile.write("psst server stop\n", to: holdMarker)
  }

  func release() throws(PrivateServerError) {
    guard unlink(holdMarker) == 0 || errno == ENOENT else { throw SmallFile.failure(holdMarker) }
  }

  var rememberedPort: UInt16? { Self.port(in: portFile) }

  func remember(port: UInt16) throws(PrivateServerError) {
    try SmallFile.write("\(port)\n", to: portFile)
  }

  /// The port of files.
  var rememberedHTTPPort: UInt16? { Self.port(in: httpPortFile) }

  func remember(httpPort: UInt16) throws(PrivateServerError) {
    try SmallFile.write("\(httpPort)\n", to: httpPortFile)
  }

  private static func port(in file: String) -> UInt16? {
    SmallFile.read(file, limit: 16).flatMap { UInt16($0.prefix { $0.isNumber }) }
  }

  /// The process of the pid file, if it is alive and is Prosody with our configuration.
  var recordedProcess: ServerProcess? {
    let id = SmallFile.read(processFile, limit: 16).flatMap { Int32($0.prefix { $0.isNumber }) }
    guard let process = id.map(ServerProcess.init(id:)), process.isAlive,
      process.wasStarted(with: configuration)
    else { return nil }
    return process
  }

  /// Removes what a killed server leaves.
  func sweep() {
    unlink(processFile)
    unlink(adminSocket.file)
  }

  /// Keeps one old log, and the new one from growing for ever.
  func turnLog() {
    var facts = stat()
    if stat(log, &facts) == 0, facts.st_size > 1 << 20 { rename(log, log + ".old") }
  }
}
