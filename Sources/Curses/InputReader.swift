internal import CNcurses
internal import Glibc
internal import Screen

/// Reads what was typed, pasted and clicked.
@MainActor struct InputReader {
  /// Bytes taken before the screen gets its turn.
  private static let batch = 256 << 10

  private var assembler: InputAssembler

  /// - Parameters:
  ///   - isAsked: the terminal was asked for something, and then what every terminal answers.
  ///   - isUTF8: the locale's encoding.
  init(isAsked: Bool, isUTF8: Bool) {
    assembler = InputAssembler(
      .ofTerminal(), isUTF8: isUTF8, bracketsPastes: TerminalModes.bracketsPastes)
    assembler.isAsked = isAsked
  }

  var answers: TerminalAnswers { assembler.answers }

  /// Answers may still come.
  var isAsked: Bool { assembler.isAsked }

  /// In how many milliseconds there is something to be read though nothing comes; `nil`: never.
  var timeout: Int64? { assembler.deadline.map { max(0, $0 - now) } }

  /// All that is there now.
  mutating func read() -> [Input] {
    var bytes: [UInt8] = []
    while bytes.count < Self.batch {
      let count = min(psst_available(), Self.batch - bytes.count)
      guard count > 0 else { break }
      let more = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        filled = max(0, Glibc.read(STDIN_FILENO, buffer.baseAddress, count))
      }
      guard !more.isEmpty else { break }
      bytes += more
    }
    return bytes.isEmpty ? assembler.pass(to: now) : assembler.feed(bytes, at: now)
  }

  /// Takes what the terminal has still to answer, so that it does not go to who has the terminal next. Waits
  /// for it no longer than so many milliseconds.
  mutating func readAnswers(within bound: Int64) {
    let end = now + bound
    while assembler.isAsked {
      var query = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      var bytes = [UInt8](repeating: 0, count: 256)
      guard poll(&query, 1, Int32(max(0, end - now))) > 0 else { break }
      let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
      guard count > 0 else { break }
      _ = assembler.feed(Array(bytes[..<count]), at: now)
    }
    assembler.isAsked = false
  }

  /// Milliseconds of a clock that only goes forward.
  private var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
