import Glibc

/// A database file of a test's own, removed with it.
final class ScratchFile {
  let path: String

  init() {
    var template = Array("/tmp/psst-sync-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { preconditionFailure("no scratch folder in /tmp") }
    path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) } + "/a.db"
  }

  deinit {
    for suffix in ["", "-wal", "-shm", ".open"] { unlink(path + suffix) }
    rmdir(String(path.dropLast("/a.db".count)))
  }
}
