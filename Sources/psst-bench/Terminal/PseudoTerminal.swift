internal import CPlatform
internal import Glibc

/// A program in a pseudo terminal, with the time of everything it writes.
final class PseudoTerminal {
  let process: Int32
  /// When it was started, on ``Stopwatch``.
  let started: Int64
  private let descriptor: Int32
  /// All it has written so far.
  private(set) var output: [UInt8] = []
  /// When the last of it came.
  private(set) var lastHeard: Int64
  private(set) var isOver = false

  /// - Parameter environment: beside PATH, USER, LANG and TERM.
  init(
    _ command: [String], environment: [String: String], rows: Int32 = 40, columns: Int32 = 120
  ) throws {
    var all = ["LANG": "C.UTF-8", "TERM": "xterm-256color", "SWIFT_BACKTRACE": "enable=no"]
    for name in ["PATH", "USER", "HOME"] { all[name] = getenv(name).map { String(cString: $0) } }
    all.merge(environment) { $1 }
    var master: Int32 = -1
    let words = Self.pointers(command)
    let variables = Self.pointers(all.map { "\($0)=\($1)" })
    defer { (words + variables).forEach { free($0) } }
    started = Stopwatch.now
    lastHeard = started
    process = psst_spawn_on_terminal(words, variables, rows, columns, &master)
    guard process > 0 else { throw BenchError("cannot start \(command[0]): errno \(-process)") }
    descriptor = master
  }

  private static func pointers(_ words: [String]) -> [UnsafeMutablePointer<CChar>?] {
    words.map { strdup($0) } + [nil]
  }

  deinit {
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
    close(descriptor)
  }

  // MARK: In and out

  /// Returns when the first byte was written.
  @discardableResult func write(_ text: String) -> Int64 {
    let start = Stopwatch.now
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else { hear(milliseconds: 10) }
    }
    return start
  }

  /// Takes what there is, waiting at most so long; `false` where nothing came.
  @discardableResult func hear(milliseconds: Int32) -> Bool {
    var query = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&query, 1, milliseconds) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    guard count > 0 else {
      isOver = count == 0 || errno == EIO
      return false
    }
    lastHeard = Stopwatch.now
    output += buffer[..<count]
    return true
  }

  /// Where the output ends now: a place to look from.
  var mark: Int { output.count }

  /// Waits for a text after a mark; returns when the bytes that complete it came.
  func wait(for text: String, from mark: Int, seconds: Double = 30) throws -> Int64 {
    let wanted = Array(text.utf8)
    var from = mark
    let limit = Stopwatch.now + Int64(seconds * 1e9)
    while true {
      if contains(wanted, from: from) { return lastHeard }
      from = max(mark, output.count - wanted.count)
      guard Stopwatch.now < limit, !isOver else {
        throw BenchError("waited in vain for \"\(text)\"; the last was:\n\(tail)")
      }
      hear(milliseconds: 100)
    }
  }

  /// Waits for the first byte after a mark; returns when it came.
  func waitForByte(from mark: Int, seconds: Double = 5) throws -> Int64 {
    let limit = Stopwatch.now + Int64(seconds * 1e9)
    while output.count == mark {
      guard Stopwatch.now < limit, !isOver else { throw BenchError("no answer; \(tail)") }
      hear(milliseconds: 100)
    }
    return lastHeard
  }

  /// Types a word into psst's composer and waits until it stands there.
  func compose(_ word: String) throws {
    let mark = mark
    write(word)
    _ = try wait(for: word, from: mark)
    settle(milliseconds: 15, atMost: 0.05)
  }

  /// Milliseconds from Enter until a composed word stands in the pane, which it does a second time.
  func send(_ word: String) throws -> Double {
    try compose(word)
    let mark = mark
    let pressed = write("\r")
    return Double(try wait(for: word, from: mark) - pressed) / 1e6
  }

  /// Waits until nothing has come for so long.
  func settle(milliseconds: Int32, atMost seconds: Double = 10) {
    let limit = Stopwatch.now + Int64(seconds * 1e9)
    while hear(milliseconds: milliseconds), Stopwatch.now < limit {}
  }

  private func contains(_ wanted: [UInt8], from start: Int) -> Bool {
    guard start + wanted.count <= output.count else { return false }
    return output.withUnsafeBytes { all in
      (start...(all.count - wanted.count)).contains {
        all[$0] == wanted[0] && memcmp(all.baseAddress! + $0, wanted, wanted.count) == 0
      }
    }
  }

  /// The end of its output, for error texts.
  var tail: String {
    String(decoding: output.suffix(1_500), as: UTF8.self).filter { $0 == "\n" || $0 >= " " }
  }

  /// Ends it as its user would be unable to prevent.
  func end() {
    kill(process, SIGTERM)
    let limit = Stopwatch.now + 3_000_000_000
    while !isOver, Stopwatch.now < limit { hear(milliseconds: 50) }
  }
}
