public import Accounts
internal import Dispatch
public import Files
internal import Glibc
internal import Handover
internal import Localization
public import Model
internal import Sync
internal import Synchronization

/// Plain mode on standard input and output.
public final class PlainProgram: Sendable {
  /// Seconds after the end of input that what waits is tried for.
  static let timeout = 30
  /// Seconds that a signal leaves to say goodbye.
  static let lastSeconds = 5

  /// Blocks of input that wait to be carried out: a pipe that is faster than the disk is read no further.
  private static let mostUnhandled = 16

  /// Confined to `queue`.
  private final class State: @unchecked Sendable {
    var mode: PlainMode
    var lastInput = SyncRunner.now().uptime
    var isInputEnded = false
    var isPaused = false
    var exitCode: ExitCode?
    var runner: SyncRunner?
    /// `nil` where the input is no terminal.
    var terminal: LineTerminal?
    var typed = TypedLine(limit: HandoverRequest.longestLine)
    var signals = SignalHandlers()
    init(_ mode: PlainMode) { self.mode = mode }
  }

  private let context: AccountContext
  private let choices: [Intent]
  private let complaints: [String]
  private let queue = DispatchQueue(label: "psst.plain")
  private let done = DispatchSemaphore(value: 0)
  private let slots = DispatchSemaphore(value: mostUnhandled)
  private let state: State
  /// The signal that ends it; 0 while there is none.
  private let interruption = Atomic<Int32>(0)
  private let isTerminal = isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0

  /// - Parameters:
  ///   - choices: what the user set; the rest stays as it was chosen last.
  ///   - complaints: what is wrong in the configuration, told at the start.
  ///   - tellsJoins: who comes to groups and goes is told (G4).
  public init(
    _ context: AccountContext, choices: [Intent], complaints: [String], tellsJoins: Bool = true
  ) {
    self.context = context
    self.choices = choices
    self.complaints = complaints
    state = State(
      PlainMode(
        account: context.stored.account.jid, isPrivate: context.stored.account.isPrivate,
        counts: OutboxCounts(), wording: .standard))
    state.mode.rooms.tellsJoins = tellsJoins
    state.mode.isUnattended = isatty(STDIN_FILENO) == 0
    // What goes into a file or a program says all, and the same as ever.
    state.mode.isNumbered = isTerminal
    state.mode.volume = isTerminal ? .normal : .verbose
  }

  /// Runs to the end of input, or `/quit`; blocks.
  public func run() throws(Failure) -> ExitCode {
    guard let owned = try OwnedEngine(context, publish: { [self] in published($0) }) else {
      let name = context.stored.account.jid
      throw Failure(
        tr("psst is open with \(name) already; psst send and psst queue work"), code: .tryAgain)
    }
    for line in complaints { Output.complain("psst: \(line)") }
    owned.start { [self] entries in queue.async { [self] in begin(owned.runner, entries) } }
    choices.forEach(owned.runner.submit)
    done.wait()
    owned.stop()
    let code = queue.sync { () -> ExitCode in
      state.terminal?.end()
      return state.exitCode ?? .failed
    }
    let number = interruption.load(ordering: .relaxed)
    if number != 0 {
      context.log.flush()
      SignalHandlers.die(of: number)
    }
    return code
  }

  /// What the disk has was published; now the input is read.
  private func begin(_ runner: SyncRunner, _ entries: [OutboxEntry]) {
    guard state.exitCode == nil else { return }
    state.runner = runner
    perform(state.mode.apply(.outbox(OutboxCounts(entries))))
    if isTerminal {
      state.terminal = LineTerminal()
      perform([.say(tr("/to NAME talks to somebody, /help lists all that can be said"))])
    }
    handleSignals(with: state.terminal)
    let isTyped = state.terminal != nil
    DispatchQueue(label: "psst.input").async { [self] in
      if isTyped { readKeys() } else { readInput() }
    }
  }

  private func handleSignals(with terminal: LineTerminal?) {
    state.signals.on(SIGINT, SIGTERM, SIGHUP, SIGQUIT) { [self] number in
      terminal?.end()
      interrupted(by: number)
    }
    guard let terminal else { return }
    state.signals.on(SIGTSTP) { _ in terminal.stop() }
    state.signals.on(SIGCONT) { [self] _ in
      terminal.begin()
      queue.async { [self] in write(state.typed.hidden + state.typed.shown) }
    }
  }

