public import Files
internal import Glibc
internal import Localization

/// Gets a password from the user without showing it, or from a file; never from the command line (Z3).
public enum PasswordPrompt {
  static let longest = 1024

  /// - Parameter source: a file's name, `-` for standard input, `nil` to ask on the terminal.
  public static func password(
    _ question: String, from source: String?
  ) throws(Failure) -> String {
    let bytes: [UInt8]
    switch source {
    case nil: bytes = try ask(question)
    case "-":
      bytes = try FileBytes.readAll(STDIN_FILENO, limit: longest, name: tr("standard input"))
    case let path?:
      let file = open(path, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { throw PrivateFile.refusal(tr("cannot read \(path)")) }
      defer { close(file) }
      bytes = try FileBytes.readAll(file, limit: longest, name: path)
    }
    guard let line = String(validating: bytes.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
    else { throw Failure(tr("the password is not UTF-8")) }
    guard !line.isEmpty else { throw Failure(tr("the password is empty")) }
    return line
  }

  private static func ask(_ question: String) throws(Failure) -> [UInt8] {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0 else {
      throw .usage(tr("there is no terminal to ask for the password: use --password-file FILE"))
    }
    defer { close(terminal) }
    var before = termios()
    guard tcgetattr(terminal, &before) == 0 else {
      throw PrivateFile.refusal(tr("cannot use the terminal"))
    }
    var silent = before
    silent.c_lflag &= ~tcflag_t(ECHO)
    silent.c_lflag |= tcflag_t(ECHONL)
    // Not interrupted half-way: the terminal would stay silent.
    var blocked = sigset_t()
    var old = sigset_t()
    sigemptyset(&blocked)
    for number in [SIGINT, SIGTERM, SIGTSTP, SIGHUP] { sigaddset(&blocked, number) }
    sigprocmask(SIG_BLOCK, &blocked, &old)
    tcsetattr(terminal, TCSAFLUSH, &silent)
    _ = FileBytes.writeAll(Array(question.utf8), to: terminal)
    var reader = LineReader(terminal, limit: longest)
    let line = reader.next()
    tcsetattr(terminal, TCSAFLUSH, &before)
    sigprocmask(SIG_SETMASK, &old, nil)
    guard case .text(let bytes) = line else { throw Failure(tr("no password was given")) }
    return bytes
  }
}
