internal import CPlatform

/// The signs the interface draws besides text; each takes the columns its number of characters says.
public struct Glyphs: Sendable, Equatable {
  public var online = "●"
  public var away = "◐"
  public var offline = "○"
  /// Before the number of what waits: in ASCII another than that of what failed.
  public var queued = "⚠"
  public var sent = "✓"
  public var delivered = "✓✓"
  public var read = "✓✓"
  public var failed = "!"
  /// Before words of what waits, and of what is wrong with the link.
  public var warning = "⚠"
  public var selected = "▸"
  /// At the left edge of what is open or selected.
  public var edge = "▌"
  /// Between who speaks and what they say.
  public var bar = "┃"
  public var ellipsis = "…"
  public var horizontal = "─"
  public var vertical = "│"
  public var topLeft = "╭"
  public var topRight = "╮"
  public var bottomLeft = "╰"
  public var bottomRight = "╯"
  public var prompt = "❯"
  public var separator = "·"
  public var pinned = "▴"
  public var arrowUp = "↑"
  public var arrowDown = "↓"
  public var times = "×"
  public var dash = "–"
  public var bullet = "•"
  /// Nobody is to be disturbed.
  public var quiet = "☾"
  /// Of what can be marked in a list.
  public var marked = "■"
  public var unmarked = "□"
  /// Before what is answered.
  public var quoted = "╎"
  /// Stands for what cannot be drawn.
  public var replacement = "�"

  /// For a locale that writes UTF-8.
  public static let unicode = Glyphs()

  /// For locales that are not UTF-8 (I4).
  public static let ascii = Glyphs(
    online: "*", away: "%", offline: "o", queued: "~", sent: "+", delivered: "++", read: "##",
    failed: "!", warning: "!",
    selected: ">", edge: ">", bar: "|", ellipsis: "~", horizontal: "-", vertical: "|", topLeft: "+",
    topRight: "+",
    bottomLeft: "+", bottomRight: "+", prompt: ">", separator: "-", pinned: "^", arrowUp: "^",
    arrowDown: "v",
    times: "x", dash: "-", bullet: "*", quiet: "z", marked: "x", unmarked: "-",
    quoted: "|", replacement: "#")

  /// Glyphs and marks in ASCII only. For the whole process; `Curses.Terminal` sets it by the locale.
  public static var isASCII: Bool {
    get { psst_ascii_glyphs() }
    set { psst_set_ascii_glyphs(newValue) }
  }

  /// The set in use: ASCII where asked for, or where the other would be two columns wide.
  public static var current: Glyphs { isPlain ? .ascii : .unicode }

  /// The set in use is that of ASCII.
  public static var isPlain: Bool { isASCII || Width.isAmbiguousWide }
}
