/// Names that a file of somebody else can have here, whatever its sender called it.
public enum SafeName {
  /// Bytes of a name that all disks can have, with room for a number.
  private static let longest = 200

  private static let forbidden = Set("/\\:*?\"<>|\0".unicodeScalars)

  /// No folder, nothing hidden, nothing that only some disks can have; never empty. Disks see scalars: a slash with a mark
  /// above is a slash to them.
  public static func of(_ told: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in told.unicodeScalars {
      let isBad = forbidden.contains(scalar) || Character(scalar).isNewline
      scalars.append(isBad ? "_" : scalar)
    }
    while let first = scalars.first, [".", " ", "-"].contains(first) { scalars.removeFirst() }
    while let last = scalars.last, [".", " "].contains(last) { scalars.removeLast() }
    let (stem, end) = parts(of: String(scalars))
    var short = stem
    while short.utf8.count + end.utf8.count > longest, !short.isEmpty { short.removeLast() }
    return short.isEmpty ? "file" + (end.utf8.count < longest ? end : "") : short + end
  }

  /// Before and from the last dot on.
  public static func parts(of name: String) -> (stem: String, end: String) {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex,
      name.distance(from: dot, to: name.endIndex) <= 12
    else { return (name, "") }
    return (String(name[..<dot]), String(name[dot...]))
  }
}
