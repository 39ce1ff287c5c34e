internal import Files
internal import Glibc
internal import LocalServer
internal import Plain
internal import Screen

/// `psst server …`
extension Commands {
  func startServer() throws -> ExitCode {
    let endpoint = try server.start()
    return Output.say(["the private server runs at \(endpoint)"])
  }

  func stopServer() throws -> ExitCode {
    try server.stop()
    return Output.say(["the private server is stopped; psst server start starts it again"])
  }

  /// Exit code 0 where it runs, 1 where not, as for service scripts (LSB init actions).
  func serverStatus() -> ExitCode {
    let status = server.status()
    Output.say([Self.words(status)])
    if case .running = status { return .done }
    return .failed
  }

  /// A configuration to be copied to a server on a network.
  func printServerConfiguration() throws -> ExitCode {
    let word = arguments.operands[0]
    guard let software = NetworkServer.Software(rawValue: word) else {
      let all = NetworkServer.Software.allCases.map(\.rawValue)
      let hint = NearestWord.suggestion(for: word, among: all)
      throw Failure.usage("psst server config knows \(all.joined(separator: ", "))\(hint)")
    }
    let folder = arguments.options["modules"].map(Self.absolute)
    let server = try NetworkServer(software, domain: arguments.operands[1], modules: folder)
    if folder != nil { try server.writeModules() }
    return Output.say(
      server.configuration.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    )
  }

  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let here = getcwd(nil, 0) else { return path }
    defer { free(here) }
    return String(cString: here) + "/" + path
  }

  static func words(_ status: PrivateServer.Status) -> String {
    switch status {
    case .running(let pid, let endpoint): "running at \(endpoint), process \(pid)"
    case .stopped: "not running; it starts by itself when it is needed"
    case .heldStopped: "stopped; psst server start starts it"
    }
  }
}
