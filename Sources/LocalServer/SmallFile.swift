internal import Glibc

/// Files of a few kilobytes, read and written whole.
enum SmallFile {
  /// At most `limit` bytes of it, from its end when `tail`; `nil` when it cannot be read.
  static func read(_ path: String, limit: Int, tail: Bool = false) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    if tail { lseek(file, max(0, lseek(file, 0, SEEK_END) - limit), SEEK_SET) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16384)
    while bytes.count < limit {
      let count = Glibc.read(file, &buffer, min(buffer.count, limit - bytes.count))
      if count <= 0 { break }
      bytes += buffer.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Replaces it in one step, mode 0600: a reader sees the old or the new, never a part.
  static func write(_ text: String, to path: String) throws(PrivateServerError) {
    let draft = "\(path).new.\(getpid())"
    unlink(draft)
    let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw failure(path) }
    let isWhole = writeAll(Array(text.utf8), to: file)
    guard close(file) == 0, isWhole, rename(draft, path) == 0 else {
      let reason = failure(path)
      unlink(draft)
      throw reason
    }
  }

  private static func writeAll(_ bytes: [UInt8], to file: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// What the last system call said about this path.
  static func failure(_ path: String) -> PrivateServerError {
    .folder("\(path): \(String(cString: strerror(errno)))")
  }
}
