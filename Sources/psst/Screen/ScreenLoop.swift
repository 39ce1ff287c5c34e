internal import CPlatform
internal import Curses
internal import Dispatch
internal import Files
internal import FoundationEssentials
internal import Glibc
internal import Model
internal import Screen
internal import Sync

/// What is on the screen now: the first run, or the chats.
@MainActor protocol ScreenContent: AnyObject {
  func handle(_ input: Input)
  func render(size: Size) -> Surface
  /// Uptime in milliseconds at which ``wake()`` is due; `nil` when nothing moves by itself.
  var nextWake: Int64? { get }
  /// Uptime in milliseconds until which a frame is not worth drawing: more is on its way to it.
  var holdsUntil: Int64? { get }
  /// What is drawn now is not known to be true yet: it is kept back, and goes out with a later frame at the latest.
  var isProvisional: Bool { get }
  func wake()
  /// The terminal goes away or the program is told to end: keep what is typed.
  func terminate()
  /// The program is about to be stopped: say goodbye, then call `then`.
  func signOff(_ then: @escaping @MainActor () -> Void)
  /// It goes on.
  func signOn()
}

extension ScreenContent {
  var holdsUntil: Int64? { nil }
  var isProvisional: Bool { false }
  func signOff(_ then: @escaping @MainActor () -> Void) { then() }
  func signOn() {}
}

/// Connects the terminal, the signals and the time with the content. Everything happens on the main
/// thread, which sleeps until there is something: an idle screen costs no wake-up (I6). It waits for the keys
/// itself: through a thread of libdispatch, each would be as much later as two threads take to wake.
@MainActor final class ScreenLoop {
  private let terminal: Terminal
  private var content: (any ScreenContent)?
  private var sources: [any DispatchSourceProtocol] = []
  /// When the content wants to be woken, or a frame that is held is to be drawn.
  private var due: Int64?
  private var needsDraw = false
  private var isSuspended = false
  /// Somebody else has the terminal, or had it a moment ago: what its keys make signals of is for him (system(3)).
  private var isAway = false
  /// Who has the terminal.
  private var guest: Guest?
  /// The program was told to end while somebody else had the terminal.
  private var endsWhenBack = false
  private var isStopping = false
  /// The terminal is gone: it stays readable for ever, and gives nothing.
  private var isHungUp = false
  /// Nobody has pressed a key since the start was over, or since the terminal lost the focus: what is not needed goes out
  /// of memory at each pause, and no key waits until it is there again.
  private var isUnattended = true
  /// There was a pause since the start.
  private var isStartOver = false
  /// What is not needed is out of memory, and nothing has happened since.
  private var isReleased = false
  /// Milliseconds without anything to do that are a pause.
  private static let pause: Int32 = 400

  /// Told when the terminal says more of its own colours; many never do.
  var whenColorsAreKnown: (@MainActor (TerminalColors) -> Void)?
  private(set) var colors = TerminalColors()

  /// Takes the terminal over.
  /// - Parameter pictures: how it is given them; `nil` by what it says.
  init(limit: ColorDepth?, asksColors: Bool, pictures: PictureProtocol?) throws {
    var questions: Terminal.Questions = asksColors ? [.ownColors, .colors] : .colors
    if pictures != .blocks { questions.insert(.pictures) }
    terminal = try Terminal(limit: limit, asking: questions, pictures: pictures)
    Terminal.restoreOnCrash()
    listen()
  }

  var depth: ColorDepth { terminal.depth }
  /// It has dim text.
  var canDim: Bool { terminal.canDim }
  /// How the terminal is given pictures; `nil` as long as it may still say it.
  var pictures: PictureProtocol? { terminal.pictures }
  var cell: CellPixels { terminal.cell }
  var terminalType: TerminalType { terminal.type }

  func settlePictures() { terminal.settlePictures() }