  /// The server is told, so that the others see it at once. Whoever asks again waits for nothing.
  private func interrupted(by number: Int32) {
    let first = interruption.exchange(number, ordering: .relaxed)
    if first != 0 { return SignalHandlers.die(of: number) }
    queue.async { [self] in finish() }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Self.lastSeconds)) {
      SignalHandlers.die(of: number)
    }
  }

  private func published(_ changes: [Change]) {
    queue.async { [self] in
      state.mode.isInFront = isTerminal && SyncRunner.now().uptime - state.lastInput < 60_000
      for change in changes {
        if case .connection(let now) = change { state.isPaused = now.isPaused }
      }
      perform(state.mode.apply(changes))
      if state.mode.isClosed { return finish() }
      if state.isInputEnded { endWhenSettled() }
    }
  }

  private func readInput() {
    var reader = LineReader(STDIN_FILENO, limit: HandoverRequest.longestLine)
    while true {
      switch reader.next() {
      case .end: return queue.async { [self] in inputEnded() }
      case .tooLong:
        queue.sync { perform([.say(tr("error: the line is too long; nothing was sent"))]) }
      case .text(let bytes): paced { read(String(decoding: bytes, as: UTF8.self)) }
      }
    }
  }

  /// On `queue`, once the engine has few blocks of input to handle.
  private func paced<Result>(_ body: () -> Result) -> Result {
    slots.wait()
    return queue.sync {
      defer { state.runner?.readOutbox(limit: 0) { [slots] _ in slots.signal() } }
      return body()
    }
  }

  private func read(_ line: String) {
    state.lastInput = SyncRunner.now().uptime
    perform(state.mode.read(line, newID: SystemClock.newOriginID))
  }

  private func readKeys() {
    var block = [UInt8](repeating: 0, count: 4 * 1024)
    while true {
      let count = Glibc.read(STDIN_FILENO, &block, block.count)
      if count < 0, errno == EINTR { continue }
      let bytes = block[..<max(count, 0)]
      // What is typed without an Enter asks the engine for nothing, and is echoed whatever it does.
      let asks = bytes.contains(UInt8(ascii: "\r")) || bytes.contains(UInt8(ascii: "\n"))
      let isEnded = count <= 0 || (asks ? paced { typed(bytes) } : queue.sync { typed(bytes) })
      if isEnded { return queue.async { [self] in inputEnded() } }
    }
  }

  /// Whether that was the end.
  private func typed(_ bytes: ArraySlice<UInt8>) -> Bool {
    state.typed.columns = LineTerminal.columns
    var bytes = bytes
    while true {
      let (echo, entered) = state.typed.take(&bytes)
      write(echo)
      switch entered {
      case .text(let line): read(line)
      case .tooLong: say(tr("error: the line is too long; nothing was sent"))
      case .end: return true
      case nil: return false
      }
    }
  }

  private func perform(_ actions: [PlainMode.Action]) {
    for action in actions {
      switch action {
      case .submit(let intent): state.runner?.submit(intent)
      case .say(let line): say(line)
      case .quit: withOutbox { [self] _ in finish() }
      case .listQueue: withOutbox { [self] in for line in state.mode.lines(of: $0) { say(line) } }
      case .wait: wait()
      case .sendAll: withOutbox { [self] in perform(state.mode.sendAll($0)) }
      }
    }
  }

  private func withOutbox(_ body: @escaping @Sendable ([OutboxEntry]) -> Void) {
    state.runner?.readOutbox { [queue] entries in queue.async { body(entries) } }
  }

  private func wait() {
    queue.asyncAfter(deadline: .now() + .seconds(Arrivals.timeout)) { [self] in
      perform(state.mode.waited())
      if state.isInputEnded { endWhenSettled() }
    }
  }

  /// What is typed meanwhile is drawn again under it.
  private func say(_ line: String) {
    if state.terminal == nil { return write(line + "\n") }
    state.typed.columns = LineTerminal.columns
    write(state.typed.hidden + line + "\n" + state.typed.shown)
  }

  /// A reader that is gone needs no more lines, and no reason to stay.
  private func write(_ text: String) {
    if !FileBytes.writeAll(Array(text.utf8), to: STDOUT_FILENO) { finish() }
  }

  private func inputEnded() {
    // After what the last lines asked the engine for.
    withOutbox { [self] _ in
      state.isInputEnded = true
      endWhenSettled()
    }
    queue.asyncAfter(deadline: .now() + .seconds(Self.timeout)) { [self] in finish() }
  }

  private func endWhenSettled() {
    let isAtRest = (state.mode.isSettled || state.mode.isHeld) && state.mode.isAnswered
    if isAtRest && state.mode.isAllShown || state.isPaused && state.mode.isSaved { finish() }
  }

  private func finish() {
    guard state.exitCode == nil else { return }
    state.exitCode = state.mode.exitCode
    perform(state.mode.showRest())
    // What was half typed when a signal came can be copied.
    let isInterrupted = interruption.load(ordering: .relaxed) != 0
    let typed = isInterrupted ? state.typed.left : state.typed.hidden
    let last = (state.terminal == nil ? "" : typed) + (state.mode.farewell.map { $0 + "\n" } ?? "")
    _ = FileBytes.writeAll(Array(last.utf8), to: STDOUT_FILENO)
    done.signal()
  }
}
