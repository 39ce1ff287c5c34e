public import Files
internal import Glibc
internal import Localization

/// Lines for the user, clean (Z2).
public enum Output {
  @discardableResult public static func say(_ lines: [String]) -> ExitCode {
    let clean = lines.map { PlainWording.standard.clean($0) + "\n" }.joined()
    return write(Array(clean.utf8)) ? .done : .failed
  }

  /// Says why where it cannot; nothing where nobody reads it any more.
  static func write(_ bytes: [UInt8]) -> Bool {
    if FileBytes.writeAll(bytes, to: STDOUT_FILENO) { return true }
    if errno != EPIPE {
      complain(tr("psst: the output cannot be written: \(String(cString: strerror(errno)))"))
    }
    return false
  }

  /// A line to standard error.
  public static func complain(_ line: String) {
    _ = FileBytes.writeAll(
      Array((PlainWording.standard.clean(line) + "\n").utf8), to: STDERR_FILENO)
  }
}
