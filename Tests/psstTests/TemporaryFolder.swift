import Glibc
import Testing

@testable import psst

/// A folder of the test's own, removed at its end.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/psst-test-XXXXXX".utf8CString)
    let made = mkdtemp(&template)
    try #require(made != nil)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? PrivateFile.remove(path) }

  /// Writes a file of the folder; its folders are made.
  func write(_ text: String, to file: String) throws {
    var folder = path
    for part in file.split(separator: "/").dropLast() {
      folder += "/\(part)"
      mkdir(folder, 0o700)
    }
    let stream = try #require(fopen(path + "/" + file, "w"))
    fputs(text, stream)
    fclose(stream)
  }

  var paths: Paths {
    Paths(environment: ["PSST_HOME": path + "/home"], currentFolder: "/", home: "/")
  }
}

/// The permission bits of a file or folder.
func mode(of path: String) -> UInt32 {
  var status = stat()
  return lstat(path, &status) == 0 ? UInt32(status.st_mode) & 0o7777 : 0
}
