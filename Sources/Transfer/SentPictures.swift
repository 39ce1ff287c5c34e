internal import Files
internal import Glibc
internal import Model

/// Pictures that were sent, kept so that they are still shown: the newest alone, and no large ones.
enum SentPictures {
  /// Bytes of one.
  static let largest = 10 << 20
  /// So many are kept.
  static let capacity = 100

  private static func home(_ folder: String) -> String { folder + "/pictures" }

  static func path(of id: OriginID, in folder: String) -> String { "\(home(folder))/\(id.value)" }

  /// Moves the copy there where it is a picture; returns whether it did.
  static func keep(_ copy: String, of id: OriginID, in folder: String) -> Bool {
    var status = stat()
    guard lstat(copy, &status) == 0, Int(status.st_size) <= largest, isPicture(copy) else {
      return false
    }
    guard (try? PrivateFile.makeFolder(home(folder))) != nil,
      rename(copy, path(of: id, in: folder)) == 0
    else { return false }
    forgetOldest(home(folder))
    return true
  }

  /// By how it begins: PNG, JPEG, GIF or WebP.
  private static func isPicture(_ path: String) -> Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return false }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 12)
    guard read(file, &bytes, bytes.count) == bytes.count else { return false }
    let starts: [[UInt8]] = [[0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF], Array("GIF8".utf8)]
    return starts.contains { bytes.starts(with: $0) }
      || bytes.starts(with: Array("RIFF".utf8)) && bytes[8...].elementsEqual(Array("WEBP".utf8))
  }

  private static func forgetOldest(_ folder: String) {
    let paths = PrivateFile.names(in: folder).map { "\(folder)/\($0)" }
    guard paths.count > capacity else { return }
    let byAge = paths.map { path -> (path: String, time: Int) in
      var status = stat()
      return (path, lstat(path, &status) == 0 ? status.st_mtim.tv_sec : 0)
    }.sorted { $0.time < $1.time }
    for (path, _) in byAge.prefix(paths.count - capacity) { unlink(path) }
  }
}
