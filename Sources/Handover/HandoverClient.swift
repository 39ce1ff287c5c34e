public import Files
internal import Glibc

/// Asks the program that owns the account.
public enum HandoverClient {
  public enum Ending: Equatable {
    /// Nobody listens there.
    case nobody
    /// The last line of the answer, `nil` where the owner went away without a word.
    case answered(HandoverAnswer?)
  }

  /// Blocks until the answer's end or `mostAnswers` of its lines, or `patience` seconds of silence.
  public static func ask(
    _ request: HandoverRequest, at path: String, timeout: Int, mostAnswers: Int = .max,
    each: (HandoverAnswer) -> Void = { _ in }
  ) throws(Failure) -> Ending {
    let line = try JSONLine.encode(request)
    guard let descriptor = try LocalSocket.connect(to: path, timeout: timeout) else {
      return .nobody
    }
    defer { close(descriptor) }
    guard LocalSocket.send(line + [0x0A], to: descriptor) else { return .answered(nil) }
    shutdown(descriptor, Int32(SHUT_WR))
    // An answer repeats at most one text, with a few words around it.
    var reader = LineReader(descriptor, limit: 2 * HandoverRequest.longestLine)
    var last: HandoverAnswer?
    var left = mostAnswers
    while left > 0, case .text(let line) = reader.next() {
      let answer = try JSONLine.decode(HandoverAnswer.self, from: line)
      each(answer)
      last = answer
      left -= 1
    }
    return .answered(last)
  }
}
