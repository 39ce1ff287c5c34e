import Harness

extension PsstHome {
  /// Ana and Bo at a terminal each, with each other's chat open.
  func openPair(rows: Int = 30) throws -> (ana: TerminalSession, bo: TerminalSession) {
    let ana = try open("--account", "ana", rows: rows)
    let bo = try open("--account", "bo", rows: rows)
    try ana.waitForChats()
    try bo.waitForChats()
    try ana.openChat("bo")
    try bo.openChat("ana")
    return (ana, bo)
  }
}

/// The chat view as a person reads it.
extension TerminalSession {
  private static let divider: Character = "│"

  /// The rows of the message pane: what stands right of the divider.
  var rowsOfPane: [(row: Int, text: String)] {
    lines.enumerated().compactMap { row, line in
      line.firstIndex(of: Self.divider).map { (row, String(line[$0...].dropFirst())) }
    }
  }

  /// The rows of the chat list: what stands left of the divider.
  private var rowsOfList: [String] {
    lines.compactMap { line in line.firstIndex(of: Self.divider).map { String(line[..<$0]) } }
  }

  /// The row of one's own message that shows a status.
  func status(of text: String) -> ShownStatus? {
    rowsOfPane.lazy.filter { $0.text.contains(text) }.compactMap {
      self.status(inRow: $0.row)
    }.first
  }

  /// What stands right of the divider.
  func status(inRow row: Int) -> ShownStatus? {
    let cells = cells(inRow: row).drop { $0.text.first != Self.divider }
    let tick = cells.last { $0.text == "✓" }
    return ShownStatus(row: cells.map(\.text).joined(), isBold: tick?.isBold ?? false)
  }

  /// The presence mark before a name in the chat list.
  func dot(of name: String) -> Character? {
    let row = rowsOfList.first { row in
      row.lowercased().split(whereSeparator: { " ▌●◐○".contains($0) }).first
        == name.lowercased()[...]
    }
    return row?.first { "●◐○".contains($0) }
  }

  /// The texts that begin with `prefix` up to the next blank, in the order of the pane, the composer apart.
  func messages(beginning prefix: String) -> [String] {
    rowsOfPane.flatMap { $0.text.split(separator: " ") }.map(String.init).filter {
      $0.hasPrefix(prefix)
    }
  }

  /// The times before the messages that begin with `prefix`, as "10:15".
  func times(of prefix: String) -> [Substring] {
    rowsOfPane.filter { $0.text.contains(" \(prefix)") }.compactMap { row in
      row.text.split(separator: " ").first.flatMap { $0.contains(":") ? $0 : nil }
    }
  }

  func waitForChats(line: Int = #line) throws {
    try waitUntil("the chats", bound: Bound.start, line: line) {
      guard $0.contains(Wording.composerFor) || $0.contains(Wording.goTo) else { return false }
      // The first frame of a new account may come before its chats, whose list has a border where there is room.
      return $0.columns < 72 || $0.contains("│") || $0.contains("|")
    }
  }

  func waitForDot(_ dot: Character, of name: String, line: Int = #line) throws {
    try waitUntil("\(dot) before \(name)", bound: Bound.dot, line: line) {
      $0.dot(of: name) == dot
    }
  }

  func wait(
    for status: ShownStatus, of text: String, bound: Double = Bound.message, line: Int = #line
  ) throws {
    try waitUntil("“\(text)” \(status)", bound: bound, line: line) {
      $0.status(of: text) == status
    }
  }

  /// Ctrl-K, the name, Enter.
  func openChat(_ name: String, line: Int = #line) throws {
    try choose(name, line: line)
    try waitUntil("the chat with \(name)", line: line) {
      $0.lowercasedText.contains("\(Wording.composerFor) \(name)".lowercased())
    }
  }

  private var lowercasedText: String { text.lowercased() }

  /// Types a line into the composer and sends it.
  func say(_ text: String) {
    type(text)
    press(.enter)
  }
}
