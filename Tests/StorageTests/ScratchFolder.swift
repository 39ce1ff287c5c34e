import Glibc

/// A folder of a test's own, removed with it.
final class ScratchFolder {
  let path: String

  init() {
    var template = Array("/tmp/psst-storage-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { preconditionFailure("no scratch folder in /tmp") }
    path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  deinit {
    for name in ["a.db", "a.db-wal", "a.db-shm", "new/deep/a.db"] { unlink(file(name)) }
    for name in ["new/deep/a.db-wal", "new/deep/a.db-shm"] { unlink(file(name)) }
    for name in ["new/deep", "new"] { rmdir(file(name)) }
    rmdir(path)
  }

  func file(_ name: String = "a.db") -> String { path + "/" + name }

  func write(_ bytes: [UInt8], to name: String = "a.db") {
    let descriptor = open(file(name), O_CREAT | O_WRONLY | O_TRUNC, 0o600)
    defer { close(descriptor) }
    _ = Glibc.write(descriptor, bytes, bytes.count)
  }

  func mode(of name: String) -> UInt32 {
    var status = stat()
    guard stat(file(name), &status) == 0 else { return 0 }
    return status.st_mode & 0o777
  }
}
