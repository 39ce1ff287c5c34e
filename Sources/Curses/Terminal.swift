internal import CNcurses
public import Screen

/// The terminal through ncurses: paints surfaces, reads input. Main thread only.
@MainActor public final class Terminal {
  /// Takes the terminal over (alternate screen, raw keys, bracketed paste, mouse, focus reports).
  /// Throws where standard input and output are no terminal or its type is unknown.
  public init() throws {}

  public var size: Size { Size(width: 80, height: 24) }

  public var isUTF8: Bool { true }

  /// Makes the terminal show the surface; writes only the cells that changed.
  public func paint(_ surface: Surface) {}

  /// All input that is there now, without waiting.
  public func readInput() -> [Input] { [] }

  /// Takes over a new window size (after SIGWINCH); the size that follows is in the result.
  public func resize() -> Size { size }

  /// Gives the terminal back as it was (also before suspending), and takes it again.
  public func restore() {}
  public func resume() {}

  /// Everything is drawn again at the next paint.
  public func invalidate() {}

  public func bell() {}
}
