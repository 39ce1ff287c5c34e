/// Signs that no account's name may have, as they stand in it (XEP-0106 §3): `\\40` for an @.
enum EscapedName {
  private static let signs: [Character: String] = [
    " ": "20", "\"": "22", "&": "26", "'": "27", "/": "2f", ":": "3a", "<": "3c", ">": "3e",
    "@": "40",
  ]

  /// As it is sent; a backslash is only replaced where it would be taken for one of these.
  static func escaped(_ name: String) -> String {
    var result = ""
    var rest = name[...]
    while let next = rest.popFirst() {
      if next == "\\" {
        result += isCode(rest.prefix(2)) ? "\\5c" : "\\"
      } else {
        result += signs[next].map { "\\" + $0 } ?? String(next)
      }
    }
    return result
  }

  /// As it is read by people.
  static func unescaped(_ name: String) -> String {
    guard name.contains("\\") else { return name }
    var result = ""
    var rest = name[...]
    while let next = rest.popFirst() {
      guard next == "\\", let sign = sign(of: rest.prefix(2)) else {
        result.append(next)
        continue
      }
      result.append(sign)
      rest = rest.dropFirst(2)
    }
    return result
  }

  private static func isCode(_ code: Substring) -> Bool { sign(of: code) != nil }

  private static func sign(of code: Substring) -> Character? {
    let code = code.lowercased()
    return code == "5c" ? "\\" : signs.first { $0.value == code }?.key
  }
}

extension JID {
  /// The same of the name before the @ alone, unless that has one in it: then it would pass for another address.
  public var shownLocal: String? {
    local.map { name in
      let shown = EscapedName.unescaped(name)
      return shown.contains("@") ? self.shown : shown
    }
  }

  /// For people: what stands escaped in the name is shown as it is meant (XEP-0106).
  public var shown: String {
    guard let local, local.contains("\\") else { return description }
    let rest = description.dropFirst(local.count)
    return EscapedName.unescaped(local) + rest
  }
}
