internal import Dispatch
internal import Files
internal import Glibc

/// Opens an address of the web with the user's program for that: `$BROWSER`, else `xdg-open`; and files with the latter.
enum LinkOpener {
  /// Returns at once; `nil` when the program was started, else why not, in words.
  static func open(_ link: String) -> String? {
    let program = getenv("BROWSER").map { String(cString: $0) } ?? ""
    return start(program.isEmpty ? "xdg-open" : program, link)
  }

  /// The same of an absolute path.
  static func open(file path: String) -> String? { start("xdg-open", path) }

  private static func start(_ name: String, _ link: String) -> String? {
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
