import Foundation
import Harness

/// A Prosody with a certificate for `psst.test`, as on a network: STARTTLS is required, and the account
/// `ana@psst.test` exists. It listens on the loopback and trusts an authority of its own.
final class SecureServer {
  static let domain = "psst.test"
  static let password = "correct horse"
  let home: PsstHome
  let port: UInt16
  let folder: String
  private var prosody: ChildProcess
  private let hash: String
  /// From the next start on.
  var isQuick: Bool
  /// More lines for its host, from the next start on.
  var further = ""

  /// - Parameters:
  ///   - tls: LuaSec's name of the only version of TLS spoken.
  ///   - hash: of the stored password: `SHA-1` or `SHA-256`.
  ///   - isQuick: it signs in by XEP-0388 as well, with modules that Debian has apart.
  init(tls: String, hash: String, isQuick: Bool = false) throws {
    home = try PsstHome()
    folder = home.path + "/network"
    port = try Loopback.freePort()
    try FileManager.default.createDirectory(
      atPath: folder + "/data", withIntermediateDirectories: true)
    try TestAuthority(in: folder).certify(Self.domain)
    let file = folder + "/prosody.cfg.lua"
    (self.hash, self.isQuick) = (hash, isQuick)
    try Self.compatibility.write(
      toFile: folder + "/mod_test.lua", atomically: true, encoding: .utf8)
    try Self.configuration(folder, port, tls, hash, without: [], isQuick: isQuick, further)
      .write(toFile: file, atomically: true, encoding: .utf8)
    let register = try ChildProcess([
      "prosodyctl", "--root", "--config", file, "register", "ana", Self.domain, Self.password,
    ])
    try register.waitForEnd()
    prosody = try ChildProcess(["prosody", "-F", "--config", file])
    try write(secret: Self.password)
  }

  /// What ``signIn(as:trusting:tls:also:)`` signs in with.
  func write(secret text: String) throws {
    try (text + "\n").write(toFile: secret, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secret)
  }

  /// Another one for the account, while the server does not run.
  func setPassword(_ password: String) throws {
    let change = try ChildProcess([
      "prosodyctl", "--root", "--config", folder + "/prosody.cfg.lua", "register", "ana",
      Self.domain, password,
    ])
    try change.waitForEnd()
  }

  func close() { home.close() }

  /// Comes back with another version of TLS and without these ways to sign in, with the same certificate at
  /// the same place. Prosody 0.12 binds under TLS 1.2 alone.
  func restart(
    tls: String, without mechanisms: [String] = [], meanwhile change: () throws -> Void = {}
  ) throws {
    prosody.signal(SIGTERM)
    try prosody.waitForEnd()
    try change()
    let file = folder + "/prosody.cfg.lua"
    try Self.configuration(folder, port, tls, hash, without: mechanisms, isQuick: isQuick, further)
      .write(toFile: file, atomically: true, encoding: .utf8)
    prosody = try ChildProcess(["prosody", "-F", "--config", file])
  }

  /// It answers nobody any more, and does not end.
  func freeze() { prosody.signal(SIGSTOP) }

  var secret: String { folder + "/password" }

  /// `psst account add` for an address at this server, tried until the server listens.
  func signIn(
    as address: String = "ana@psst.test", trusting isTrusting: Bool = true,
    tls: String = "starttls", also: [String] = []
  ) throws -> ChildProcess {
    let environment = isTrusting ? trusting : home.environment
    for _ in 0..<100 {
      let add = try ChildProcess(
        [
          Repository.psst, "--log-stanzas", "account", "add", address, "--server",
          "127.0.0.1:\(port)", "--tls", tls, "--password-file", secret,
        ] + also, environment: environment)
      add.endInput()
      try add.waitForEnd()
      if !add.errorText.contains("refused\n") { return add }
      _ = poll(nil, 0, 50)
    }
    throw Unmet("the server does not listen")
  }

