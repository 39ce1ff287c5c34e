internal import Glibc

/// The file on disk, before SQLite opens it.
enum DatabaseFile {
  /// Makes the file with mode 0600 and its missing folders with 0700 (Z3), so that no moment exists
  /// in which others may read it. SQLite gives `-wal` and `-shm` the mode of the file.
  static func prepare(_ path: String) throws(StorageError) {
    try makeFolders(of: path)
    let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    guard fchmod(descriptor, 0o600) == 0 else { throw failure(path) }
  }

  private static func makeFolders(of path: String) throws(StorageError) {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
    let folder = String(path[..<slash])
    if access(folder, F_OK) == 0 { return }
    try makeFolders(of: folder)
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw failure(folder) }
  }

  private static func failure(_ path: String) -> StorageError {
    let code = errno
    return StorageError(systemError: code, message: "\(path): \(String(cString: strerror(code)))")
  }
}
