import Foundation
import Harness
import Testing

/// A server on another computer as `psst server config` configures it, for `psst.test`, reached over a
/// network that the test holds; with the accounts ana and cy, who see each other.
@ProgramThread final class NetworkedServer {
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
  private var others: [PsstHome] = []
  private var process: ChildProcess?

  init(_ software: Software) throws {
    link = try NetworkLink()
    there = link.command(on: .server)
    home = try PsstHome(at: link.command(on: .client))
    folder = home.path + "/server"
    do {
      try makeCertificate()
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
        authority: folder + "/ca.pem"), at: there)
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

  private func makeCertificate() throws {
    let key = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
    let make = try ChildProcess([
      "bash", "-ec",
      """
      mkdir -p '\(folder)/certs'; cd '\(folder)'
      openssl req -x509 \(key) -keyout ca.key -out ca.pem -days 2 -subj '/CN=test authority'
      openssl req \(key) -keyout certs/\(Self.domain).key -out csr -subj '/O=test'
      openssl x509 -req -in csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 1 \
        -out certs/\(Self.domain).crt -extfile <(echo subjectAltName=DNS:\(Self.domain))
      cat certs/\(Self.domain).crt certs/\(Self.domain).key > both.pem
      """,
    ])
    guard try make.waitForEnd() == 0 else { throw Unmet("openssl: \(make.errorText)") }
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
    let own = text.replacing("/etc/ejabberd/ejabberd.pem", with: folder + "/both.pem")
      .replacing("/var/lib/ejabberd", with: folder)
    try Data(own.utf8).write(to: URL(filePath: folder + "/ejabberd.yml"))
    let process = try Ejabberd.start(
      in: folder, at: there, accounts: ["ana", "cy"], domain: Self.domain, password: Self.password)
    try process.waitUntil("ejabberd", bound: 60) { $0.outputText.contains("all is ready") }
    self.process = process
  }

  /// ana's psst; tried until the server listens.
  private func signIn(_ home: PsstHome) throws {
    home.environment["SSL_CERT_FILE"] = folder + "/ca.pem"
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

/// ejabberd without its service: one Erlang node that belongs to the test.
private enum Ejabberd {
  private static let libraries = "/usr/lib/x86_64-linux-gnu"

  /// With its packages ejabberd and erlang-p1-sqlite3.
  static var isInstalled: Bool {
    let files = FileManager.default
    let erlang = (try? files.contentsOfDirectory(atPath: "/usr/lib/erlang/lib")) ?? []
    return files.fileExists(atPath: "/usr/sbin/ejabberdctl")
      && erlang.contains { $0.hasPrefix("p1_sqlite3-") }
  }

  @ProgramThread static func start(
    in folder: String, at place: [String], accounts: [String], domain: String, password: String
  ) throws -> ChildProcess {
    let register = accounts.map {
      "ok = ejabberd_auth:try_register(<<\"\($0)\">>, <<\"\(domain)\">>, <<\"\(password)\">>)"
    }
    return try ChildProcess(
      place + [
        "erl", "-noinput", "-mnesia", "dir", "\"\(folder)/spool\"", "-s", "ejabberd", "-eval",
        register.joined(separator: ", ") + ", io:format(\"all is ready~n\").",
      ],
      environment: [
        "ERL_LIBS": libraries, "EJABBERD_CONFIG_PATH": folder + "/ejabberd.yml",
        "EJABBERD_LOG_PATH": folder + "/ejabberd.log", "HOME": folder,
      ])
  }
}

extension Peer.Event {
  func isOf(_ name: String) -> Bool { from?.hasPrefix("\(name)@") == true }
}
