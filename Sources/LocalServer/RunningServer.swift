internal import Model

/// A private server that answers, and was found to be ours.
struct RunningServer {
  var process: ServerProcess
  var endpoint: Endpoint

  /// Asks whoever listens on the admin socket. The folder is closed to others and the peer is this user's, so
  /// the port it names is its own: one that somebody else squats on is never taken for it.
  static func find(in folder: ServerFolder) -> RunningServer? {
    guard let admin = try? AdminSocket(folder.adminSocket) else { return nil }
    defer { admin.close() }
    guard let ports = try? admin.run("port:list()"), let port = clientPort(ports.lines) else {
      return nil
    }
    return RunningServer(process: admin.process, endpoint: Endpoint(host: "127.0.0.1", port: port))
  }

  /// Out of lines such as `c2s: [127.0.0.1]:5222`.
  static func clientPort(_ lines: [String]) -> UInt16? {
    lines.first { $0.hasPrefix("c2s: ") }?
      .split { " ,".contains($0) }
      .first { $0.hasPrefix("[127.0.0.1]:") }
      .flatMap { UInt16($0.dropFirst("[127.0.0.1]:".count)) }
  }
}
