import Foundation
import Harness
import Testing

/// A server on another computer as `psst server config` configures it, for `psst.test`, reached over a
/// network that the test holds; with the accounts ana and cy, who see each other.
final class NetworkedServer {
  enum Software: String, CaseIterable, CustomTestStringConvertible {
    case prosody, ejabberd

    var testDescription: String { rawValue }

    /// Whether it is installed here.
    var isInstalled: Bool {
      switch self {
      case .prosody: true
      case .ejabberd: Ejabberd.isInstalled
      }
    }
  }

  static let domain = "psst.test"
  private static let password = "correct horse"
  let link: NetworkLink
  /// ana's.
  let home: PsstHome
  /// Where the server and the independent client run.
  private let there: [String]
  private let folder: String
  private let authority: TestAuthority
  private var others: [PsstHome] = []
  private var process: ChildProcess?

  init(_ software: Software) throws {
    link = try NetworkLink()
    there = link.command(on: .server)
    home = try PsstHome(at: link.command(on: .client))
    folder = home.path + "/server"
    authority = try TestAuthority(in: folder + "/certs")
    do {
      try authority.certify(Self.domain)
      try start(software)
      try signIn(home)
    } catch {
      close()
      throw error
    }
  }

  func close() {
    link.quality = .init()
    others.forEach { $0.close() }
    home.close()
  }

  /// Another device of ana's, with her account in it.
  func anotherHome() throws -> PsstHome {
    let home = try PsstHome(at: link.command(on: .client))
    others.append(home)
    try signIn(home)
    return home
  }

  /// Signs in there, trusting the test's authority.
  func peer(_ name: String) throws -> Peer {
    try Peer(
      .init(
        jid: "\(name)@\(Self.domain)", password: Self.password, host: "127.0.0.1", port: 5222,
        authority: authority.file), at: there)
  }

  /// cy, whose contact ana is, both ways.
  func contact() throws -> Peer {
    let cy = try peer("cy")
    let ana = try peer("ana")
    // It grants what it is asked, and asks back.
    cy.sendRaw("<presence to='ana@\(Self.domain)' type='subscribe'/>")
    try cy.waitUntil("ana's answer") { $0.contains { $0.isOf("ana") && $0.type == "available" } }
    try cy.waitUntil("ana's request") { $0.contains { $0.isOf("ana") && $0.type == "subscribe" } }
    ana.quit()
    try cy.waitUntil("ana's end") {
      $0.last { $0.isOf("ana") && $0.from?.contains("/") == true }?.type == "unavailable"
    }
    return cy
  }

  private func start(_ software: Software) throws {
    let printed = try home.run(
      "server", "config", software.rawValue, Self.domain, "--modules", folder + "/modules")
    guard printed.exitCode == 0 else { throw Unmet("psst server config: \(printed.errorText)") }
    switch software {
    case .prosody: try startProsody(printed.outputText)
    case .ejabberd: try startEjabberd(printed.outputText)
    }
  }

  /// The folders of a system are the test's here; nothing else is changed.
  private func startProsody(_ text: String) throws {
    let file = folder + "/prosody.cfg.lua"
    let own = text.replacing("/run/prosody", with: folder)
      .replacing("/var/lib/prosody", with: folder + "/data")
      .replacing("/var/log/prosody", with: folder)
    try FileManager.default.createDirectory(
      atPath: folder + "/data", withIntermediateDirectories: true)
    try Data(("run_as_root = true\n" + own).utf8).write(to: URL(filePath: file))
    for name in ["ana", "cy"] {
      let register = try ChildProcess([
        "prosodyctl", "--root", "--config", file, "register", name, Self.domain, Self.password,
      ])
      guard try register.waitForEnd() == 0 else { throw Unmet(register.outputText) }
    }
    process = try ChildProcess(there + ["prosody", "-F", "--config", file])
  }

  private func startEjabberd(_ text: String) throws {
    let certificate = folder + "/certs/\(Self.domain).pem"
    let own = text.replacing("/etc/ejabberd/ejabberd.pem", with: certificate)
      .replacing("/var/lib/ejabberd", with: folder)
    try Data(own.utf8).write(to: URL(filePath: folder + "/ejabberd.yml"))
    let register = ["ana", "cy"].map { Ejabberd.register($0, Self.domain, Self.password) }
    process = try Ejabberd.start(in: folder, at: there, then: register)
  }

  /// How often a client signed in, as its log tells, so far. A connection that only waits beside another does not.
  var signIns: Int {
    let logs = ["prosody.log", "ejabberd.log"].compactMap {
      try? String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
    }
    return logs.joined(separator: "\n").split(separator: "\n").count {
      $0.contains("Authenticated as") || $0.contains("Accepted c2s")
    }
  }

  /// ana's psst; tried until the server listens.
  private func signIn(_ home: PsstHome) throws {
    home.environment["SSL_CERT_FILE"] = authority.file
    let server = "\(NetworkLink.serverAddress):5222"
    let file = home.path + "/password"
    try Data(Self.password.utf8).write(to: URL(filePath: file))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    var said = ""
    for _ in 0..<100 {
      let add = try home.run(
        "account", "add", "ana@\(Self.domain)", "--server", server, "--tls", "starttls",
        "--password-file", file)
      if add.exitCode == 0 { return }
      said = add.errorText
      _ = poll(nil, 0, 50)
    }
    throw Unmet("psst account add: \(said)\(process?.outputText.suffix(2_000) ?? "")")
  }
}

extension Peer.Event {
  func isOf(_ name: String) -> Bool { from?.hasPrefix("\(name)@") == true }
}
