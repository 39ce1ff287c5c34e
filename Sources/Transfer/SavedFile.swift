internal import Files
internal import Glibc
internal import Localization
internal import Model

/// The user's folder for what they save, and names in it.
enum SavedFile {
  /// Files of one name that are told apart by a number.
  private static let mostAlike = 1_000

  /// Moves a file of ours to that folder under a name that nobody has there; its path then. It can be read and written by
  /// its owner, and started by nobody.
  static func move(_ part: String, to folder: String, as told: String) throws(Failure) -> String {
    var status = stat()
    if stat(folder, &status) != 0 { try PrivateFile.makeFolder(folder) }
    let (stem, end) = SafeName.parts(of: SafeName.of(told))
    for number in 1...mostAlike {
      let path = "\(folder)/\(stem)\(number == 1 ? "" : " (\(number))")\(end)"
      if try place(part, at: path) { return path }
    }
    throw Failure(tr("there are too many of that name in \(folder)"))
  }

  /// Moves it to a path that the user chose, or into a folder that is there; its path then.
  static func move(_ part: String, chosen: String, as told: String) throws(Failure) -> String {
    let target = FileInspection.target(of: chosen)
    if case .refused(let reason) = target { throw Failure(reason) }
    var path = UserPath.expanded(chosen)
    if target == .folder {
      while path.count > 1, path.hasSuffix("/") { path.removeLast() }
      return try move(part, to: path, as: told)
    }
    guard try place(part, at: path) else { throw Failure(FileInspection.taken) }
    return path
  }

  /// False where somebody has that name.
  private static func place(_ part: String, at path: String) throws(Failure) -> Bool {
    // What is made here is nobody else's, and may be replaced.
    let own = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if own < 0, errno == EEXIST { return false }
    guard own >= 0 else { throw Failure("\(path): \(String(cString: strerror(errno)))") }
    close(own)
    if rename(part, path) == 0 { return true }
    guard errno == EXDEV else {
      let reason = String(cString: strerror(errno))
      unlink(path)
      throw Failure("\(path): \(reason)")
    }
    try copy(part, to: path)
    return true
  }

  private static func copy(_ part: String, to path: String) throws(Failure) {
    do throws(Failure) {
      _ = try SafeCopy.make(of: part, at: path)
      unlink(part)
    } catch {
      unlink(path)
      throw error
    }
  }
}
