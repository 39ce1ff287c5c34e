public import Files
import Glibc

extension ScratchFolder {
  /// Writes a file of the folder; its folders are made.
  public func write(_ text: String, to file: String) {
    var folder = path
    for part in file.split(separator: "/").dropLast() {
      folder += "/\(part)"
      mkdir(folder, 0o700)
    }
    guard let stream = fopen(path + "/" + file, "w") else {
      preconditionFailure("\(file) cannot be written in \(path)")
    }
    fputs(text, stream)
    fclose(stream)
  }

  /// Where psst keeps its files, with this folder as its home.
  public var paths: Paths {
    Paths(environment: ["PSST_HOME": path + "/home"], currentFolder: "/", home: "/")
  }
}

/// The permission bits of a file or folder.
public func mode(of path: String) -> UInt32 {
  var status = stat()
  return lstat(path, &status) == 0 ? UInt32(status.st_mode) & 0o7777 : 0
}
