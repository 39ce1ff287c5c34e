internal import Files
internal import Screen

/// A command line, understood: which command, with what.
struct Arguments: Equatable, Sendable {
  var verb: Verb
  /// As many as the command's row names, in its order.
  var operands: [String] = []
  /// By name; the empty text for options without a value.
  var options: [String: String] = [:]
  /// The accounts that were named, in their order.
  var accounts: [String] = []

  init(
    verb: Verb, operands: [String] = [], options: [String: String] = [:], accounts: [String] = []
  ) {
    self.verb = verb
    self.operands = operands
    self.options = options
    self.accounts = accounts
  }

  /// Understands the words after the program's name; throws a ``Failure`` of code 2 otherwise.
  init(_ words: [String]) throws(Failure) {
    var reader = ArgumentReader(words: words)
    let row = try reader.readAll()
    self.init(
      verb: row.verb, operands: reader.operands, options: reader.options,
      accounts: reader.accounts)
    if options["help"] != nil, row.verb != .help { (verb, operands) = (.help, reader.command) }
    if options["version"] != nil { verb = .version }
    if verb == row.verb { try Self.count(operands, for: expected(row)) }
    if accounts.count > 1, verb != .open || has("plain") {
      throw .usage("only the full screen opens several accounts")
    }
  }

  /// A file is sent in the place of a text.
  private func expected(_ row: CommandRow) -> CommandRow {
    var row = row
    if verb == .send, has("file") { row.operands = ["TO"] }
    return row
  }

  func has(_ option: String) -> Bool { options[option] != nil }

  private static func count(_ operands: [String], for row: CommandRow) throws(Failure) {
    let name = row.words.joined(separator: " ")
    if row.isOpenEnded { return }
    if operands.count < row.operands.count {
      throw .usage("psst \(name) needs \(row.operands[operands.count])")
    }
    if operands.count > row.operands.count {
      let extra = operands[row.operands.count]
      let hint = row.verb == .send ? "; put the text in quotes" : ""
      throw .usage("psst \(name) does not take \"\(extra)\"\(hint)")
    }
  }
}

/// Walks over the words once and finds the command as it goes.
private struct ArgumentReader {
  var rest: ArraySlice<String>
  var command: [String] = []
  var operands: [String] = []
  var options: [String: String] = [:]
  var accounts: [String] = []
  private var given: [OptionRow] = []
  private var isOptionsEnded = false

  init(words: [String]) { rest = words[...] }

  mutating func readAll() throws(Failure) -> CommandRow {
    while let word = rest.popFirst() {
      if word == "--", !isOptionsEnded {
        isOptionsEnded = true
      } else if word == "-h", !isOptionsEnded {
        if options["help"] == nil { try readOption("help") }
      } else if word.hasPrefix("--"), !isOptionsEnded {
        try readOption(word.dropFirst(2))
      } else {
        try readWord(word)
      }
    }
    let asks = options["help"] != nil || options["version"] != nil
    guard let row = row(for: command) else {
      if asks { return CommandTable.commands[0] }
      throw .usage("psst \(command[0]) needs one of \(following(command).joined(separator: ", "))")
    }
    try check(row)
    return row
  }

  private func row(for words: [String]) -> CommandRow? { CommandTable.row(words) }

  /// The words that can come after these to name a command.
  private func following(_ words: [String]) -> [String] {
    let rows = CommandTable.rows(below: words)
    return rows.map { $0.words[words.count] }.reduce(into: []) {
      if !$0.contains($1) { $0.append($1) }
    }
  }

  private mutating func readWord(_ word: String) throws(Failure) {
    let known = following(command)
    if known.contains(word), operands.isEmpty {
      command.append(word)
    } else if row(for: command) == nil || command.isEmpty {
      let hint = NearestWord.suggestion(
        for: word, among: known + CommandTable.everywhere.map { "--" + $0.name })
      throw .usage("unknown command \"\((command + [word]).joined(separator: " "))\"\(hint)")
    } else {
      operands.append(word)
    }
  }

  private mutating func readOption(_ text: Substring) throws(Failure) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let all = CommandTable.everywhere + CommandTable.commands.flatMap(\.options)
    guard let row = all.first(where: { $0.name == name }) else {
      let names = all.filter { !$0.isHidden }.map { "--" + $0.name }
      let hint = NearestWord.suggestion(for: "--" + name, among: names)
      throw .usage("unknown option --\(name)\(hint)")
    }
    guard options[name] == nil || row.isRepeatable else {
      throw .usage("--\(name) is given twice")
    }
    let text = parts.count > 1 ? String(parts[1]) : nil
    let value = try value(of: own(name) ?? row, given: text)
    options[name] = value
    if row.isRepeatable { accounts.append(value) }
    given.append(row)
  }

  /// The option as the command takes it that was named so far: several have one of the same name.
  private func own(_ name: String) -> OptionRow? {
    row(for: command)?.options.first { $0.name == name }
  }

  private mutating func value(of row: OptionRow, given: String?) throws(Failure) -> String {
    guard let valueName = row.value else {
      if given != nil { throw .usage("--\(row.name) takes no value") }
      return ""
    }
    guard let value = given ?? rest.popFirst(), !value.isEmpty else {
      throw .usage("--\(row.name) needs \(valueName)")
    }
    if !row.choices.isEmpty, !row.choices.contains(value) {
      let choices = row.choices.joined(separator: " or ")
      let hint = NearestWord.suggestion(for: value, among: row.choices)
      throw .usage("--\(row.name) takes \(choices), not \"\(value)\"\(hint)")
    }
    return value
  }

  /// Options of one command do not go with another, and none is there that would do nothing.
  private func check(_ row: CommandRow) throws(Failure) {
    let asks = options["help"] != nil || options["version"] != nil
    if asks { return }
    let allowed = row.allOptions
    let name = (["psst"] + row.words).joined(separator: " ")
    for option in given {
      guard let known = allowed.first(where: { $0.name == option.name }) else {
        throw .usage("\(name) does not take --\(option.name)")
      }
      if let other = known.excludes.first(where: { options[$0] != nil }) {
        throw .usage("\(name): --\(option.name) and --\(other) do not go together")
      }
      if !known.needs.isEmpty, !known.needs.contains(where: { options[$0] != nil }) {
        let needed = known.needs.map { "--" + $0 }.joined(separator: " or ")
        throw .usage("\(name): --\(option.name) needs \(needed)")
      }
    }
  }
}
