internal import Dispatch
internal import Glibc

/// The terminal on standard input while ``TypedLine`` keeps what is typed in it: it neither shows keys nor waits
/// for the end of a line (termios(3)), and is given back as it was.
final class LineTerminal {
  private var before = termios()
  private var signals: [any DispatchSourceSignal] = []
  /// Of its own: who writes may be stopped by Ctrl-S.
  private let queue = DispatchQueue(label: "psst.signals")
  private let resumed: @Sendable () -> Void

  /// `nil` where somebody else shows what is typed, as Emacs does.
  /// - Parameter resumed: the program goes on after it was stopped; called on a queue of its own.
  init?(resumed: @escaping @Sendable () -> Void) {
    self.resumed = resumed
    let wanted = tcflag_t(ECHO | ICANON)
    guard isatty(STDOUT_FILENO) != 0, tcgetattr(STDIN_FILENO, &before) == 0,
      before.c_lflag & wanted == wanted
    else { return nil }
    begin()
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { onSignal(number) { $0.die(of: number) } }
    onSignal(SIGTSTP) { $0.stop() }
    onSignal(SIGCONT) { terminal in
      terminal.begin()
      terminal.resumed()
    }
  }

  /// 80 where the terminal does not know.
  static var columns: Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// In the background the terminal is the shell's.
  private func begin() {
    guard tcgetpgrp(STDIN_FILENO) == getpgrp() else { return }
    var modes = before
    modes.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN)
    withUnsafeMutableBytes(of: &modes.c_cc) { keys in
      (keys[Int(VMIN)], keys[Int(VTIME)]) = (1, 0)
    }
    tcsetattr(STDIN_FILENO, TCSANOW, &modes)
  }

  func end() {
    guard tcgetpgrp(STDIN_FILENO) == getpgrp() else { return }
    tcsetattr(STDIN_FILENO, TCSANOW, &before)
  }

  private func die(of number: Int32) {
    end()
    signal(number, SIG_DFL)
    kill(getpid(), number)
  }

  private func stop() {
    end()
    kill(getpid(), SIGSTOP)
  }

  private func onSignal(_ number: Int32, _ body: @escaping (LineTerminal) -> Void) {
    if number != SIGCONT { signal(number, SIG_IGN) }
    let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
    source.setEventHandler { [weak self] in if let self { body(self) } }
    source.resume()
    signals.append(source)
  }
}
