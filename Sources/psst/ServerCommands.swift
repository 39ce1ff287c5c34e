internal import LocalServer

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

  static func words(_ status: PrivateServer.Status) -> String {
    switch status {
    case .running(let pid, let endpoint): "running at \(endpoint), process \(pid)"
    case .stopped: "not running; it starts by itself when it is needed"
    case .heldStopped: "stopped; psst server start starts it"
    }
  }
}
