internal import Glibc

/// A device's database as files: what a disk that lies would keep of it can be brought back.
struct DeviceFiles {
  let path: String

  private var all: [String] { ["", "-wal", "-shm"].map { path + $0 } }

  func remove() {
    for file in all + [path + ".open"] {
      unlink(file)
      unlink(file + ".saved")
    }
  }

  /// Keeps the files as they are now.
  func save() {
    for file in all { copy(file, to: file + ".saved") }
  }

  /// Brings back what was saved.
  func restore() {
    for file in all { copy(file + ".saved", to: file) }
  }

  /// Where there is nothing to copy there is nothing afterwards.
  private func copy(_ source: String, to target: String) {
    unlink(target)
    let from = open(source, O_RDONLY)
    guard from >= 0 else { return }
    defer { close(from) }
    let to = open(target, O_WRONLY | O_CREAT, 0o600)
    defer { close(to) }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var count = read(from, &buffer, buffer.count)
    while count > 0 {
      precondition(Glibc.write(to, buffer, count) == count, "room for a copy was expected")
      count = read(from, &buffer, buffer.count)
    }
  }
}
