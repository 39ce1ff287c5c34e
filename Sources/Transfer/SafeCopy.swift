internal import Files
internal import Glibc
internal import Localization
internal import Model

/// A copy of a file that nobody else changes, made without reading it where the disk can share its blocks.
enum SafeCopy {
  /// ioctl_ficlone(2), `_IOW(0x94, 9, int)`.
  private static let clone: UInt = 0x4004_9409
  private static let chunk = 1 << 20

  /// Whole and synced when this returns. Its size in bytes.
  static func make(of path: String, at target: String) throws(Failure) -> Int64 {
    let source = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard source >= 0 else { throw Failure("\(path): \(words(errno))") }
    defer { close(source) }
    var status = stat()
    guard fstat(source, &status) == 0 else { throw Failure("\(path): \(words(errno))") }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Failure(tr("\(path) is not a file")) }
    guard status.st_size > 0 else { throw Failure(tr("\(path) is empty")) }
    let part = target + ".part"
    unlink(part)
    let copy = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard copy >= 0 else { throw Failure(tr("cannot keep a copy: \(words(errno))")) }
    defer { close(copy) }
    do throws(Failure) {
      if ioctl(copy, clone, source) != 0 { try write(source, to: copy) }
      guard fsync(copy) == 0, rename(part, target) == 0 else {
        throw Failure(tr("cannot keep a copy: \(words(errno))"))
      }
    } catch {
      unlink(part)
      throw error
    }
    syncFolder(of: target)
    guard fstat(copy, &status) == 0 else {
      throw Failure(tr("cannot keep a copy: \(words(errno))"))
    }
    return Int64(status.st_size)
  }

  private static func write(_ source: Int32, to copy: Int32) throws(Failure) {
    var bytes = [UInt8](repeating: 0, count: chunk)
    while true {
      let count = Glibc.read(source, &bytes, chunk)
      if count == 0 { return }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Failure(tr("cannot be read: \(words(errno))")) }
      guard FileBytes.writeAll(Array(bytes.prefix(count)), to: copy) else {
        throw Failure(tr("cannot keep a copy: \(words(errno))"))
      }
    }
  }

  private static func syncFolder(of path: String) {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  private static func words(_ code: Int32) -> String { String(cString: strerror(code)) }
}
