public import Files
internal import Glibc

/// Lines for the user, clean (Z2).
public enum Output {
  @discardableResult public static func say(_ lines: [String]) -> ExitCode {
    let clean = lines.map { PlainWording.standard.clean($0) + "\n" }.joined()
    return FileBytes.writeAll(Array(clean.utf8), to: STDOUT_FILENO) ? .done : .failed
  }

  /// A line to standard error.
  public static func complain(_ line: String) {
    _ = FileBytes.writeAll(
      Array((PlainWording.standard.clean(line) + "\n").utf8), to: STDERR_FILENO)
  }
}
