internal import Glibc
internal import Model

/// What the process was started with.
public enum ProcessEnvironment {
  static var all: [String: String] {
    var result: [String: String] = [:]
    for name in ["HOME", "PSST_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"] {
      result[name] = variable(name)
    }
    return result
  }

  /// The value of a variable; `nil` where it is not set.
  public static func variable(_ name: String) -> String? {
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
  public static var userName: String {
    guard let entry = getpwuid(getuid()), let name = entry.pointee.pw_name else { return "" }
    return JID(local: String(cString: name), domain: "localhost")?.local ?? ""
  }
}