  /// psst with this account, as lines, until it has said the words, and its log those.
  func open(until words: String, logging logged: String = "") throws {
    let before = log.count
    let program = try ChildProcess(
      [Repository.psst, "--log-stanzas", "--plain", "--account", "ana@psst.test"],
      environment: trusting)
    try program.waitUntil(words, bound: 20) {
      $0.outputText.contains(words) && (logged.isEmpty || log.dropFirst(before).contains(logged))
    }
    // Which says goodbye to the server, where there is one.
    logged.isEmpty ? program.signal(SIGTERM) : program.endInput()
    try program.waitForEnd()
  }

  /// Where programs trust its authority.
  var trusting: [String: String] {
    // Where OpenSSL looks for authorities instead of the system's (SSL_CTX_set_default_verify_paths(3)).
    home.environment.merging(["SSL_CERT_FILE": folder + "/ca.pem"]) { $1 }
  }

  /// psst's own log.
  var log: String {
    (try? String(contentsOfFile: home.path + "/state/log", encoding: .utf8)) ?? ""
  }

  /// The mechanisms psst chose, by its own wire log.
  var mechanisms: [String] {
    log.replacing("<authenticate ", with: "<auth ").components(separatedBy: "<auth ").dropFirst()
      .compactMap {
        $0.components(separatedBy: "mechanism='").dropFirst().first?.components(separatedBy: "'")[0]
      }
  }

  /// Debian's package `prosody-modules` is there.
  static let mayBeQuick = FileManager.default.fileExists(
    atPath: "/usr/lib/prosody/modules/mod_sasl2_fast/mod_sasl2_fast.lua")

  /// Those modules are of 2023 and for the Prosody after Debian's: what they ask of it, and 0.12 has otherwise.
  /// mod_sasl2_sm wants parts of a mod_smacks that 0.12 has in one piece; it is left out.
  private static let compatibility = """
    local datetime = require "util.datetime";
    local write = datetime.datetime;
    function datetime.datetime(time) return write(time and math.floor(time)); end
    local stanza = require "util.stanza".stanza_mt;
    function stanza:get_child_attr(name, xmlns, attr)
      local child = self:get_child(name, xmlns); return child and child.attr[attr];
    end
    module:hook("stream-features", function (event)
      local methods = getmetatable(event.origin.conn).__index;
      function methods:ssl_info() local s = self:socket(); return s.info and s:info(); end
      function methods:ssl_peerfinished()
        local s = self:socket(); return s.getpeerfinished and s:getpeerfinished();
      end
      event.stream = { from = "ana@" .. module.host };
    end, 100);
    """

  /// The server knows none of the tokens that it gave.
  func forgetTokens() throws {
    let host = Self.domain.replacing(".", with: "%2e")
    try FileManager.default.removeItem(atPath: "\(folder)/data/\(host)/fast_tokens")
  }

  private static func configuration(
    _ folder: String, _ port: UInt16, _ tls: String, _ hash: String, without: [String],
    isQuick: Bool, _ further: String
  ) -> String {
    let disabled = without.map { "\"\($0)\"" }.joined(separator: ";")
    let quick = isQuick ? "modules_enabled={\"sasl2\";\"sasl2_bind2\";\"sasl2_fast\";\"test\"}" : ""
    return """
      plugin_paths={"\(folder)"}; run_as_root=true; daemonize=false; data_path="\(folder)/data"; pidfile="\(folder)/pid"
      admin_socket="\(folder)/sock"; interfaces={"127.0.0.1"}; c2s_ports={\(port)}
      c2s_direct_tls_ports={}; s2s_ports={}; s2s_direct_tls_ports={}; http_ports={}; https_ports={}
      modules_enabled={"roster";"saslauth";"tls";"disco";"mam";"smacks";"carbons";"ping";"posix"}
      modules_disabled={"s2s"}; c2s_require_encryption=true
      authentication="internal_hashed"; password_hash="\(hash)"; disable_sasl_mechanisms={\(disabled)}
      VirtualHost "\(domain)"
       ssl={key="\(folder)/\(domain).key",certificate="\(folder)/\(domain).crt",protocol="\(tls)"}
       \(quick)
       \(further)
      """
  }
}
