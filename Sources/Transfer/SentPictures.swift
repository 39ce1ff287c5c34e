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

  /// Moves the copy there; returns whether it did.
  static func keep(_ copy: String, of id: OriginID, in folder: String) -> Bool {
    var status = stat()
    guard lstat(copy, &status) == 0, Int(status.st_size) <= largest,
      (try? PrivateFile.makeFolder(home(folder))) != nil,
      rename(copy, path(of: id, in: folder)) == 0
    else { return false }
    forgetOldest(home(folder))
    return true
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
