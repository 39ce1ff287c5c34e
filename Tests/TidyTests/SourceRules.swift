/// The rules of the house that one file can break. Each gives what it found as `path:line: what`.
enum SourceRules {
  static func imports(_ file: SourceFile, by table: RoomTable) -> [String] {
    guard let allowed = table.allowed[file.room] else {
      return ["\(file.path): \(file.room) is not in the manual's table of rooms"]
    }
    let all = allowed.union(RoomTable.toolchain)
    return file.findings("may not be imported by \(file.room)", on: ["import"]) { line in
      imported(line).map { !all.contains($0) } ?? false
    }
  }

  static func foundation(_ file: SourceFile) -> [String] {
    file.findings("Foundation costs start time", on: ["import"]) { imported($0) == "Foundation" }
  }

  private static func imported(_ line: Substring) -> String? {
    let pattern =
      /^\s*(?:@\S+\s+)*(?:(?:public|package|internal|private|fileprivate)\s+)?import\s+(?:(?:struct|class|enum|func|var|protocol|typealias|let)\s+)?(\w+)/
    return line.firstMatch(of: pattern).map { String($0.1) }
  }

  static func names(_ file: SourceFile) -> [String] {
    let parts = Set(["Manager", "Helper", "Utils", "Util", "Common", "Service"])
    func isBad(_ name: Substring) -> Bool {
      name.matches(of: /[A-Z][a-z]+/).contains { match in
        parts.contains(String(match.0)) || parts.contains(String(match.0.dropLast()))
      }
    }
    let pattern = /\b(?:class|struct|enum|actor|protocol|typealias|extension)\s+(\w+)/
    let types = file.findings("a name that says nothing", on: parts.sorted()) { line in
      line.firstMatch(of: pattern).map { isBad($0.1) } ?? false
    }
    return types + (isBad(file.name[...]) ? ["\(file.path): a name that says nothing"] : [])
  }

  /// Looks at comments too. The words are put together here, so that this file does not break its own rule.
  static func leftovers(_ file: SourceFile) -> [String] {
    let words = ["TO" + "DO", "FIX" + "ME", "X" + "XX"]
    let marks = file.lines.enumerated().filter { line in
      line.element.mentions(words)
        && line.element.split { !$0.isLetter }.contains { words.contains(String($0)) }
    }
    return marks.map { "\(file.path):\($0.offset + 1): left behind" }
      + file.findings("say what was expected with a precondition", on: ["fatal" + "Error("]) {
        _ in true
      }
  }

  /// Rooms that may ask for the time, a random number or a new id themselves.
  private static let impure: Set<String> = [
    "Accounts", "Network", "LocalServer", "Curses", "Scenes", "psst-bench",
  ]

  static func purity(_ file: SourceFile) -> [String] {
    let isRunner = file.room == "Sync" && file.name.hasPrefix("SyncRunner")
    if impure.contains(file.room) || isRunner { return [] }
    let pattern =
      #/
      \b (?: Date\(\) | Date\.now\b | (?: Continuous | Suspending ) Clock\b
        | clock_gettime\b | gettimeofday\b | time\(nil\)
        | UUID\(\) | arc4random | SystemRandomNumberGenerator\b )
      | \. (?: random\( | randomElement\( | shuffled?\(\) )
      /#
    let words = [
      "Date", "Clock", "clock_", "gettimeofday", "time(nil)", "UUID", "andom", "shuffle",
    ]
    return file.findings("time, randomness and ids come in with events", on: words) {
      $0.contains(pattern)
    }
  }

  static func sleeps(_ file: SourceFile) -> [String] {
    let pattern = /\bThread\.sleep\b|\bu?sleep\(|\bnanosleep\(|\bTask\.sleep\b/
    return file.findings("wait for a condition with a bound", on: ["sleep"]) {
      $0.contains(pattern)
    }
  }

  /// Files that are named by an extension of XMPP, and types that say they are one, which the list does not name.
  static func unlistedExtensions(_ files: [SourceFile], in list: SourceFile) -> [String] {
    let saying = /\b(?:enum|struct|class|extension)\s+(\w+)\s*:[^{]*\bExtension\b/
    let names = files.flatMap { file in
      file.name.matches(of: /^XEP\w+(?=\.swift)/).map(\.0)
        + file.code.matches(of: saying).map(\.1)
    }
    return Set(names).filter { !list.code.contains("\($0).self,") }.sorted()
      .map { "\(list.path): \($0) is not in the list" }
  }

  /// Tests whose names must begin with the requirement they prove.
  static func requirementIDs(_ file: SourceFile) -> [String] {
    let named = /func\s+`[SOPTDNACZIXMFG][0-9]+\s/
    return file.lines.enumerated().flatMap { number, line -> [String] in
      guard line.mentions(["func "]) && isTest(file.lines[...number]) else { return [] }
      return line.contains(named) ? [] : ["\(file.path):\(number + 1): names no requirement"]
    }
  }

  /// Whether the declaration in the last of the lines has `@Test` before it.
  private static func isTest(_ lines: ArraySlice<Substring>) -> Bool {
    if lines.last?.contains("@Test") == true { return true }
    let before = lines.dropLast().reversed().prefix { line in
      let words = line.trimmingPrefix { $0 == " " }
      return !words.isEmpty && !words.hasPrefix("}") && !words.contains("func ")
    }
    return before.contains { $0.contains("@Test") }
  }
}
