internal import Files
internal import Glibc
internal import Model
internal import Plain

/// Asks for what a server's form wants to know, a line each.
enum FormPrompt {
  static func fill(_ asked: DataForm) throws(Failure) -> DataForm {
    guard isatty(STDIN_FILENO) != 0, isatty(STDERR_FILENO) != 0 else {
      let wanted = asked.fields.filter(\.isAsked).map {
        $0.label.isEmpty ? $0.name ?? "" : $0.label
      }
      throw Failure(
        "the server asks for \(wanted.joined(separator: ", ")): register on a terminal")
    }
    var form = asked
    say(form.instructions)
    for index in form.fields.indices {
      let field = form.fields[index]
      if field.kind == .fixed { say(field.values.joined(separator: "\n")) }
      guard field.isAsked else { continue }
      field.media.forEach { say("Look at \($0)") }
      form.fields[index].values = try answer(field)
    }
    return form
  }

  private static func answer(_ field: DataForm.Field) throws(Failure) -> [String] {
    let label = field.label.isEmpty ? field.name ?? "" : field.label
    for option in field.options.prefix(50) { say("  \(option.value)  \(option.label)") }
    while true {
      write("\(label)\(field.isRequired ? "" : " (may be empty)"): ")
      guard let line = readLine() else { throw Failure("the server's form was not filled in") }
      if !line.isEmpty { return [line] }
      if !field.isRequired { return field.values }
    }
  }

  private static func say(_ text: String) { if !text.isEmpty { write(text + "\n") } }

  private static func write(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let clean = lines.map { PlainWording.standard.clean(String($0)) }.joined(separator: "\n")
    _ = FileBytes.writeAll(Array(clean.utf8), to: STDERR_FILENO)
  }
}

extension DataForm.Field {
  /// Somebody must say it: not what was typed already.
  fileprivate var isAsked: Bool {
    kind != .hidden && kind != .fixed && name != "username" && name != "password"
  }
}
