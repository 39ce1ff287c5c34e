internal import Accounts
internal import Glibc

/// The user's editor on a text: `$VISUAL`, `$EDITOR`, else `vi` (environ(7)).
enum ExternalEditor {
  /// Blocks until the editor ends; `nil` where it could not run, or ended with an error.
  static func edit(_ draft: EditorDraft) -> String? {
    let editor = getenv("VISUAL") ?? getenv("EDITOR")
    let command = editor.map { String(cString: $0) } ?? "vi"
    // A shell, because EDITOR may hold arguments; the file's name is none of its words.
    let words = ["/bin/sh", "-c", "\(command) \"$1\"", "sh", draft.file]
    guard (try? ChildProgram(words, on: .terminal))?.wait() == 0 else { return nil }
    return draft.text()
  }
}
