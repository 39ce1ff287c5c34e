import Glibc

@testable import LocalServer

/// A program named `prosody` that does what a test says.
struct FakeProsody {
  let folder: String

  init(in parent: String, script: String) throws {
    folder = parent + "/bin"
    mkdir(folder, 0o700)
    let program = folder + "/prosody"
    try SmallFile.write("#!/bin/sh\n\(script)\n", to: program)
    chmod(program, 0o700)
  }
}

/// Somebody else's program that listens on a port of 127.0.0.1.
struct LoopbackListener {
  private let socket: Int32

  init?(port: UInt16) {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var on: Int32 = 1
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    guard LoopbackPort.withLoopback(port, { bind(socket, $0, $1) }) == 0, listen(socket, 5) == 0
    else { return nil }
  }

  func close() {
    Glibc.close(socket)
  }
}
