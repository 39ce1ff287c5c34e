internal import Accounts
internal import Files
internal import Glibc

/// The user's editor on a text: `$VISUAL`, `$EDITOR`, else `vi` (environ(7)).
enum ExternalEditor {
  static func open(_ draft: EditorDraft) throws(ChildProgram.Refusal) -> ChildProgram {
    let editor = getenv("VISUAL") ?? getenv("EDITOR")
    let command = editor.map { String(cString: $0) } ?? "vi"
    // A shell, because EDITOR may hold arguments; the file's name is none of its words.
    let words = ["/bin/sh", "-c", "\(command) \"$1\"", "sh", draft.file]
    return try ChildProgram(words, on: .terminal)
  }
}
