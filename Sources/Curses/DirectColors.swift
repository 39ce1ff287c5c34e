internal import CNcurses
internal import Glibc
internal import Screen

/// Red, green and blue on a terminal that shows them and whose description says 256 colours, as most do: ncurses
/// counts with numbers, and each frame gets in the place of a number what it stands for here.
@MainActor struct DirectColors {
  /// The sixteen stay what the user has made of them.
  private static let numbers: ClosedRange<Int32> = 16...255
  /// With fewer free, those that are not seen any more are taken back.
  private static let reserve = 60

  private var given: [Color: Int32] = [:]
  private var free = Array(numbers.reversed())

  init() { psst_colors_forget() }

  /// A new frame may want more than there are.
  var isCrowded: Bool { free.count < Self.reserve }

  /// The number ncurses is to count with.
  mutating func number(for color: Color) -> Int32 {
    if case .palette(let index) = color, index < 16 { return Int32(index) }
    if let number = given[color] { return number }
    guard let number = free.popLast() else {
      // A picture has more colours than there are numbers; one that another cell has is mostly near.
      var near = given
      if case .palette(let index) = ColorDepth.palette16.reduce(color) {
        near[.palette(index)] = Int32(index)
      }
      return near.min { $0.key.distance(to: color) < $1.key.distance(to: color) }?.value ?? -1
    }
    given[color] = number
    switch color {
    case .palette(let index): psst_color_palette(number, Int32(index))
    case .rgb(let red, let green, let blue):
      psst_color_direct(number, UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
    }
    return number
  }

  /// Takes back all others.
  mutating func keep(_ numbers: Set<Int32>) {
    given = given.filter { numbers.contains($0.value) }
    free = Self.numbers.reversed().filter { !numbers.contains($0) }
  }

  /// Colours are set by number, and frames can be changed.
  static var canBeWritten: Bool { psst_has_frames() && psst_writes_numbered_colors() }

  /// The terminal shows them, by what it is described with (`RGB`, `Tc`: user_caps(5), tmux(1)) or by
  /// `COLORTERM`. In GNU screen that is what the terminal around it said, which does not get them.
  static var arePromised: Bool {
    if tigetflag("RGB") == 1 || tigetflag("Tc") == 1 { return true }
    guard getenv("STY") == nil || getenv("TMUX") != nil else { return false }
    return isPromise(getenv("COLORTERM").map { String(cString: $0) })
  }

  /// The two words that terminals say it with.
  static func isPromise(_ word: String?) -> Bool { word == "truecolor" || word == "24bit" }
}
