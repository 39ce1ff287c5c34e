import CTerminal

/// One cell of a terminal's screen.
public struct Cell: Equatable, Sendable {
  /// What stands in it; a space where nothing was written, empty in the right half of a wide character.
  public var text: String
  /// Columns: 1 or 2; 0 for the right half of a wide character.
  public var width: Int
  /// -1 is the default colour, 0…255 the palette, 0x1000000 and more an RGB value.
  public var foreground: Int
  public var background: Int
  public var isBold: Bool
  public var isItalic: Bool
  public var isReverse: Bool
  public var isUnderlined: Bool
  public var isStruck: Bool

  init(_ cell: ct_cell) {
    let scalars = withUnsafeBytes(of: cell.scalars) { Array($0.bindMemory(to: UInt32.self)) }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars.prefix { $0 != 0 }.compactMap(Unicode.Scalar.init))
    width = Int(cell.width)
    self.text = text.isEmpty && width > 0 ? " " : String(text)
    foreground = Int(cell.foreground)
    background = Int(cell.background)
    isBold = cell.bold
    isItalic = cell.italic
    isReverse = cell.reverse
    isUnderlined = cell.underline != 0
    isStruck = cell.strike
  }
}
