internal import Accounts
internal import Files
internal import Glibc
internal import Localization

/// The user's editor on a text: `$VISUAL`, `$EDITOR`, else `vi` (environ(7)).
enum ExternalEditor {
  private static var command: String {
    (getenv("VISUAL") ?? getenv("EDITOR")).map { String(cString: $0) } ?? "vi"
  }

  /// Why there is nothing of it; `nil` where it ended well.
  /// - Parameter status: of the shell (wait(2)), which ends with 126 or 127 where it finds no program (sh(1)).
  static func trouble(_ status: Int32) -> String? {
    switch status {
    case 0: nil
    case 126 << 8, 127 << 8: tr("The editor “\(command)” cannot be started: set EDITOR to another")
    default: tr("The editor ended with an error: your text is as it was")
    }
  }

  static func open(_ draft: EditorDraft) throws(ChildProgram.Refusal) -> ChildProgram {
    // A shell, because EDITOR may hold arguments; the file's name is none of its words.
    let words = ["/bin/sh", "-c", "\(command) \"$1\"", "sh", draft.file]
    return try ChildProgram(words, on: .terminal)
  }
}
