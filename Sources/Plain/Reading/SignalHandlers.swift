internal import Dispatch
internal import Glibc

/// Signals that a program handles itself (signal(7)), on a queue of their own: who writes may be stopped by Ctrl-S.
final class SignalHandlers {
  private let queue: DispatchQueue
  private var sources: [any DispatchSourceSignal] = []

  init(on queue: DispatchQueue = DispatchQueue(label: "psst.signals")) { self.queue = queue }

  /// Those that whoever started the program wants ignored stay so, as nohup(1) has it.
  func on(_ numbers: Int32..., handle: @escaping @Sendable (Int32) -> Void) {
    for number in numbers {
      let before = number == SIGCONT ? SIG_DFL : signal(number, SIG_IGN)
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { continue }
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { handle(number) }
      source.resume()
      sources.append(source)
    }
  }

  /// Ends the program as if it handled nothing, so that whoever started it sees by what it ended.
  static func die(of number: Int32) {
    signal(number, SIG_DFL)
    kill(getpid(), number)
  }
}
