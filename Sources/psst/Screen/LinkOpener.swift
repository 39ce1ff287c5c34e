internal import Dispatch
internal import Glibc

/// Opens an address of the web with the user's program for that: `$BROWSER`, else `xdg-open`.
enum LinkOpener {
  /// Returns at once; `nil` when the program was started, else why not, in words.
  static func open(_ link: String) -> String? {
    let program = getenv("BROWSER").map { String(cString: $0) } ?? ""
    let name = program.isEmpty ? "xdg-open" : program
    // An argument and no shell: nothing in an address is a command.
    do throws(ChildProgram.Refusal) {
      let child = try ChildProgram([name, link], on: .background)
      DispatchQueue.global(qos: .utility).async { child.wait() }
      return nil
    } catch {
      return "\(name): \(error.words)"
    }
  }
}