  func show(_ content: any ScreenContent) {
    self.content = content
    content.handle(.resize(terminal.size))
    setNeedsDraw()
  }

  /// Draws once, after all that is there to be done now.
  func setNeedsDraw() { needsDraw = true }

  /// Gives the main thread to keys, to what waits in the main queue, and to the frames that follow from them.
  func run() -> Never {
    let queue = psst_main_queue_descriptor()
    while true {
      if needsDraw { draw() }
      let listens = !isSuspended && !isHungUp && guest == nil
      // Those that are negative are left out (poll(2)).
      var awaited = [queue, listens ? STDIN_FILENO : -1, guest?.end ?? -1].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      let pause = isUnattended && !isReleased ? Self.pause : nil
      let count = poll(&awaited, nfds_t(awaited.count), timeout(atMost: pause))
      let isRead = listens && awaited[1].revents == 0 && terminal.inputTimeout == 0
      if isRead { read(isHungUp: false) }
      isReleased = !fireWhenDue() && count == 0 && !isRead
      if isReleased {
        isStartOver = true
        psst_release_memory()
      }
      guard count > 0 else { continue }
      if awaited[1].revents != 0 { read(isHungUp: awaited[1].isHungUp) }
      if awaited[0].revents != 0 { psst_run_main_queue() }
      if awaited[2].revents != 0 { reclaimTerminal() }
    }
  }

  func redraw() {
    terminal.invalidate()
    setNeedsDraw()
  }

  /// Puts text on the terminal's clipboard (xterm control sequences, OSC 52): base64, so that nothing
  /// in it reaches the terminal as it is.
  func copy(_ text: String) {
    let sequence = "\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{7}"
    _ = FileBytes.writeAll(Array(sequence.utf8), to: STDOUT_FILENO)
  }

  /// Ctrl-Z: says goodbye, gives the terminal back and stops until the shell continues the program.
  func suspend() {
    guard let content, !isStopping else { return }
    isStopping = true
    content.signOff { [weak self] in self?.stop() }
  }

  private func stop() {
    // The other program's own business is what the terminal looks like meanwhile.
    if guest == nil { giveTerminal() }
    raise(SIGSTOP)
    if guest == nil { takeTerminal() }
    isStopping = false
    content?.signOn()
  }

  // MARK: Somebody else's terminal

  /// Another program that has the terminal.
  private struct Guest {
    var program: ChildProgram
    /// Readable once it has ended.
    var end: Int32
    var whenBack: @MainActor (_ status: Int32) -> Void
  }

  /// Gives the terminal to another program, for example an editor, and takes it again when that ends. Meanwhile
  /// nothing is read or drawn; all else goes on.
  /// - Parameter whenBack: gets its status (wait(2)); not called where it did not start.
  func lend(
    to start: () throws(ChildProgram.Refusal) -> ChildProgram,
    whenBack: @escaping @MainActor (_ status: Int32) -> Void
  ) throws(ChildProgram.Refusal) {
    giveTerminal()
    let program: ChildProgram
    do throws(ChildProgram.Refusal) { program = try start() } catch {
      takeTerminal()
      throw error
    }
    guest = Guest(program: program, end: program.end(), whenBack: whenBack)
    // Without such descriptors (Linux before 5.3) all else waits for its end, too.
    if guest?.end ?? 0 < 0 { reclaimTerminal() }
  }

  private func reclaimTerminal() {
    guard let guest else { return }
    let status = guest.program.wait()
    if guest.end >= 0 { Glibc.close(guest.end) }
    self.guest = nil
    guest.whenBack(status)
    takeTerminal()
    if endsWhenBack { content?.terminate() }
  }

  private func giveTerminal() {
    isAway = true
    terminal.restore()
  }

  private func takeTerminal() {
    terminal.resume()
    // Behind the signals that came meanwhile, on the way they take.
    kill(getpid(), Self.backAgain)
    content?.handle(.resize(terminal.resize()))
    redraw()
  }

