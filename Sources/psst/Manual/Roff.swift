/// Text as the macros of man(7).
struct Roff {
  private(set) var lines: [String]

  /// The head of a page.
  init(title: String, section: String, version: String) {
    lines = [".TH \(title.uppercased()) \(section) \"\" \"psst \(version)\" \"psst\""]
  }

  var text: String { lines.joined(separator: "\n") + "\n" }

  mutating func heading(_ text: String) { lines.append(".SH \(Self.argument(text))") }

  mutating func subheading(_ text: String) { lines.append(".SS \(Self.argument(text))") }

  /// A paragraph; what stands in backticks is bold, as what is typed is.
  mutating func paragraph(_ text: String) { lines += [".PP", Self.marked(text)] }

  /// A term, and what it means.
  mutating func item(_ term: String, _ about: String) {
    lines += [".TP", "\\fB\(Self.escaped(term))\\fR", Self.marked(about)]
  }

  /// Lines that stay as they are.
  mutating func literal(_ text: [String]) {
    lines += [".PP", ".nf", ".RS 4"] + text.map { Self.line(Self.escaped($0)) } + [".RE", ".fi"]
  }

  private static func argument(_ text: String) -> String {
    "\"" + escaped(text).replacing("\"", with: "\\(dq") + "\""
  }

  private static func marked(_ text: String) -> String {
    var isBold = false
    let parts = text.split(separator: "`", omittingEmptySubsequences: false).map { part in
      defer { isBold.toggle() }
      return isBold ? "\\fB\(escaped(String(part)))\\fR" : escaped(String(part))
    }
    return line(parts.joined())
  }

  /// A line that begins with a dot or an apostrophe would be a macro.
  private static func line(_ text: String) -> String {
    text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }

  /// Backslashes, and the signs that man(1) makes others of (groff_char(7)).
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      default: result.append(character)
      }
    }
  }
}
