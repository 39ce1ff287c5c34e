/// What stands for a character where the locale cannot write it: a letter without its marks, or the nearest sign.
enum PlainLetters {
  /// What nothing stands for; never a question mark, which would be one more question in the text.
  private static let unknown = "#"

  /// One character of ASCII.
  static func standIn(for cluster: String) -> String {
    guard let scalar = cluster.unicodeScalars.first else { return " " }
    if scalar.isASCII { return String(scalar) }
    return signs[scalar] ?? letter(scalar) ?? unknown
  }

  /// The letter that a name of Unicode's speaks of: `LATIN SMALL LETTER U WITH DIAERESIS`.
  private static func letter(_ scalar: Unicode.Scalar) -> String? {
    guard let words = scalar.properties.name?.split(separator: " "), words.count >= 4,
      words[0] == "LATIN", words[2] == "LETTER", words.count == 4 || words[4] == "WITH"
    else { return nil }
    let letter = words[3].prefix(1)
    return words[1] == "SMALL" ? letter.lowercased() : String(letter)
  }

  private static let signs: [Unicode.Scalar: String] = {
    let table: [(stands: String, for: String)] = [
      ("-", "·–—−‐‑─━"), ("|", "│┃╎▏▌▐┆"), ("+", "╭╮╰╯┌┐└┘├┤┬┴┼✓✔"), (".", "…"), (" ", "\u{A0}"),
      ("'", "‘’‚′"), ("\"", "“”„″"), ("<", "←‹«◀"), (">", "→›»▸▶❯"), ("^", "↑▲"), ("v", "↓▼"),
      ("*", "•●■★☾"), ("o", "○◐◯□°º"), ("x", "×✗✕"), ("s", "ß§"), ("E", "€"), ("L", "£"),
      ("Y", "¥"), ("!", "¡"), ("/", "÷"), ("a", "ª"), ("c", "©"), ("r", "®"), ("u", "µ"),
    ]
    let pairs = table.flatMap { row in row.for.unicodeScalars.map { ($0, row.stands) } }
    return Dictionary(pairs) { first, _ in first }
  }()
}
