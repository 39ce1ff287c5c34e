import Glibc
import Scratch

extension ScratchFolder {
  func write(_ bytes: [UInt8], to name: String = "a.db") {
    let descriptor = open(file(name), O_CREAT | O_WRONLY | O_TRUNC, 0o600)
    defer { close(descriptor) }
    _ = Glibc.write(descriptor, bytes, bytes.count)
  }

  /// Empty where there is no such file.
  func bytes(_ name: String = "a.db") -> [UInt8] {
    let descriptor = open(file(name), O_RDONLY)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = read(descriptor, &bytes, bytes.count)
    return Array(bytes[..<max(0, count)])
  }

  /// Makes a file an hour older.
  func age(_ name: String) {
    var status = stat()
    stat(file(name), &status)
    var times = [status.st_atim, status.st_mtim]
    times[1].tv_sec -= 3600
    utimensat(AT_FDCWD, file(name), times, 0)
  }

  /// In bytes; 0 where there is no such file.
  func size(of name: String) -> Int {
    var status = stat()
    return stat(file(name), &status) == 0 ? Int(status.st_size) : 0
  }

  func mode(of name: String) -> UInt32 {
    var status = stat()
    guard stat(file(name), &status) == 0 else { return 0 }
    return status.st_mode & 0o777
  }
}
