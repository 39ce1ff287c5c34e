import Glibc

/// A folder of a test's own, removed with all that is in it.
public final class ScratchFolder: Sendable {
  public let path: String

  /// - Parameter inMemory: where the system has such a place (tmpfs(5)).
  public init(inMemory: Bool = false) {
    let parent = inMemory && access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    // Short: sockets in it must fit in 107 bytes (unix(7)).
    var template = Array("\(parent)/psst-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { preconditionFailure("no scratch folder in \(parent)") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Self.remove(path) }

  public func file(_ name: String = "a.db") -> String { path + "/" + name }

  /// The names in a folder, in no order; empty where there is none.
  public static func names(in folder: String) -> [String] {
    guard let listing = opendir(folder) else { return [] }
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// A link is removed, and not what it leads to.
  private static func remove(_ path: String) {
    var facts = stat()
    if lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR {
      chmod(path, 0o700)
      for name in names(in: path) { remove("\(path)/\(name)") }
    }
    Glibc.remove(path)
  }
}
