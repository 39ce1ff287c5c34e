internal import Glibc
internal import Model

/// Where psst keeps its files (XDG Base Directory Specification 0.8), or all under `PSST_HOME`.
struct Paths: Equatable, Sendable {
  /// Folders of psst's own; absolute, without a trailing slash.
  var configuration: String
  var data: String
  var state: String
  /// What `PSST_HOME` names.
  private var root: String?

  /// - Parameters:
  ///   - environment: of the process.
  ///   - currentFolder: absolute; what a relative `PSST_HOME` starts from.
  ///   - home: the user's folder, where `HOME` does not say it.
  init(environment: [String: String], currentFolder: String, home: String) {
    if let own = environment["PSST_HOME"], !own.isEmpty {
      let root = Self.trimmed(own.hasPrefix("/") ? own : currentFolder + "/" + own)
      self.root = root
      (configuration, data, state) = (root + "/config", root + "/data", root + "/state")
      return
    }
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
    func folder(_ variable: String, _ fallback: String) -> String {
      // The specification has relative values ignored.
      let given = environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
      return Self.trimmed(given ?? home + "/" + fallback) + "/psst"
    }
    configuration = folder("XDG_CONFIG_HOME", ".config")
    data = folder("XDG_DATA_HOME", ".local/share")
    state = folder("XDG_STATE_HOME", ".local/state")
  }

  /// For this process.
  static func current() -> Paths {
    Paths(
      environment: ProcessEnvironment.all, currentFolder: ProcessEnvironment.currentFolder,
      home: ProcessEnvironment.homeFolder)
  }

  /// Refuses a `PSST_HOME` in which somebody else could put things in the place of ours.
  func check() throws(Failure) {
    guard let root, try PrivateFile.isOurFolder(root) else { return }
    var status = stat()
    if stat(root, &status) == 0, status.st_mode & 0o022 != 0 {
      throw Failure("others can write in \(root): chmod go-w \(root)")
    }
  }

  var configurationFile: String { configuration + "/config.toml" }
  /// The user's own themes.
  var themes: String { configuration + "/themes" }
  var server: String { data + "/server" }
  var accounts: String { data + "/accounts" }
  /// Names the account that was used last.
  var defaultAccount: String { data + "/default" }
  var log: String { state + "/log" }

  private static func trimmed(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}

/// What the process was started with.
enum ProcessEnvironment {
  static var all: [String: String] {
    var result: [String: String] = [:]
    for name in ["HOME", "PSST_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"] {
      result[name] = variable(name)
    }
    return result
  }

  static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  static var currentFolder: String {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return String(cString: path)
  }

  /// Of the user's entry in the user database; `/` where there is none.
  static var homeFolder: String {
    guard let entry = getpwuid(getuid()), let folder = entry.pointee.pw_dir else { return "/" }
    return String(cString: folder)
  }

  /// The user's own name where it can be an account's; empty where not.
  static var userName: String {
    guard let entry = getpwuid(getuid()), let name = entry.pointee.pw_name else { return "" }
    return JID(local: String(cString: name), domain: "localhost")?.local ?? ""
  }
}
