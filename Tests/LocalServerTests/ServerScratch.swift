import Glibc
import Model
import Scratch

@testable import LocalServer

/// A folder of its own for one test's server, which is ended and removed with it.
final class ServerScratch: Sendable {
  let server: PrivateServer
  private let scratch = ScratchFolder()

  /// - Parameter below: more folders under the temporary one.
  init(below: String = "", idleSeconds: Int = 60) {
    server = PrivateServer(folder: scratch.path + below + "/server", idleSeconds: idleSeconds)
  }

  deinit { try? server.stop() }

  var path: String { scratch.path }

  var processID: Int32? {
    if case .running(let pid, _) = server.status() { pid } else { nil }
  }

  func file(_ name: String) -> String { server.folder.path + "/" + name }

  /// Every file and folder of the server, with its mode.
  static func modes(under path: String) -> [(path: String, isFolder: Bool, mode: mode_t)] {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return [] }
    let isFolder = facts.st_mode & S_IFMT == S_IFDIR
    let inner =
      isFolder ? ScratchFolder.names(in: path).flatMap { modes(under: "\(path)/\($0)") } : []
    return [(path, isFolder, facts.st_mode & 0o777)] + inner
  }
}
