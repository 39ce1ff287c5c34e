internal import Files
internal import Glibc

/// The user's folder for what they save, and names in it.
enum SavedFile {
  /// Bytes of a name that all disks can have, with room for a number.
  private static let longestName = 200
  /// Files of one name that are told apart by a number.
  private static let mostAlike = 1_000

  /// The last part of a path that the file can have, whatever its sender called it: no folder, nothing hidden, nothing that
  /// only some disks can have.
  static func name(for told: String) -> String {
    let forbidden = Set("/\\:*?\"<>|")
    var name = String(told.map { forbidden.contains($0) || $0.isNewline ? "_" : $0 })
    name = String(name.drop { $0 == "." || $0 == " " || $0 == "-" })
    while name.last == "." || name.last == " " { name.removeLast() }
    let (stem, end) = parts(of: name)
    var short = stem
    while short.utf8.count + end.utf8.count > longestName, !short.isEmpty { short.removeLast() }
    return short.isEmpty ? "file" + (end.utf8.count < longestName ? end : "") : short + end
  }

  /// Before and from the last dot on.
  private static func parts(of name: String) -> (stem: String, end: String) {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex,
      name.distance(from: dot, to: name.endIndex) <= 12
    else { return (name, "") }
    return (String(name[..<dot]), String(name[dot...]))
  }

  /// Moves a file of ours to that folder under a name that nobody has there; its path then. It can be read and written by
  /// its owner, and started by nobody.
  static func move(_ part: String, to folder: String, as told: String) throws(Failure) -> String {
    var status = stat()
    if stat(folder, &status) != 0 { try PrivateFile.makeFolder(folder) }
    let (stem, end) = parts(of: name(for: told))
    for number in 1...mostAlike {
      let path = "\(folder)/\(stem)\(number == 1 ? "" : " (\(number))")\(end)"
      // What is made here is nobody else's, and may be replaced.
      let own = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
      if own < 0, errno == EEXIST { continue }
      guard own >= 0 else { throw Failure("\(folder): \(String(cString: strerror(errno)))") }
      close(own)
      if rename(part, path) == 0 { return path }
      guard errno == EXDEV else {
        let reason = String(cString: strerror(errno))
        unlink(path)
        throw Failure("\(folder): \(reason)")
      }
      return try copy(part, to: path)
    }
    throw Failure("there are too many of that name in \(folder)")
  }

  private static func copy(_ part: String, to path: String) throws(Failure) -> String {
    do throws(Failure) {
      _ = try SafeCopy.make(of: part, at: path)
      unlink(part)
      return path
    } catch {
      unlink(path)
      throw error
    }
  }
}
