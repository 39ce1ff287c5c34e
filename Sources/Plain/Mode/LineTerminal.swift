internal import Glibc

/// The terminal on standard input while ``TypedLine`` keeps what is typed in it: it neither shows keys nor waits
/// for the end of a line (termios(3)), and is given back as it was.
struct LineTerminal: Sendable {
  private let before: termios

  /// `nil` where somebody else shows what is typed, as Emacs does.
  init?() {
    let wanted = tcflag_t(ECHO | ICANON)
    var modes = termios()
    guard isatty(STDOUT_FILENO) != 0, tcgetattr(STDIN_FILENO, &modes) == 0,
      modes.c_lflag & wanted == wanted
    else { return nil }
    before = modes
    begin()
  }

  /// 80 where the terminal does not know.
  static var columns: Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// In the background the terminal is the shell's.
  func begin() {
    guard tcgetpgrp(STDIN_FILENO) == getpgrp() else { return }
    var modes = before
    modes.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN)
    withUnsafeMutableBytes(of: &modes.c_cc) { keys in
      (keys[Int(VMIN)], keys[Int(VTIME)]) = (1, 0)
    }
    tcsetattr(STDIN_FILENO, TCSANOW, &modes)
  }

  /// What was stopped by Ctrl-S is let go on as well.
  func end() {
    guard tcgetpgrp(STDIN_FILENO) == getpgrp() else { return }
    tcflow(STDOUT_FILENO, TCOON)
    withUnsafePointer(to: before) { _ = tcsetattr(STDIN_FILENO, TCSANOW, $0) }
  }

  /// In the background until SIGCONT.
  func stop() {
    end()
    kill(getpid(), SIGSTOP)
  }
}
