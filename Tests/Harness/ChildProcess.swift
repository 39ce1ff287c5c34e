import CTerminal
import Glibc

/// A program on three pipes, without a terminal.
public final class ChildProcess: Pumped, Watchable {
  public let pid: Int32
  /// All it has written so far.
  public private(set) var output: [UInt8] = []
  public private(set) var errors: [UInt8] = []
  /// Its exit code, or 128 + the signal's number; `nil` while it runs.
  public private(set) var exitCode: Int32?

  private let command: [String]
  private var pipes: [Int32]
  private var unwritten: [UInt8] = []
  private var inputEnds = false

  /// - Parameter environment: beside PATH, HOME, LANG and TERM.
  public init(_ command: [String], environment: [String: String] = [:]) throws {
    self.command = command
    var pipes: [Int32] = [-1, -1, -1]
    pid = Arguments.withPointers(command) { argv in
      Arguments.withPointers(Arguments.environment(environment)) { envp in
        ct_spawn_on_pipes(argv, envp, &pipes)
      }
    }
    self.pipes = pipes
    if pid < 0 { throw Unmet("cannot start \(command): errno \(errno)") }
    Pump.add(self)
  }

  public var outputText: String { String(decoding: output, as: UTF8.self) }
  public var errorText: String { String(decoding: errors, as: UTF8.self) }

  public func write(_ text: String) {
    unwritten += Array(text.utf8)
  }

  /// Its input ends after what was written.
  public func endInput() {
    inputEnds = true
  }

  @discardableResult
  public func waitForEnd(bound: Double = 20, line: Int = #line) throws -> Int32 {
    try waitUntil("the end of the program", bound: bound, line: line) { $0.hasEnded }
    return exitCode ?? -1
  }

  public func signal(_ number: Int32) {
    if exitCode == nil { kill(pid, number) }
  }

  public var hasEnded: Bool {
    if exitCode == nil {
      let code = ct_wait_for_end(pid, 0)
      if code != -1 { exitCode = code }
    }
    return exitCode != nil && pipes[1] < 0 && pipes[2] < 0
  }

  public var report: String {
    """
    \(command.joined(separator: " ")) (\(exitCode.map { "ended: \($0)" } ?? "running"))
    output: \(outputText)
    errors: \(errorText)
    """
  }

  var interests: [pollfd] {
    var all: [pollfd] = []
    if pipes[0] >= 0 && (inputEnds || !unwritten.isEmpty) {
      all.append(pollfd(fd: pipes[0], events: Int16(POLLOUT), revents: 0))
    }
    for pipe in pipes[1...] where pipe >= 0 {
      all.append(pollfd(fd: pipe, events: Int16(POLLIN), revents: 0))
    }
    return all
  }

  func serve(_ ready: [pollfd]) {
    for one in ready {
      switch pipes.firstIndex(of: one.fd) {
      case 0: feed()
      case 1: output += readPipe(1)
      default: errors += readPipe(2)
      }
    }
  }

  private func feed() {
    let count = Descriptor.write(pipes[0], unwritten)
    unwritten.removeFirst(max(count, 0))
    if count < 0 || (unwritten.isEmpty && inputEnds) { closePipe(0) }
  }

  private func readPipe(_ index: Int) -> [UInt8] {
    let (bytes, isClosed) = Descriptor.read(pipes[index])
    if isClosed { closePipe(index) }
    return bytes
  }

  private func closePipe(_ index: Int) {
    close(pipes[index])
    pipes[index] = -1
  }

  /// A program that still runs when its test is done is ended.
  deinit {
    if exitCode == nil {
      kill(pid, SIGKILL)
      _ = ct_wait_for_end(pid, 2_000)
    }
    for pipe in pipes where pipe >= 0 { close(pipe) }
  }
}
