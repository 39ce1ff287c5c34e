internal import Files
internal import Glibc
internal import Localization
public import Model

/// Looks at paths before they are sent. It may wait for a disk.
public enum FileInspection {
  /// Names in a folder that are looked at, at most (Z4).
  private static let mostNames = 10_000

  /// What there is, and what the path may be meant to be.
  public static func look(at path: String) -> InspectedFile {
    let (completion, folder) = completions(of: path)
    return InspectedFile(
      path: path, outcome: outcome(path), completion: completion, folder: folder,
      target: target(of: path))
  }

  static var taken: String { tr("there is one of that name: choose another") }

  /// What a file that is saved there would meet.
  static func target(of path: String) -> InspectedFile.Target {
    let whole = UserPath.expanded(path)
    guard whole.hasPrefix("/") else { return .refused(tr("begin with / or ~/")) }
    var status = stat()
    if lstat(whole, &status) == 0 {
      guard isFolder(whole) else { return .refused(taken) }
      return access(whole, W_OK) == 0 ? .folder : .refused(String(cString: strerror(errno)))
    }
    let reason = String(cString: strerror(errno))
    guard errno == ENOENT, let slash = whole.lastIndex(of: "/") else { return .refused(reason) }
    let parent = String(whole[...slash])
    guard isFolder(parent) else { return .refused(tr("there is no folder \(parent)")) }
    return access(parent, W_OK) == 0 ? .free : .refused(String(cString: strerror(errno)))
  }

  private static func outcome(_ path: String) -> InspectedFile.Outcome {
    var status = stat()
    guard stat(UserPath.expanded(path), &status) == 0 else {
      return .refused(path.isEmpty ? "" : String(cString: strerror(errno)))
    }
    guard status.st_mode & S_IFMT == S_IFREG else { return .refused(tr("Not a file")) }
    guard status.st_size > 0 else { return .refused(tr("The file is empty")) }
    guard access(UserPath.expanded(path), R_OK) == 0 else {
      return .refused(String(cString: strerror(errno)))
    }
    return .file(
      Attachment(name: path, size: Int64(status.st_size), mediaType: MediaType.of(path)))
  }

  /// The second of folders alone.
  private static func completions(of path: String) -> (any: String?, folder: String?) {
    let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let (folder, begun) = (String(path[..<start]), path[start...])
    let names = names(in: folder.isEmpty ? "." : UserPath.expanded(folder)).filter {
      $0.hasPrefix(begun) && (!$0.hasPrefix(".") || begun.hasPrefix("."))
    }
    func common(_ names: [String]) -> String? {
      guard var common = names.first else { return nil }
      for name in names.dropFirst() {
        common = String(zip(common, name).prefix { $0 == $1 }.map(\.0))
      }
      let isWhole = names.count == 1 && isFolder(UserPath.expanded(folder + common))
      let whole = folder + common + (isWhole ? "/" : "")
      return whole == path ? nil : whole
    }
    return (common(names), common(names.filter { isFolder(UserPath.expanded(folder + $0)) }))
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
