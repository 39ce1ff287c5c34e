internal import Localization
internal import Model

/// A text as a Lua string that holds digits and backslashes only, so that nothing in it is ever code.
struct LuaString: CustomStringConvertible {
  let description: String

  init(_ text: String) {
    let codes = text.utf8.map { byte in
      let digits = String(byte)
      return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }
    description = "\"" + codes.joined() + "\""
  }
}

/// The lines of Prosody's admin shell that make an account.
struct AccountCommand {
  private let address: LuaString
  private let password: LuaString

  var create: String { "user:create(\(address),\(password))" }
  var changePassword: String { "user:password(\(address),\(password))" }

  static func delete(name: String) throws(PrivateServerError) -> String {
    try check(name)
    return "user:delete(\(LuaString("\(name)@\(PrivateServer.domain)")))"
  }

  private static func check(_ name: String) throws(PrivateServerError) {
    guard isName(name) else {
      throw .adminRefused(tr("“\(name)” cannot be a name: small letters, digits, and . _ - only"))
    }
  }

  init(name: String, password: String) throws(PrivateServerError) {
    try Self.check(name)
    guard name != PrivateServer.echoName else {
      throw .adminRefused(tr("echo is the name of the one who answers: choose another"))
    }
    guard (8...1024).contains(password.utf8.count),
      password.unicodeScalars.allSatisfy({ !$0.properties.generalCategory.isControl })
    else {
      throw .adminRefused(tr("a password has 8 to 1,024 bytes, none of them control characters"))
    }
    address = LuaString("\(name)@\(PrivateServer.domain)")
    self.password = LuaString(password)
  }

  /// Letters of any script that has no capital ones, or small ones.
  private static func isName(_ name: String) -> Bool {
    (1...64).contains(name.utf8.count)
      && name.unicodeScalars.allSatisfy { scalar in
        let facts = scalar.properties
        return switch facts.generalCategory {
        case .lowercaseLetter, .otherLetter, .modifierLetter, .decimalNumber, .nonspacingMark: true
        default: "._-".unicodeScalars.contains(scalar)
        }
      }
  }
}

extension Unicode.GeneralCategory {
  fileprivate var isControl: Bool { self == .control || self == .unassigned || self == .surrogate }
}
