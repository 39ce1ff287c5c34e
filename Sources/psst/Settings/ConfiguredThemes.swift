internal import Files
internal import Glibc
internal import Screen
internal import Views

extension ThemeShelf {
  /// The shipped themes, then those of the user's folder that have names of their own, as a terminal of
  /// so many colours shows them.
  init(_ paths: Paths, on ground: Theme.Background, depth: ColorDepth) {
    self.init(
      entries: { Self.entries(paths) },
      load: { (name) throws(ThemeError) in try Self.load(name, paths, on: ground, depth: depth) })
  }

  static func load(
    _ name: String, _ paths: Paths, on ground: Theme.Background = .dark, depth: ColorDepth
  ) throws(ThemeError) -> Theme {
    try Configuration.theme(name, on: ground, paths).adapted(to: depth)
  }

  static func entries(_ paths: Paths) -> [Entry] {
    let shipped = Theme.shippedNames
    let own = PrivateFile.names(in: PrivateFile.resolved(paths.themes))
      .filter { $0.hasSuffix(".toml") && !$0.hasPrefix(".") }.map { String($0.dropLast(5)) }
    return shipped.map { Entry(name: $0, isOwn: own.contains($0)) }
      + own.filter { !shipped.contains($0) }.map { Entry(name: $0, isOwn: true) }
  }
}
