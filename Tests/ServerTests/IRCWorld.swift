import Foundation
import Harness

/// Debian's Prosody with biboumi behind it, and an IRC server behind that.
final class IRCWorld {
  static let isInstalled = ["biboumi", "ngircd"].allSatisfy { program in
    ["/usr/bin/", "/usr/sbin/"].contains {
      FileManager.default.isExecutableFile(atPath: $0 + program)
    }
  }

  /// biboumi asks no other port.
  private static let port = 6_667
  static let room = "#team@irc.psst.test"

  let home: PsstHome
  /// Of the loopback, and of this world alone: the port is always the same.
  private let address = "127.83.\(Int.random(in: 0...255)).\(Int.random(in: 1...254))"
  private let authority: TestAuthority
  private let prosody: StockProsody
  private let components: UInt16
  private let irc: ChildProcess
  private var gateway: ChildProcess
  private var homes: [PsstHome] = []

  init() throws {
    home = try PsstHome()
    do {
      authority = try TestAuthority(in: home.path + "/certs")
      components = try Loopback.freePort()
      prosody = try StockProsody(
        .archive, "psst.test", in: home.path + "/server", trusting: authority,
        further: "component_ports = { \(components) }; component_interfaces = { \"127.0.0.1\" }",
        components: "Component \"irc.psst.test\"\n  component_secret = \"secret\"\n")
      for name in ["ana", "cy"] { try prosody.register(name) }
      try prosody.start()
      irc = try Self.server(at: address, in: home.path)
      gateway = try Self.gateway(to: address, component: components, in: home.path)
    } catch {
      home.close()
      throw error
    }
  }

  func close() {
    homes.forEach { $0.close() }
    home.close()
    for program in [gateway, irc] {
      program.signal(SIGKILL)
      _ = try? program.waitForEnd()
    }
  }

  /// As after a power cut, and up again.
  func restartGateway() throws {
    gateway.signal(SIGKILL)
    try gateway.waitForEnd()
    gateway = try Self.gateway(to: address, component: components, in: home.path)
  }

  private static func server(at address: String, in folder: String) throws -> ChildProcess {
    let file = folder + "/ngircd.conf"
    try """
    [Global]
    Name = irc.test
    Info = test
    AdminEMail = admin@irc.test
    Listen = \(address)
    Ports = \(port)
    [Limits]
    MaxConnectionsIP = 0
    [Options]
    DNS = no
    Ident = no
    PAM = no
    """.write(toFile: file, atomically: true, encoding: .utf8)
    let program = try ChildProcess(["/usr/sbin/ngircd", "-n", "-f", file])
    try program.waitUntil("the IRC server", bound: 30) {
      $0.outputText.contains("ow listening on [\(address)]")
    }
    return program
  }

  private static func gateway(
    to address: String, component: UInt16, in folder: String
  ) throws -> ChildProcess {
    let file = folder + "/biboumi.cfg"
    try """
    hostname=irc.psst.test
    password=secret
    xmpp_server_ip=127.0.0.1
    port=\(component)
    fixed_irc_server=\(address)
    db_name=\(folder)/biboumi.sqlite
    identd_port=0
    log_level=0

    """.write(toFile: file, atomically: true, encoding: .utf8)
    let program = try ChildProcess(["biboumi", file])
    try program.waitUntil("biboumi", bound: 30) {
      $0.outputText.contains("Authenticated with the XMPP server")
    }
    return program
  }

  /// Somebody who is in the channel by IRC alone.
  func stranger(_ nick: String) throws -> ChildProcess {
    let program = try ChildProcess([
      Repository.peerPython, Repository.root + "/Tests/ServerTests/irc.py", address,
      "\(Self.port)", nick, "#team",
    ])
    try program.waitUntil("\(nick) in the channel", bound: 30) {
      $0.outputText.contains(" 366 \(nick) ")
    }
    return program
  }

  /// psst, through the gateway.
  func person(_ name: String) throws -> Correspondent {
    let person = try Correspondent(prosody.invitation(name, trusting: authority))
    homes.append(person.home)
    try person.waitUntilOnline()
    return person
  }
}
