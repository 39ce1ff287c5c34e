internal import Glibc

/// Files of a few kilobytes.
enum SmallFile {
  static func read(_ path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 64 * 1024)
    let count = Glibc.read(file, &bytes, bytes.count)
    return count < 0 ? nil : Array(bytes[..<count])
  }

  /// Bytes; 0 where there is no such file.
  static func size(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  static func write(_ text: String, to path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw BenchError("cannot write \(path): errno \(errno)") }
    defer { close(file) }
    let bytes = Array(text.utf8)
    guard Glibc.write(file, bytes, bytes.count) == bytes.count else {
      throw BenchError("cannot write \(path): errno \(errno)")
    }
  }

  static func makeFolder(_ path: String) throws {
    var made = ""
    for part in path.split(separator: "/") {
      made += "/" + part
      guard mkdir(made, 0o700) == 0 || errno == EEXIST else {
        throw BenchError("cannot make \(made): errno \(errno)")
      }
    }
  }

  /// A file or a folder with all that is in it.
  static func remove(_ path: String) {
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) {
          String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        if name != ".", name != ".." { remove(path + "/" + name) }
      }
      closedir(folder)
    }
    _ = Glibc.remove(path)
  }
}
