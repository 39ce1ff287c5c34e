/// Every public declaration says what it is. What a protocol or a name defines already is exempt: witnesses such
/// as `description`, and a memberwise `init`. Lines that follow a documented one without a gap share its words.
enum DocumentationRule {
  static func undocumented(_ file: SourceFile) -> [String] {
    var findings: [String] = []
    var isCovered = false
    for (number, line) in file.lines.enumerated() {
      let words = line.trimmingPrefix { $0 == " " }
      let code = file.codeLines[number].trimmingPrefix { $0 == " " }
      if words.hasPrefix("///") {
        isCovered = true
      } else if words.isEmpty {
        isCovered = false
      } else if isPublic(code) && !isCovered && !isExempt(code) {
        findings.append("\(file.path):\(number + 1): public without a docstring")
      }
    }
    return findings
  }

  private static func isPublic(_ line: Substring) -> Bool {
    line.mentions(["public", "open"])
      && line.prefixMatch(
        of: /(?:@\S+\s+)*(?:public|open)\s+(?!import\b|extension\b|internal|private)/)
        != nil
  }

  private static func isExempt(_ line: Substring) -> Bool {
    let witnesses =
      #/
      \b (?: var \s+ (?: description | debugDescription | errorDescription | id | hashValue
          | rawValue | unownedExecutor ) \b
        | func \s+ (?: == | < | hash | encode | next )
        | init \( )
      /#
    return line.contains(witnesses)
  }
}