  /// Gives the terminal back for good.
  func close() {
    isSuspended = true
    for source in sources { source.cancel() }
    terminal.restore()
  }

  /// Sent by this program to itself; else it is only for sockets, and ignored (socket(7)).
  private static let backAgain = SIGURG

  private func listen() {
    on(SIGWINCH) { [weak self] in self?.resized() }
    on(SIGTSTP) { [weak self] in self?.suspend() }
    // Stopped by somebody else, whose program wrote over the screen.
    on(SIGCONT) { [weak self] in self?.resized() }
    for number in [SIGHUP, SIGTERM] { on(number) { [weak self] in self?.terminate() } }
    // He may have it again by then.
    on(Self.backAgain) { [weak self] in self.map { $0.isAway = $0.guest != nil } }
    for number in [SIGINT, SIGQUIT] {
      on(number) { [weak self] in
        if self?.isAway == false { self?.content?.terminate() }
      }
    }
  }

  /// What another program has of the user's is first taken back.
  private func terminate() {
    if guest == nil { content?.terminate() } else { endsWhenBack = true }
  }

  /// It interrupts no thread: Dispatch reads it (signalfd(2)). What interrupts one Dispatch raises once more, and a
  /// SIGCONT raised late takes back a SIGTSTP that waits (signal(7)).
  private func on(_ number: Int32, _ body: @escaping @MainActor () -> Void) {
    var blocked = sigset_t()
    sigemptyset(&blocked)
    sigaddset(&blocked, number)
    pthread_sigmask(SIG_BLOCK, &blocked, nil)
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated(body) }
    source.resume()
    sources.append(source)
  }

  private func read(isHungUp: Bool) {
    let inputs = Input.gathered(terminal.readInput())
    if inputs.isEmpty, isHungUp {
      self.isHungUp = true
      return content?.terminate() ?? ()
    }
    if terminal.colors != colors {
      colors = terminal.colors
      whenColorsAreKnown?(colors)
    }
    for input in inputs {
      if case .focus(let isInFront) = input {
        isUnattended = isUnattended || !isInFront
      } else {
        isUnattended = !isStartOver
      }
      content?.handle(input)
    }
    setNeedsDraw()
  }

  private func resized() {
    guard !isSuspended, guest == nil else { return }
    content?.handle(.resize(terminal.resize()))
    setNeedsDraw()
  }

  private func draw() {
    needsDraw = false
    guard let content, !isSuspended, guest == nil else { return }
    if let until = content.holdsUntil, until > SyncRunner.now().uptime {
      due = until
      return
    }
    // One that waits is enough.
    if terminal.isKeepingBack, content.isProvisional {
      due = content.nextWake
      return
    }
    let surface = content.render(size: terminal.size)
    let isKeptBack = content.isProvisional
    if !isKeptBack || terminal.canKeepBack { terminal.paint(surface, isKeptBack: isKeptBack) }
    due = content.nextWake
  }

  /// What was drawn and kept back is true.
  func showKeptBack() { terminal.showKeptBack() }

  /// Milliseconds for poll(2); -1: nothing is due.
  private func timeout(atMost pause: Int32?) -> Int32 {
    let rest = due.map { max(0, $0 - SyncRunner.now().uptime) }
    guard let next = [rest, terminal.inputTimeout].compactMap(\.self).min() else {
      return pause ?? -1
    }
    return min(Int32(min(next, Int64(Int32.max))), pause ?? .max)
  }

  /// Returns whether it was.
  private func fireWhenDue() -> Bool {
    guard let due, due <= SyncRunner.now().uptime else { return false }
    self.due = nil
    guard !isSuspended else { return false }
    content?.wake()
    setNeedsDraw()
    return true
  }
}

extension pollfd {
  /// Nobody has the other end (poll(2)).
  fileprivate var isHungUp: Bool { revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 }
}
