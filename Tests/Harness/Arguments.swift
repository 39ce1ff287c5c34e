import Glibc

/// C arrays for exec.
enum Arguments {
  static func withPointers<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return body(copies + [nil])
  }

  /// The environment of every program under test: what it needs to be found, and what the test says.
  static func environment(_ own: [String: String]) -> [String] {
    var all = [
      "LANG": "C.UTF-8", "TERM": "xterm-256color",
      // A crash is to end the program, not to stop it in front of a debugger's question.
      "SWIFT_BACKTRACE": "enable=no",
    ]
    for name in ["PATH", "HOME", "USER", "TMPDIR", "LD_LIBRARY_PATH"] {
      all[name] = getenv(name).map { String(cString: $0) }
    }
    return all.merging(own) { $1 }.map { "\($0)=\($1)" }.sorted()
  }
}
