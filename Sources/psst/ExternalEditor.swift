internal import Glibc

/// The user's editor on a text: `$VISUAL`, `$EDITOR`, else `vi` (environ(7)).
enum ExternalEditor {
  /// Blocks until the editor ends; `nil` where it could not run, or ended with an error.
  static func edit(_ text: String) -> String? {
    var path = Array("/tmp/psst-XXXXXX.txt".utf8CString)
    let file = mkstemps(&path, 4)
    guard file >= 0 else { return nil }
    defer { unlink(path) }
    let isWritten = Array(text.utf8).withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    close(file)
    guard isWritten == text.utf8.count, run(path) else { return nil }
    return contents(path)
  }

  private static func run(_ path: [CChar]) -> Bool {
    let editor = getenv("VISUAL") ?? getenv("EDITOR")
    let command = editor.map { String(cString: $0) } ?? "vi"
    let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // A shell, because EDITOR may hold arguments; the file name is ours and has no special characters.
    let words = ["/bin/sh", "-c", "\(command) \(name)"]
    return (try? ChildProgram(words, on: .terminal))?.wait() == 0
  }

  private static func contents(_ path: [CChar]) -> String? {
    guard let stream = fopen(path, "r") else { return nil }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 16384)
    while case let count = fread(&block, 1, block.count, stream), count > 0 {
      bytes += block[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
