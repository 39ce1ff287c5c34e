internal import CNcurses
internal import Glibc
internal import Screen

/// What the terminal is asked for past ncurses, and how it is given back.
@MainActor struct TerminalModes {
  /// Bracketed paste and focus reports (xterm's ctlseqs, DECSET 2004 and 1004).
  private static let on = "\u{1B}[?2004h\u{1B}[?1004h"
  private static let off = "\u{1B}[?1004l\u{1B}[?2004l"
  /// Keys that could be taken for others are told apart (kitty's keyboard protocol, "Disambiguate escape codes"), until
  /// that is taken back.
  private static let keyboardOn = "\u{1B}[>1u"
  private static let keyboardOff = "\u{1B}[<u"
  private static let questions = "\u{1B}[?u\u{1B}[?2004$p"

  private let isANSI: Bool
  private let hasTitle: Bool
  private let restoring: String
  /// The terminal has kitty's keyboard protocol.
  private var hasKeyboardProtocol = false

  init() {
    let isANSI = Self.capability("cup").hasPrefix("\u{1B}[")
    let hasTitle = tigetflag("XT") == 1 || Self.capability("tsl").hasPrefix("\u{1B}]")
    (self.isANSI, self.hasTitle) = (isANSI, hasTitle)
    let mouse =
      isANSI
      ? "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l" + Self.off + Self.title(saved: false, hasTitle)
      : ""
    let names = ["sgr0", "cnorm", "rmkx", "rmcup"]
    restoring = mouse + names.map(Self.capability).joined()
    psst_emergency_prepare(restoring, restoring.utf8.count)
  }

  /// Whether `CSI column G` moves the cursor.
  static var canMoveToColumn: Bool { capability("hpa") == "\u{1B}[%i%p1%dG" }

  /// Whether SGR 9 and 29 strike a text through (terminfo's extended capabilities `smxx` and `rmxx`).
  static var canStrike: Bool {
    capability("smxx") == "\u{1B}[9m" && capability("rmxx") == "\u{1B}[29m"
  }

  /// It brackets pastes, by its description (terminfo's extended capability `BE`), or because tmux does, whatever it says
  /// that it is: tmux answers nothing about that.
  static var bracketsPastes: Bool { !capability("BE").isEmpty || getenv("TMUX") != nil }

  /// SGR 2 makes a text dim.
  static var canDim: Bool { !capability("dim").isEmpty }

  func enable() {
    if isANSI { write(Self.on + title(saved: true) + (hasKeyboardProtocol ? Self.keyboardOn : "")) }
    psst_emergency_arm(true)
  }

  func disable() {
    psst_emergency_arm(false)
    if isANSI {
      write((hasKeyboardProtocol ? Self.keyboardOff : "") + Self.off + title(saved: false))
    }
  }

  /// The terminal has said that it has it.
  mutating func enableKeyboardProtocol() {
    guard !hasKeyboardProtocol else { return }
    hasKeyboardProtocol = true
    let all = Self.keyboardOff + restoring
    psst_emergency_prepare(all, all.utf8.count)
    write(Self.keyboardOn)
  }

  /// The terminal is known to read such sequences; others could show them.
  var canAsk: Bool { isANSI && hasTitle }

  /// Asks for its own colours (xterm's ctlseqs, OSC 4, 10, 11), and what it makes of a colour that no palette has
  /// (DECRQSS of SGR), and about pictures; then what every terminal answers (DA1): with that, no answer to the others comes any more.
  func ask(_ questions: Terminal.Questions) {
    let own = (0..<16).map { "4;\($0)" } + ["10", "11"]
    let ownColors =
      questions.contains(.ownColors) ? own.map { "\u{1B}]\($0);?\u{1B}\\" }.joined() : ""
    let color = ControlSequence.askedColor
    let colors = "\u{1B}[48;2;\(color)m\u{1B}P$qm\u{1B}\\\u{1B}[m"
    let pictures = questions.contains(.pictures) ? PictureAnswers.questions : ""
    write(
      ownColors + (questions.contains(.colors) ? colors : "") + pictures + Self.questions
        + "\u{1B}[c")
  }

  func setTitle(_ title: PrintableText) {
    if hasTitle { write("\u{1B}]2;\(title.truncated(to: 200).text)\u{07}") }
  }

  /// Puts the window's title aside, or takes it back (XTWINOPS 22 and 23).
  private func title(saved: Bool) -> String { Self.title(saved: saved, hasTitle) }

  private static func title(saved: Bool, _ hasTitle: Bool) -> String {
    hasTitle ? (saved ? "\u{1B}[22;2t" : "\u{1B}[23;2t") : ""
  }

  private func write(_ text: String) { psst_terminal_write(text, text.utf8.count) }

  private static func capability(_ name: String) -> String {
    var buffer = [CChar](repeating: 0, count: 64)
    let length = psst_capability(name, &buffer, buffer.count)
    return String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
