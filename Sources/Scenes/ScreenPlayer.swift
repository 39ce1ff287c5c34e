internal import Curses
internal import Glibc
public import Screen

/// Shows a performance on the terminal at its own pace: space pauses, → goes to the next step, q leaves.
@MainActor public final class ScreenPlayer {
  private let terminal: Terminal
  private let speed: Double
  private let clock = ContinuousClock()
  /// When the play would have begun, had it run without pauses.
  private var start: ContinuousClock.Instant
  private var shown: Frame?
  private var isPaused = false
  /// In place of the keys, at the end.
  private var words: String?
  private var skipsToStep = false

  /// Takes the terminal; throws where there is none.
  public init(speed: Double = 1, isColorless: Bool = false) throws {
    self.speed = speed
    terminal = try Terminal(limit: isColorless ? .mono : nil)
    start = clock.now
    Terminal.restoreOnCrash()
    Self.watchSize()
  }

  /// The colours there are.
  public var depth: ColorDepth { terminal.depth }

  /// What is free for a scene, above the caption and the keys.
  public var room: Size {
    Size(width: terminal.size.width, height: max(1, terminal.size.height - captionRows - 1))
  }

  /// In narrow terminals a caption is longer than a row.
  private var captionRows: Int { terminal.size.width < 72 ? 2 : 1 }

  /// Gives the terminal back.
  public func close() { terminal.restore() }

  /// Waits until the frame is due, and shows it. Throws ``Interruption/Left`` when the viewer leaves.
  public func show(_ frame: Frame) throws {
    if frame.isStep { skipsToStep = false }
    let due = Duration.milliseconds(Int64(Double(frame.time) / speed))
    while isPaused || start + due > clock.now {
      try Interruption.check()
      if skipsToStep {
        start = clock.now - due
        break
      }
      try handleKeys(waiting: isPaused ? nil : start + due - clock.now)
    }
    shown = frame
    draw()
  }

  /// The last frame stands until a key is pressed.
  public func finish() throws {
    words = "The end. Any key leaves."
    draw()
    var ready = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    while poll(&ready, 1, Int32(Self.glance)) <= 0 {
      try Interruption.check()
      followSize()
    }
  }

  private func handleKeys(waiting: Duration?) throws {
    followSize()
    let limit = max(1, min(Self.glance, waiting?.milliseconds ?? Self.glance))
    var ready = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, Int32(limit)) > 0 else { return }
    // Its other end is gone.
    if ready.revents & Int16(POLLHUP | POLLERR) != 0 { throw Interruption.Left(signal: 0) }
    for input in terminal.readInput() { try handle(input) }
  }

  /// A signal may come before the wait that it would have ended: no wait is longer than this (ms).
  private static let glance: Int64 = 250
  /// Written by a signal handler.
  fileprivate nonisolated(unsafe) static var isResized = false

  private func followSize() {
    guard Self.isResized else { return }
    Self.isResized = false
    _ = terminal.resize()
    draw()
  }

  private func handle(_ input: Input) throws {
    guard case .key(let key) = input else { return }
    switch (key.code, key.modifiers) {
    case (.character("q"), []), (.escape, []), (.character("c"), .control):
      throw Interruption.Left(signal: 0)
    case (.character(" "), []): pause()
    case (.right, []):
      if isPaused { pause() }
      skipsToStep = true
    default: break
    }
  }

  private var pausedAt: ContinuousClock.Instant?

  private func pause() {
    isPaused.toggle()
    if isPaused {
      pausedAt = clock.now
    } else if let pausedAt {
      start += clock.now - pausedAt
    }
    draw()
  }

  // MARK: Drawing

  private func draw() {
    guard let shown else { return }
    var surface = Surface(size: terminal.size)
    let corner = shown.surface.corner(in: room)
    surface.draw(shown.surface, at: Point(x: -corner.x, y: -corner.y))
    surface.cursor = shown.surface.cursor.flatMap {
      let cursor = Point(x: $0.x - corner.x, y: $0.y - corner.y)
      return cursor.x < room.width && cursor.y < room.height ? cursor : nil
    }
    let row = min(shown.surface.size.height + 1, max(0, terminal.size.height - captionRows - 1))
    let caption = PrintableText(shown.caption).wrapped(to: max(1, terminal.size.width - 2))
    for number in 0..<captionRows {
      let line = caption.indices.contains(number) ? caption[number].text : ""
      write(line.isEmpty ? " " : line, row: row + number, Style(isBold: true), in: &surface)
    }
    let size = shown.surface.size
    let isCut = size.width > room.width || size.height > room.height
    let keys =
      "space \(isPaused ? "goes on" : "pauses")   → next step   q leaves"
      + (isCut ? "   cut from \(size.width)x\(size.height + 2)" : "")
    write(words ?? keys, row: row + captionRows, Style(isDim: true), in: &surface)
    terminal.paint(surface)
  }

  private func write(_ text: String, row: Int, _ style: Style, in surface: inout Surface) {
    guard !text.isEmpty else { return }
    surface.fill(Rect(x: 0, y: row, width: surface.size.width, height: 1), style: Style())
    surface.write(PrintableText(text), at: Point(x: 1, y: row), style: style)
  }

  private static func watchSize() {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in ScreenPlayer.isResized = true }
    sigaction(SIGWINCH, &action, nil)
  }
}

extension Surface {
  /// The upper left of what is seen of it in less room: all at first, then what is around the cursor.
  func corner(in room: Size) -> Point {
    guard let cursor else { return Point(x: 0, y: 0) }
    return Point(
      x: cursor.x < room.width ? 0 : max(0, size.width - room.width),
      y: cursor.y < room.height ? 0 : max(0, size.height - room.height))
  }
}

extension Duration {
  fileprivate var milliseconds: Int64 {
    components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
  }
}
