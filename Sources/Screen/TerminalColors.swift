/// The terminal's own colours, as far as it has told them (xterm's ctlseqs, OSC 4, 10 and 11).
public struct TerminalColors: Sendable, Equatable {
  /// The text's colour where a style has none.
  public var foreground: Color?
  /// The colour behind where a style has none.
  public var background: Color?
  /// The first sixteen of the palette, by number.
  public var palette: [UInt8: Color]

  public init(
    foreground: Color? = nil, background: Color? = nil, palette: [UInt8: Color] = [:]
  ) {
    (self.foreground, self.background, self.palette) = (foreground, background, palette)
  }

  /// The text's colour of a style as it is seen; `nil` where the terminal has not told it.
  public func text(of style: Style) -> Color? { seen(style.foreground, else: foreground) }

  /// The colour behind it; `nil` where the terminal has not told it.
  public func ground(of style: Style) -> Color? { seen(style.background, else: background) }

  private func seen(_ color: Color?, else own: Color?) -> Color? {
    guard let color else { return own }
    if case .palette(let number) = color, number < 16 { return palette[number] }
    return color
  }
}
