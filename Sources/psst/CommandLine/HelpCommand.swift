internal import Files
internal import Glibc
internal import Plain
internal import Screen

/// `psst help`, and what it makes for packages and shells.
extension Commands {
  func help() throws -> ExitCode {
    if let page = arguments.options["man"].flatMap(ManPage.init(rawValue:)) {
      return Self.print(page.text)
    }
    if let shell = arguments.options["completion"].flatMap(Completion.init(rawValue:)) {
      return Self.print(shell.text)
    }
    if let kind = arguments.options["names"].flatMap(NameKind.init(rawValue:)) {
      return Output.say(kind.safeNames(self))
    }
    let words = arguments.operands
    if words.isEmpty { return Output.say(HelpText.lines) }
    if let row = CommandTable.row(words) { return Output.say(HelpText.lines(of: row)) }
    let lines = HelpText.lines(below: words)
    guard lines.isEmpty else { return Output.say(lines) }
    let known = CommandTable.commands.map { $0.words.joined(separator: " ") }
    let name = words.joined(separator: " ")
    throw Failure.usage(
      "there is no command \"\(name)\"\(NearestWord.suggestion(for: name, among: known))")
  }

  /// Line feeds and all, as it was made.
  private static func print(_ text: String) -> ExitCode {
    FileBytes.writeAll(Array(text.utf8), to: STDOUT_FILENO) ? .done : .failed
  }
}
