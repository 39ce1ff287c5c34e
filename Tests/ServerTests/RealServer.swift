import Foundation
import Harness

/// A private Prosody of the test, with accounts for psst programs and peers.
final class RealServer {
  /// psst programs started from here use the server as their own private one.
  let home: PsstHome
  private var others: [PsstHome] = []
  private let place: [String]

  /// - Parameter place: see ``PsstHome/init(at:)``.
  convenience init(at place: [String] = []) throws {
    try self.init(in: PsstHome(at: place), at: place)
  }

  /// In a folder of its own, which is closed with it.
  init(in home: PsstHome, at place: [String] = []) throws {
    (self.home, self.place) = (home, place)
    let start = try home.run("server", "start")
    if start.exitCode != 0 {
      close()
      throw Unmet("psst server start: \(start.errorText)")
    }
  }

  func close() {
    others.forEach { $0.close() }
    home.close()
  }

  func invite(_ name: String) throws -> Peer.Invitation {
    let program = try home.run("invite", name, "--json")
    guard program.exitCode == 0 else { throw Unmet("psst invite: \(program.errorText)") }
    return try JSONDecoder().decode(Peer.Invitation.self, from: Data(program.output))
  }

  func peer(_ name: String) throws -> Peer { try peer(invite(name)) }

  func peer(_ invitation: Peer.Invitation) throws -> Peer { try Peer(invitation, at: place) }

  /// A psst of its own folder whose account reaches the server through the proxy.
  func home(of name: String, through proxy: (UInt16) throws -> CutProxy) throws
    -> (PsstHome, CutProxy)
  {
    let invitation = try invite(name)
    let wire = try proxy(invitation.port)
    return (try device(invitation, port: wire.port), wire)
  }

  /// A psst of its own folder with this account.
  func device(_ invitation: Peer.Invitation, port: UInt16? = nil) throws -> PsstHome {
    let own = try PsstHome()
    others.append(own)
    try own.add(invitation, server: "127.0.0.1:\(port ?? invitation.port)", tls: "off")
    return own
  }
}

extension PsstHome {
  /// Adds an account that has been made elsewhere.
  func add(_ invitation: Peer.Invitation, server: String, tls: String) throws {
    let file = path + "/password"
    try Data(invitation.password.utf8).write(to: URL(filePath: file))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    let add = try run(
      "account", "add", invitation.jid, "--server", server, "--tls", tls, "--password-file", file)
    guard add.exitCode == 0 else { throw Unmet("psst account add: \(add.errorText)") }
  }
}
