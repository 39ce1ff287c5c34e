internal import Dispatch
internal import Files
internal import Glibc

/// The paste buffer of tmux, where psst runs in it: what a program says to the terminal's clipboard tmux ignores as it
/// comes (tmux(1), `set-clipboard external`).
enum TmuxBuffer {
  /// Hands a text over, and tmux hands it to the terminal (`load-buffer -w`). Returns at once; without tmux nothing is
  /// done.
  static func keep(_ text: String) {
    guard let place = ProcessEnvironment.variable("TMUX"), !place.isEmpty, let pipe = Pipe() else {
      return
    }
    let child = try? ChildProgram(
      ["tmux", "load-buffer", "-w", "-"], on: .background, input: pipe.reading)
    close(pipe.reading)
    DispatchQueue.global(qos: .utility).async {
      // A program that ends early is no reason to end: SIGPIPE is ignored.
      if child != nil { _ = FileBytes.writeAll(Array(text.utf8), to: pipe.writing) }
      close(pipe.writing)
      child?.wait()
    }
  }
}
