import Glibc

/// A folder for one run, in memory where the system has that; removed with what is in it.
final class CrashFolder {
  let path: String

  init() {
    let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    var template = Array("\(parent)/psst-crash-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { preconditionFailure("no scratch folder in \(parent)") }
    path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  var file: String { path + "/a.db" }

  deinit {
    for ending in ["", "-wal", "-shm", "-journal", ".open"] { unlink(file + ending) }
    unlink(path + "/told")
    rmdir(path)
  }
}
