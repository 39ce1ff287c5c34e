internal import Glibc

/// The locale of the C library, by which ncurses and `wcwidth` know what a terminal writes.
public enum SystemLocale {
  /// Takes over the one that the environment names. One that this computer does not have, as over SSH, has its letters
  /// nevertheless: a terminal that was said to write UTF-8 does (setlocale(3)).
  public static func adopt() {
    guard setlocale(LC_ALL, "") == nil else { return }
    let names: [String] = ["LC_ALL", "LC_CTYPE", "LANG"]
    let values = names.compactMap { name in getenv(name).map { String(cString: $0) } }
    let name = values.first { !$0.isEmpty } ?? ""
    let codeset = name.drop { $0 != "." }.dropFirst().prefix { $0 != "@" }
    guard ["utf8", "utf-8"].contains(codeset.lowercased()) else { return }
    setlocale(LC_CTYPE, "C.UTF-8")
  }
}
