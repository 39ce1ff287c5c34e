extension TerminalSession {
  /// Finds something in the palette (Ctrl-K) and opens it once it is what Enter would open: people and accounts may
  /// still be coming, and what has been typed stands on the screen before what it finds.
  public func choose(
    _ query: String, titled title: String? = nil, bound: Double = 10, line: Int = #line
  ) throws {
    let title = (title ?? query).lowercased()
    press(.control("k"))
    type(query)
    try waitUntil("“\(title)” to be selected", bound: bound, line: line) { screen in
      screen.lines.contains { line in
        // In a locale of ASCII alone the mark is another.
        ["▸", ">"].contains { line.contains($0) } && line.lowercased().contains(title)
      }
    }
    press(.enter)
  }
}
