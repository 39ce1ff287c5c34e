import Testing

@Suite struct CitationTests {
  @Test func `what sources, tests and scenes cite stands in the manual`() throws {
    let citations = try Citations()
    #expect(citations.requirements.count > 100 && citations.rules.count == 11)
    #expect(Set(citations.requirements).count == citations.requirements.count)
    let files = try SourceFile.sources.get() + SourceFile.tests.get()
    // Below stand some that are to be found.
    let missing = files.filter { $0.name != "CitationTests.swift" }.flatMap {
      citations.missing(in: $0)
    }
    #expect(missing == [])
  }

  @Test(arguments: [
    ("/// Whatever is cut (O9).", 0), ("/// Whatever is cut (O99).", 1), ("// rule 12 says so", 1),
    ("// fact 5b, rule 10", 0), ("// fact 5z", 1), ("let a = \"(T9)\"", 1), ("call(X9)", 0),
    ("func `Q1 S4 a`() {", 1), ("/// (RFC 6120, O9, Y7)", 0), ("/// (O9, Y7)", 1),
  ])
  func `what is cited and not there is found`(line: String, count: Int) throws {
    let file = SourceFile(path: "Sources/Sync/A.swift", text: line + "\n")
    #expect(try Citations().missing(in: file).count == count, "\(line)")
  }

  @Test func `the walks of the architecture name what there is`() throws {
    var declared: Set<Substring> = []
    for file in try SourceFile.sources.get() {
      for match in file.code.matches(of: /\b(?:class|struct|enum|protocol|actor) (\w+)/) {
        declared.insert(match.1)
      }
      declared.insert(Substring(file.room))
    }
    let page = try Citations.page("Architecture").joined(separator: "\n")
    let named = page.matches(of: /`([A-Z]\w+)(?:\.\w+)?`/).map(\.1)
    #expect(named.count > 30)
    #expect(named.filter { !declared.contains($0) && !$0.hasSuffix("Tests") } == [])
  }
}
