internal import Glibc
internal import Localization

/// Files and folders that only their owner can read (Z3): 0600 and 0700, made safely.
public enum PrivateFile {
  /// Makes the folder and what is missing above it; an existing one of ours is closed to others. What
  /// somebody else put there is left as it is, and so is where a link leads.
  public static func makeFolder(_ path: String) throws(Failure) {
    if try !isOurFolder(path) {
      let parent = parent(of: path)
      if parent != path { try makeParents(parent) }
      if mkdir(path, 0o700) != 0, errno != EEXIST { throw unmade(path) }
    }
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else {
      _ = try isOurFolder(path)
      throw unusable(path)
    }
    defer { close(folder) }
    var status = stat()
    guard fstat(folder, &status) == 0 else { throw unusable(path) }
    try check(status, path)
    if status.st_mode & 0o077 != 0, fchmod(folder, 0o700) != 0 {
      throw refusal(tr("cannot close to others \(path)"))
    }
  }

  private static func unmade(_ folder: String) -> Failure {
    refusal(tr("cannot make the folder \(folder)"))
  }

  private static func unusable(_ folder: String) -> Failure {
    refusal(tr("cannot use the folder \(folder)"))
  }

  /// Whether there is such a folder, and it is ours; anything else in its place is an error.
  static func isOurFolder(_ path: String) throws(Failure) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      guard errno == ENOENT else { throw unusable(path) }
      return false
    }
    try check(status, path)
    return true
  }

  private static func check(_ status: stat, _ path: String) throws(Failure) {
    if status.st_mode & S_IFMT == S_IFLNK {
      throw Failure(tr("\(path) is a link, and psst does not follow it: name the folder itself"))
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw Failure(tr("\(path) is not a folder")) }
    guard status.st_uid == geteuid() else {
      throw Failure(tr("\(path) belongs to another user: use a folder of your own"))
    }
  }

  /// The whole content, or `nil` where there is no such file. Refuses links and more than `limit` bytes.
  public static func read(_ path: String, limit: Int = 64 * 1024) throws(Failure) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    if file < 0, errno == ENOENT { return nil }
    guard file >= 0 else { throw refusal(tr("cannot read \(path)")) }
    defer { close(file) }
    return try FileBytes.readAll(file, limit: limit, name: path)
  }

  /// Replaces the file in one step and waits until it is on disk: a crash leaves the old or the new one.
  /// Of programs that write at once the last one's content stands.
  public static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    let fresh = "\(path).new.\(getpid())"
    unlink(fresh)
    let file = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw refusal(tr("cannot write \(path)")) }
    let isWritten = FileBytes.writeAll(bytes, to: file) && fsync(file) == 0
    close(file)
    guard isWritten, rename(fresh, path) == 0 else {
      let failure = refusal(tr("cannot write \(path)"))
      unlink(fresh)
      throw failure
    }
    syncFolder(parent(of: path))
  }

  /// Removes the file or the folder with everything in it; follows no links.
  public static func remove(_ path: String) throws(Failure) {
    for name in names(in: path) {
      try remove(path + "/" + name)
    }
    if Glibc.remove(path) != 0, errno != ENOENT { throw refusal(tr("cannot remove \(path)")) }
  }

  /// The names in a folder, sorted; none where it is no folder.
  public static func names(in folder: String) -> [String] {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    guard let listing = fdopendir(descriptor) else {
      close(descriptor)
      return []
    }
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Where a path leads through all links; the path itself where nothing is there.
  public static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// The folder that a file or folder is in.
  public static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  /// What the system refused, and why, by `errno`.
  public static func refusal(_ what: @autoclosure () -> String) -> Failure {
    let code = errno
    return Failure("\(what()): \(String(cString: strerror(code)))")
  }

  /// Folders above ours, `~/.local/share` for example, may belong to others and be readable.
  private static func makeParents(_ path: String) throws(Failure) {
    var status = stat()
    if stat(path, &status) == 0 { return }
    let parent = parent(of: path)
    if parent != path { try makeParents(parent) }
    if mkdir(path, 0o700) != 0, errno != EEXIST { throw unmade(path) }
  }

  private static func syncFolder(_ path: String) {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }
}
