import CTerminal
import Foundation
import Glibc

/// A program in a pseudo terminal, and what its screen shows (libvterm).
public final class TerminalSession: Pumped, Watchable {
  public let pid: Int32
  public private(set) var rows: Int
  public private(set) var columns: Int
  /// Every byte the program has written, as it came.
  public private(set) var output: [UInt8] = []
  /// Its exit code, or 128 + the signal's number; `nil` while it runs.
  public private(set) var exitCode: Int32?
  /// Called after each piece of output: a status that stands for one frame only is seen too.
  public var onFrame: ((TerminalSession) -> Void)?

  /// The terminal answers what it is asked; else the test does it in its place.
  public var answers = true

  private let name: String
  private var master: Int32
  private let screen: OpaquePointer
  private var unwritten: [UInt8] = []

  /// - Parameter environment: beside PATH, HOME, LANG (C.UTF-8) and TERM (xterm-256color).
  public init(
    _ command: [String], environment: [String: String] = [:], rows: Int = 24, columns: Int = 80
  ) throws {
    name = command.joined(separator: " ")
    self.rows = rows
    self.columns = columns
    var master: Int32 = -1
    pid = Arguments.withPointers(command) { argv in
      Arguments.withPointers(Arguments.environment(environment)) { envp in
        ct_spawn_on_terminal(argv, envp, Int32(rows), Int32(columns), &master)
      }
    }
    guard pid > 0, let screen = ct_screen_new(Int32(rows), Int32(columns)) else {
      throw Unmet("cannot start \(command): errno \(errno)")
    }
    self.master = master
    self.screen = screen
    Pump.add(self)
  }

  // MARK: What a person does

  /// The terminal takes nothing, as one behind a connection that hangs.
  public var isStalled = false

  public func type(_ text: String) { send(Array(text.utf8)) }

  public func press(_ keys: Key...) { keys.forEach { send($0.bytes) } }

  /// As a terminal with bracketed paste on sends it.
  public func paste(_ text: String) { type("\u{1B}[200~\(text)\u{1B}[201~") }

  public func send(_ bytes: [UInt8]) { unwritten += bytes }

  public func resize(rows: Int, columns: Int) {
    self.rows = rows
    self.columns = columns
    ct_screen_resize(screen, Int32(rows), Int32(columns))
    _ = ct_set_window_size(master, Int32(rows), Int32(columns))
  }

  public func signal(_ number: Int32) {
    if exitCode == nil { kill(pid, number) }
  }

  /// Stopped, as by Ctrl-Z (proc(5)).
  public var isStopped: Bool {
    let line = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? ""
    return line.split(separator: ")").last?.split(separator: " ").first == "T"
  }

  // MARK: What a person sees

  /// The cells of a row, from the left.
  public func cells(inRow row: Int) -> [Cell] {
    (0..<columns).compactMap { column in
      var cell = ct_cell()
      return ct_screen_cell(screen, Int32(row), Int32(column), &cell) ? Cell(cell) : nil
    }
  }

  /// The rows as text, without the blanks at their ends.
  public var lines: [String] {
    (0..<rows).map { row in
      let text = cells(inRow: row).map(\.text).joined()
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
  }

  public var text: String { lines.joined(separator: "\n") }

  public func contains(_ text: String) -> Bool { lines.contains { $0.contains(text) } }

  public func row(containing text: String) -> Int? { lines.firstIndex { $0.contains(text) } }

  /// The cell where the text begins, at its first place on the screen.
  public func cell(at text: String) -> Cell? {
    for row in 0..<rows {
      let cells = cells(inRow: row)
      for start in cells.indices {
        let rest = cells[start...].map(\.text).joined()
        if !cells[start].text.isEmpty && rest.hasPrefix(text) { return cells[start] }
      }
    }
    return nil
  }

  public var cursor: (row: Int, column: Int, isVisible: Bool) {
    var row: Int32 = 0
    var column: Int32 = 0
    var isVisible = false
    ct_screen_cursor(screen, &row, &column, &isVisible)
    return (Int(row), Int(column), isVisible)
  }

  public var isOnAlternateScreen: Bool { ct_screen_is_alternate(screen) }
  public var bells: Int { Int(ct_screen_bells(screen)) }
  public var title: String { String(cString: ct_screen_title(screen)) }

  // MARK: Waiting

  public func wait(for text: String, bound: Double = 10, line: Int = #line) throws {
    try waitUntil("“\(text)” on the screen", bound: bound, line: line) { $0.contains(text) }
    Pump.settle()
  }

  public func waitUntilGone(_ text: String, bound: Double = 10, line: Int = #line) throws {
    try waitUntil("“\(text)” to leave the screen", bound: bound, line: line) { !$0.contains(text) }
  }

  @discardableResult
  public func waitForEnd(bound: Double = 10, line: Int = #line) throws -> Int32 {
    try waitUntil("the end of the program", bound: bound, line: line) { $0.hasEnded }
    // What it wrote last may come after its end (tty(4)); what it left behind may hold the terminal for ever.
    _ = Pump.wait(bound: 1) { master < 0 }
    return exitCode ?? -1
  }

  /// Ends it as a power cut would, and waits until it is gone.
  public func killHard() throws {
    signal(SIGKILL)
    try waitForEnd()
  }

  public var hasEnded: Bool {
    if exitCode == nil {
      let code = ct_wait_for_end(pid, 0)
      if code != -1 { exitCode = code }
    }
    // Not until the terminal is closed too: a server it left behind may hold it.
    return exitCode != nil
  }

  /// The screen in a frame, for a failure's message.
  public var report: String {
    let edge = String(repeating: "─", count: columns)
    let body = lines.map { line in
      "│" + line + String(repeating: " ", count: max(0, columns - line.count)) + "│"
    }
    let state = exitCode.map { "ended: \($0)" } ?? "running"
    return (["\(name) (\(state))", "╭\(edge)╮"] + body + ["╰\(edge)╯"]).joined(separator: "\n")
  }

  // MARK: The wire to the program

  var interests: [pollfd] {
    guard master >= 0 else { return [] }
    let events = (isStalled ? 0 : POLLIN) | (unwritten.isEmpty ? 0 : POLLOUT)
    return [pollfd(fd: master, events: Int16(events), revents: 0)]
  }

  func serve(_ ready: [pollfd]) {
    for one in ready {
      if one.revents & Int16(POLLOUT) != 0 { flush() }
      if one.revents & ~Int16(POLLOUT) != 0 { readOutput() }
    }
  }

  private func flush() {
    let count = Descriptor.write(master, unwritten)
    // Keys pressed on a program that has just ended go nowhere.
    unwritten.removeFirst(count < 0 ? unwritten.count : count)
  }

  private func readOutput() {
    let (bytes, isClosed) = Descriptor.read(master)
    output += bytes
    ct_screen_feed(screen, bytes, bytes.count)
    var answer = [UInt8](repeating: 0, count: 4_096)
    let count = ct_screen_answer(screen, &answer, answer.count)
    if answers { unwritten += answer[..<count] }
    if !bytes.isEmpty { onFrame?(self) }
    if isClosed {
      close(master)
      master = -1
    }
  }

  /// A program that still runs when its test is done is ended.
  deinit {
    if exitCode == nil {
      kill(pid, SIGKILL)
      _ = ct_wait_for_end(pid, 2_000)
    }
    if master >= 0 { close(master) }
    ct_screen_free(screen)
  }
}
