internal import Files
internal import Glibc
public import Model

/// Looks at paths before they are sent. It may wait for a disk.
public enum FileInspection {
  /// Names in a folder that are looked at, at most (Z4).
  private static let mostNames = 10_000

  /// What there is, and what the path may be meant to be.
  public static func look(at path: String) -> InspectedFile {
    InspectedFile(path: path, outcome: outcome(path), completion: completion(of: path))
  }

  private static func outcome(_ path: String) -> InspectedFile.Outcome {
    var status = stat()
    guard stat(UserPath.expanded(path), &status) == 0 else {
      return .refused(path.isEmpty ? "" : String(cString: strerror(errno)))
    }
    guard status.st_mode & S_IFMT == S_IFREG else { return .refused("Not a file") }
    guard status.st_size > 0 else { return .refused("The file is empty") }
    guard access(UserPath.expanded(path), R_OK) == 0 else {
      return .refused(String(cString: strerror(errno)))
    }
    return .file(
      Attachment(name: path, size: Int64(status.st_size), mediaType: MediaType.of(path)))
  }

  private static func completion(of path: String) -> String? {
    let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let (folder, begun) = (String(path[..<start]), path[start...])
    let names = names(in: folder.isEmpty ? "." : UserPath.expanded(folder)).filter {
      $0.hasPrefix(begun) && (!$0.hasPrefix(".") || begun.hasPrefix("."))
    }
    guard var common = names.first else { return nil }
    for name in names.dropFirst() {
      common = String(zip(common, name).prefix { $0 == $1 }.map(\.0))
    }
    let isFolder = names.count == 1 && isFolder(UserPath.expanded(folder + common))
    let whole = folder + common + (isFolder ? "/" : "")
    return whole == path ? nil : whole
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func names(in folder: String) -> [String] {
    guard let listing = opendir(folder) else { return [] }
    defer { closedir(listing) }
    var names: [String] = []
    while names.count < mostNames, let entry = readdir(listing) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}

/// Paths as people write them.
public enum UserPath {
  /// With one's own folder in the place of `~`.
  public static func expanded(_ path: String) -> String {
    guard path == "~" || path.hasPrefix("~/"), let home = getenv("HOME") else { return path }
    return String(cString: home) + path.dropFirst()
  }
}
