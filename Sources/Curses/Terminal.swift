internal import CNcurses
internal import Glibc
internal import Localization
public import Model
public import Screen

/// The terminal through ncurses: paints surfaces, reads input. Main thread only; one for the process.
@MainActor public final class Terminal {
  /// How long its answers are waited for when it is given back, in milliseconds.
  private static let answerTimeout: Int64 = 100

  /// Whether the locale writes UTF-8; where not, ``Screen/Glyphs/isASCII`` was set.
  public let isUTF8: Bool
  public private(set) var size: Size
  /// What it is taken for.
  public let type: TerminalType
  private var modes: TerminalModes
  private var painter: Painter
  private var reader: InputReader
  private var isTaken = true
  /// How it is given pictures, where somebody has said so.
  private let wantedPictures: PictureProtocol?
  private var chosenPictures: PictureProtocol?

  /// What the terminal can be asked; nobody waits for the answers.
  public struct Questions: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Its own colours: the text's, the ground's and the sixteen of the palette.
    public static let ownColors = Questions(rawValue: 1)
    /// Whether it shows red, green and blue, where its description does not say so.
    public static let colors = Questions(rawValue: 2)
    /// How it can be given pictures, and how large its cells are.
    public static let pictures = Questions(rawValue: 4)
  }

  /// Takes the terminal over (alternate screen, raw keys, bracketed paste, mouse, focus reports).
  /// Throws where standard input and output are no terminal, or one that cannot place its cursor.
  /// Sets the locale from the environment, and the glyphs by it.
  /// - Parameters:
  ///   - limit: at most so many colours (`.mono` for NO_COLOR); by the terminal's type where `nil`.
  ///   - pictures: how it is given them; `nil` by its answers.
  public init(
    limit: ColorDepth? = nil, asking: Questions = [], pictures: PictureProtocol? = .blocks
  ) throws(TerminalError) {
    SystemLocale.adopt()
    isUTF8 = String(cString: nl_langinfo(nl_item(CODESET))) == "UTF-8"
    type = try TerminalType.current()
    try type.check(psst_terminal_open(type.name))
    Self.setKeyModes()
    Glyphs.isASCII = !isUTF8
    size = Self.currentSize()
    modes = TerminalModes()
    canDim = TerminalModes.canDim
    let encoder = CellEncoder(
      isUTF8: isUTF8, canMove: TerminalModes.canMoveToColumn, canStrike: TerminalModes.canStrike,
      canLink: modes.canAsk)
    painter = Painter(
      encoder: encoder, colors: ColorPairs(limit: limit, canStrike: encoder.canStrike))
    var questions = painter.depth != .mono && modes.canAsk ? asking : []
    if !painter.canBecomeDirect { questions.remove(.colors) }
    if PictureProtocol.isInside(PictureProtocol.variable) { questions.remove(.pictures) }
    let canShow = isUTF8 && painter.depth != .mono && modes.canAsk
    wantedPictures = canShow ? pictures : .blocks
    reader = InputReader(isAsked: !questions.isEmpty, isUTF8: isUTF8)
    modes.enable()
    if !questions.isEmpty { modes.ask(questions) }
  }

  /// What the terminal says its own colours are; many say nothing for ever.
  public var colors: TerminalColors { reader.answers.colors }

  /// It has dim text.
  public let canDim: Bool

  /// The colours painted with: those of the terminal's type, within the limit asked for, and all where the
  /// terminal has said that it shows them.
  public var depth: ColorDepth { painter.depth }

  /// How it is given pictures; `nil` as long as its answers may come. What it is once it stays.
  public var pictures: PictureProtocol? {
    if let chosenPictures { return chosenPictures }
    if reader.isAsked { return nil }
    settlePictures()
    return chosenPictures
  }

  /// No answers about pictures are waited for any more.
  public func settlePictures() {
    guard chosenPictures == nil else { return }
    let means =
      wantedPictures
      ?? .chosen(reader.answers.pictures, cell: knownCell, variable: PictureProtocol.variable)
    chosenPictures = means
    painter.draw(picturesBy: means)
  }

  /// The pixels of its cells, as far as it has said them.
  public var cell: CellPixels { knownCell ?? .usual }

  private var knownCell: CellPixels? {
    var width: Int32 = 0
    var height: Int32 = 0
    let isTold = psst_terminal_cell(&width, &height)
    return isTold ? CellPixels(Int(width), Int(height)) : reader.answers.pictures.cell
  }

  /// Makes the terminal show the surface; writes only the cells that changed.
  /// - Parameter isKeptBack: nothing is written yet, but with the next frame that is not, or by ``showKeptBack()``. Only
  ///   where it ``canKeepBack``.
  public func paint(_ surface: Surface, isKeptBack: Bool = false) {
    guard isTaken else { return }
    if isKeptBack { psst_terminal_hold() }
    painter.paint(surface, on: size, cell: cell)
    if !isKeptBack { psst_terminal_release() }
  }

  /// Frames are drawn into memory first.
  public var canKeepBack: Bool { psst_has_frames() }

  /// Something is kept back.
  public var isKeepingBack: Bool { psst_terminal_is_held() }

  /// Writes what was kept back, if anything.
  public func showKeptBack() { psst_terminal_release() }

  /// All input that is there now, without waiting; what is begun, as an escape character begins a key, stays until its
  /// rest comes or ``inputTimeout`` is over. Line ends in a paste are line feeds.
  public func readInput() -> [Input] {
    guard isTaken else { return [] }
    let inputs = reader.read()
    if reader.answers.showsDirectColors, painter.canBecomeDirect { painter.becomeDirect() }
    if reader.answers.hasKeyboardProtocol { modes.enableKeyboardProtocol() }
    return inputs
  }

  /// In how many milliseconds there is something to read though nothing comes; `nil`: never.
  public var inputTimeout: Int64? { isTaken ? reader.timeout : nil }

  /// Takes over a new window size (after SIGWINCH); the size that follows is in the result.
  public func resize() -> Size {
    let new = Self.windowSize() ?? size
    resize_term(Int32(new.height), Int32(new.width))
    size = new
    painter.invalidate()
    return size
  }

  /// Gives the terminal back as it was (also before suspending); nothing is painted or read until ``resume()``.
  /// Where it was asked something and has not answered, that is waited for, for 0.1 s.
  public func restore() {
    guard isTaken else { return }
    isTaken = false
    showKeptBack()
    painter.removePictures()
    modes.disable()
    reader.readAnswers(within: Self.answerTimeout)
    endwin()
  }

  /// Takes the terminal again after ``restore()``, at the size it has now; paint then.
  public func resume() {
    guard !isTaken else { return }
    isTaken = true
    reset_prog_mode()
    modes.enable()
    _ = resize()
  }

  /// Gives the terminal back from a signal handler or at exit, whatever state the program is in.
  /// Async-signal-safe; does nothing where the terminal is not taken.
  public nonisolated static func emergencyRestore() { psst_emergency_restore() }

  /// From now on a crash gives the terminal back and says so before it goes on as it would have (signal(7)).
  public static func restoreOnCrash() {
    let handler: @convention(c) @Sendable (Int32) -> Void = { number in
      Terminal.emergencyRestore()
      let words: StaticString =
        "\npsst has crashed; what was sent is kept. `psst doctor` names the log.\n"
      _ = write(STDERR_FILENO, words.utf8Start, words.utf8CodeUnitCount)
      signal(number, SIG_DFL)
      raise(number)
    }
    for number in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE] { signal(number, handler) }
  }

  /// Everything is drawn again at the next paint, and pictures are told anew.
  public func invalidate() {
    painter.removePictures()
    painter.invalidate()
  }

  /// Rings the terminal's bell, or flashes where it has none.
  public func bell() { beep() }

  /// The window's title, where the terminal has one; the one before comes back with ``restore()``.
  public func setTitle(_ title: PrintableText) { modes.setTitle(title) }

  private static func setKeyModes() {
    let screen = psst_screen()
    raw()
    noecho()
    nonl()
    keypad(screen, true)
    intrflush(screen, false)
    mouseinterval(0)
    let mask = psst_mouse_press() | psst_mouse_release() | psst_wheel_up() | psst_wheel_down()
    mousemask(mask, nil)
  }

  private static func windowSize() -> Size? {
    var width: Int32 = 0
    var height: Int32 = 0
    guard psst_terminal_size(&width, &height) else { return nil }
    return Size(width: Int(width), height: Int(height))
  }

  private static func currentSize() -> Size {
    let screen = psst_screen()
    let own = Size(width: Int(getmaxx(screen)), height: Int(getmaxy(screen)))
    return windowSize() ?? own
  }
}
