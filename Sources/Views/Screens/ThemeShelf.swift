public import Screen

/// The themes there are to choose from.
public struct ThemeShelf: Sendable {
  /// One of them.
  public struct Entry: Sendable, Equatable {
    public var name: String
    /// From the user's folder, and not compiled into the program.
    public var isOwn: Bool

    public init(name: String, isOwn: Bool = false) {
      self.name = name
      self.isOwn = isOwn
    }
  }

  let entries: @Sendable () -> [Entry]
  let load: @Sendable (String) throws(ThemeError) -> Theme

  /// - Parameters:
  ///   - entries: all of them in their order; asked for when they are shown.
  ///   - load: a theme by its name, as the terminal can show it.
  public init(
    entries: @escaping @Sendable () -> [Entry],
    load: @escaping @Sendable (String) throws(ThemeError) -> Theme
  ) {
    self.entries = entries
    self.load = load
  }

  /// Those compiled into the program.
  public static let shipped = ThemeShelf(
    entries: { Theme.shippedNames.map { Entry(name: $0) } },
    load: { (name) throws(ThemeError) in try Theme.load(name: name) })
}
