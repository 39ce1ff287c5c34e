internal import Glibc
internal import Localization

/// Where psst keeps its files (XDG Base Directory Specification 0.8), or all under `PSST_HOME`.
public struct Paths: Equatable, Sendable {
  /// Folders of psst's own; absolute, without a trailing slash.
  public var configuration: String
  public var data: String
  var state: String
  /// What `PSST_HOME` names.
  private var root: String?
  /// The user's folder, and where they say what theirs are called (xdg-user-dirs).
  private var home = ""
  private var folderNames = ""

  /// - Parameters:
  ///   - environment: of the process.
  ///   - currentFolder: absolute; what a relative `PSST_HOME` starts from.
  ///   - home: the user's folder, where `HOME` does not say it.
  public init(environment: [String: String], currentFolder: String, home: String) {
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
    (self.home, folderNames) = (home, configuration.dropLast("psst".count) + "user-dirs.dirs")
  }

  /// Where the user keeps what they fetch from others: in `PSST_HOME`, else in their own folder for that.
  public var downloads: String {
    if let root { return root + "/downloads" }
    let file = open(folderNames, O_RDONLY | O_CLOEXEC)
    defer { if file >= 0 { close(file) } }
    let bytes = file < 0 ? nil : try? FileBytes.readAll(file, limit: 65_536, name: folderNames)
    return Self.downloads(as: String(decoding: bytes ?? [], as: UTF8.self), home)
      ?? home + "/Downloads"
  }

  /// What `user-dirs.dirs` says: `XDG_DOWNLOAD_DIR="$HOME/Downloads"`, or an absolute path.
  static func downloads(as text: String, _ home: String) -> String? {
    for line in text.split(separator: "\n") where line.hasPrefix("XDG_DOWNLOAD_DIR=") {
      let value = line.drop { $0 != "=" }.dropFirst().filter { $0 != "\"" }
      let path = value.hasPrefix("$HOME/") ? home + value.dropFirst("$HOME".count) : String(value)
      return path.hasPrefix("/") ? trimmed(path) : nil
    }
    return nil
  }

  /// For this process.
  public static func current() -> Paths {
    Paths(
      environment: ProcessEnvironment.all, currentFolder: ProcessEnvironment.currentFolder,
      home: ProcessEnvironment.homeFolder)
  }

  /// Refuses a `PSST_HOME` in which somebody else could put things in the place of ours.
  public func check() throws(Failure) {
    guard let root, try PrivateFile.isOurFolder(root) else { return }
    var status = stat()
    if stat(root, &status) == 0, status.st_mode & 0o022 != 0 {
      throw Failure(tr("others can write in \(root): chmod go-w \(root)"))
    }
  }

  /// The user's settings.
  public var configurationFile: String { configuration + "/config.toml" }
  /// The user's own themes.
  public var themes: String { configuration + "/themes" }
  public var server: String { data + "/server" }
  public var accounts: String { data + "/accounts" }
  /// Names the account that was used last.
  public var defaultAccount: String { data + "/default" }
  public var log: String { state + "/log" }
  /// The terminals that the user was told are unknown here, a line each.
  public var toldTerminals: String { state + "/terminals" }

  private static func trimmed(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}
