import Glibc
import Model

@testable import LocalServer

/// A folder of its own for one test's server, which is ended and removed with it.
final class ServerScratch: Sendable {
  let path: String
  let server: PrivateServer

  /// - Parameter below: more folders under the temporary one.
  init(below: String = "", idleSeconds: Int = 60) {
    var template = Array("/tmp/psst-tests-XXXXXX".utf8CString)
    path = template.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)) }
    server = PrivateServer(folder: path + below + "/server", idleSeconds: idleSeconds)
  }

  deinit {
    try? server.stop()
    Self.remove(path)
  }

  var processID: Int32? {
    if case .running(let pid, _) = server.status() { pid } else { nil }
  }

  func file(_ name: String) -> String { server.folder.path + "/" + name }

  /// Every file and folder of the server, with its mode.
  static func modes(under path: String) -> [(path: String, isFolder: Bool, mode: mode_t)] {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return [] }
    let isFolder = facts.st_mode & S_IFMT == S_IFDIR
    let inner = isFolder ? names(in: path).flatMap { modes(under: "\(path)/\($0)") } : []
    return [(path, isFolder, facts.st_mode & 0o777)] + inner
  }

  private static func remove(_ path: String) {
    for (path, isFolder, _) in modes(under: path).reversed() {
      if isFolder { rmdir(path) } else { unlink(path) }
    }
  }

  static func names(in folder: String) -> [String] {
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
}
