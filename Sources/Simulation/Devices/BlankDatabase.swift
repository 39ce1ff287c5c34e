internal import Glibc
internal import Storage
internal import Synchronization

/// An empty database of the newest schema. To make one takes hundreds of statements, and each device of each
/// world begins with one: they are copies of the first.
enum BlankDatabase {
  private static let bytes = Mutex<[UInt8]?>(nil)

  /// Puts one at `path`, unless a file is there. Where that fails, whoever opens the database says why.
  static func put(at path: String) {
    guard access(path, F_OK) != 0 else { return }
    bytes.withLock { known in
      if let known { return write(known, to: path) }
      // Closed again at once, so that all of it is in the one file.
      if (try? Database(path: path)) != nil { known = read(path) }
    }
  }

  private static func read(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var status = stat()
    guard fstat(fileno(file), &status) == 0, status.st_size > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    return fread(&bytes, 1, bytes.count, file) == bytes.count ? bytes : nil
  }

  private static func write(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "w") else { return }
    let isWhole = fwrite(bytes, 1, bytes.count, file) == bytes.count
    if fclose(file) != 0 || !isWhole { unlink(path) }
  }
}
