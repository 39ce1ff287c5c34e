import Glibc
import Scratch
import Testing

@testable import psst

extension ScratchFolder {
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
