import Foundation
import Harness

/// A real server on another computer, reached over a network that the test holds, with TLS as it must be
/// off the loopback; and a psst on this side of it.
final class DistantServer {
  let link: NetworkLink
  let server: RealServer
  /// ana's psst.
  let home: PsstHome
  private let invitation: Peer.Invitation
  private let folder: String
  private let gate: ChildProcess

  init() throws {
    link = try NetworkLink()
    let there = link.command(on: .server)
    server = try RealServer(at: there)
    home = try PsstHome(at: link.command(on: .client))
    folder = home.path + "/tls"
    do {
      invitation = try server.invite("ana")
      gate = try Self.openGate(to: invitation.port, there, folder)
      let port = try Self.port(of: gate)
      home.environment["SSL_CERT_FILE"] = folder + "/ca.pem"
      try home.add(
        invitation, server: "\(NetworkLink.serverAddress):\(port)", tls: "starttls")
    } catch {
      server.close()
      home.close()
      throw error
    }
  }

  /// TLS for `localhost`, certified by an authority of the test, in front of the port.
  private static func openGate(
    to port: UInt16, _ place: [String], _ folder: String
  ) throws -> ChildProcess {
    let authority = try TestAuthority(in: folder)
    try authority.certify("localhost")
    return try ChildProcess(
      place + [
        Repository.peerPython, Repository.root + "/Tests/ServerTests/tls.py",
        folder + "/localhost.crt",
        folder + "/localhost.key", NetworkLink.serverAddress, "\(port)",
      ])
  }

  private static func port(of gate: ChildProcess) throws -> UInt16 {
    try gate.waitUntil("its port") { $0.outputText.hasSuffix("\n") }
    guard let port = UInt16(gate.outputText.dropLast()) else { throw Unmet(gate.errorText) }
    return port
  }

  /// Another device of ana's, beside the server.
  func device() throws -> Peer { try server.peer(invitation) }

  func close() {
    // Without a network saying goodbye takes its time.
    link.quality = .init()
    home.close()
    server.close()
    gate.endInput()
  }
}
