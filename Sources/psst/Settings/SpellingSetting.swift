internal import Screen

/// In which language the spelling of what is written is checked.
enum SpellingSetting: Equatable {
  case off
  /// The language of the locale.
  case auto
  /// As dictionaries are called: `de_DE`.
  case language(String)

  private static let longest = 32

  /// `nil` where the value is none of these.
  init?(_ value: TOML) {
    switch value.string {
    case "off": self = .off
    case "auto": self = .auto
    case let name? where Self.isLanguage(name): self = .language(name)
    default: return nil
    }
  }

  /// No option of a program, and no path.
  private static func isLanguage(_ name: String) -> Bool {
    name.utf8.count <= longest && name.first?.isLetter == true
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0)) }
  }

  /// `nil`: nothing is checked. What a locale says of its character set does not count (locale(7)); that of POSIX is
  /// taken for English.
  func language(_ environment: (String) -> String?) -> String? {
    switch self {
    case .off: return nil
    case .language(let name): return name
    case .auto:
      let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(environment)
        .first { !$0.isEmpty }
      let name = String((locale ?? "").prefix { $0 != "." && $0 != "@" })
      return Self.isLanguage(name) && !["C", "POSIX"].contains(name) ? name : "en_US"
    }
  }
}
