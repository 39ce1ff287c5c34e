import Foundation
import Harness

/// A server as its makers ship it, on the loopback with a certificate of the test's authority: nothing of
/// psst's is in it.
protocol StockServer: AnyObject {
  var domain: String { get }
  var port: UInt16 { get }
  /// Where it keeps what it has.
  var folder: String { get }
  /// Starts it, and returns when it listens.
  func start() throws
  /// Ends it as a power cut would.
  func killHard() throws
}

extension StockServer {
  /// Long enough for nobody to guess; the server is on the loopback, and gone with the test.
  static var password: String { "correct horse" }

  func restart() throws {
    try killHard()
    try start()
  }

  /// An account of the server.
  func invitation(_ name: String, trusting authority: TestAuthority) -> Peer.Invitation {
    Peer.Invitation(
      jid: "\(name)@\(domain)", password: Self.password, host: "127.0.0.1", port: port,
      authority: authority.file)
  }
}

/// Prosody with Debian's configuration: "internal" storage, limits of the traffic, no archive.
final class StockProsody: StockServer {
  /// What an administrator has changed in it.
  enum Kind: String, CaseIterable {
    case shipped = "as shipped, without archive"
    case archive = "with archive"
    case archiveAlone = "with archive, without resumption"
    case neither = "without archive and resumption"

    var hasArchive: Bool { self == .archive || self == .archiveAlone }
    fileprivate var hasResumption: Bool { self == .shipped || self == .archive }
  }

  private static let shipped = "/etc/prosody/prosody.cfg.lua"
  /// Only root and Prosody may read it.
  static let isReadable = FileManager.default.isReadableFile(atPath: shipped)

  let domain: String
  let port: UInt16
  let folder: String
  private let place: [String]
  private var process: ChildProcess?

  /// - Parameters:
  ///   - folder: it is made, and nobody else's.
  ///   - data: where the server keeps what it has; in the folder where nothing is said.
  ///   - further: lines for the end of the global part.
  ///   - module: one more, in Lua.
  ///   - components: lines for its end.
  init(
    _ kind: Kind, _ domain: String, in folder: String, trusting authority: TestAuthority,
    at place: [String] = [], data: String? = nil, further: String = "", module: String? = nil,
    components: String = ""
  ) throws {
    (self.domain, self.folder, self.place) = (domain, folder, place)
    port = try Loopback.freePort()
    try authority.certify(domain)
    try FileManager.default.createDirectory(
      atPath: folder + "/data", withIntermediateDirectories: true)
    let own = Self.own(folder, data ?? folder + "/data", authority, port)
    var text = try String(contentsOfFile: Self.shipped, encoding: .utf8)
    text = String(text.prefix(upTo: text.range(of: "\nVirtualHost ")?.lowerBound ?? text.endIndex))
    if kind.hasArchive { text = text.replacing("--\"mam\";", with: "\"mam\";") }
    if !kind.hasResumption { text = text.replacing("\"smacks\";", with: "") }
    text += "\n\(own)\n\(further)\nplugin_paths = { \"\(folder)\" }\n"
    text += "VirtualHost \"\(domain)\"\n"
    if let module {
      try module.write(toFile: folder + "/mod_test.lua", atomically: true, encoding: .utf8)
      text += "modules_enabled = { \"test\" }\n"
    }
    text += "ssl = { key = \"\(authority.folder)/\(domain).key\"; "
    text +=
      "certificate = \"\(authority.folder)/\(domain).crt\"; cafile = \"\(authority.file)\" }\n"
    text += components
    try text.write(toFile: configuration, atomically: true, encoding: .utf8)
  }

  private var configuration: String { folder + "/prosody.cfg.lua" }

  /// Groups without an archive, as the module comes.
  static func groups(at service: String, with modules: [String] = []) -> String {
    let names = modules.map { "\"\($0)\"" }.joined(separator: ", ")
    return "Component \"\(service)\" \"muc\"\nmodules_enabled = { \(names) }\n"
  }

  /// What the folders and ports of a system are, they are the test's here.
  private static func own(
    _ folder: String, _ data: String, _ authority: TestAuthority, _ port: UInt16
  ) -> String {
    """
    run_as_root = true; daemonize = false; pidfile = "\(folder)/pid"; data_path = "\(data)"
    admin_socket = "\(folder)/socket"; log = { info = "\(folder)/log" }
    certificates = "\(authority.folder)"; interfaces = { "127.0.0.1" }; c2s_ports = { \(port) }
    c2s_direct_tls_ports = {}; s2s_ports = {}; s2s_direct_tls_ports = {}
    http_ports = {}; https_ports = {}
    """
  }

  func register(_ names: String...) throws {
    for name in names {
      let register = try ChildProcess(
        place + [
          "prosodyctl", "--root", "--config", configuration, "register", name, domain,
          Self.password,
        ])
      guard try register.waitForEnd() == 0 else { throw Unmet(register.outputText) }
    }
  }

  func start() throws {
    try? FileManager.default.removeItem(atPath: folder + "/pid")
    let started = try ChildProcess(place + ["prosody", "-F", "--config", configuration])
    process = started
    try started.waitUntil("Prosody", bound: 30) { _ in Loopback.isListening(port) }
  }

  func killHard() throws {
    process?.signal(SIGKILL)
    try process?.waitForEnd()
  }
}

/// ejabberd with the configuration it comes with: 100 messages for who is away, 3,000 bytes a second.
final class StockEjabberd: StockServer {
  let domain: String
  let port: UInt16
  let folder: String
  private let accounts: [String]
  private let node: Ejabberd.Name?
  private var process: ChildProcess?

  /// With the configuration that psst prints for one.
  init(
    _ domain: String, in folder: String, trusting authority: TestAuthority, accounts: [String],
    configuredBy home: PsstHome, largestFile: Int = StockEjabberd.largestFile
  ) throws {
    (self.domain, self.folder, self.accounts, node) = (domain, folder, accounts, nil)
    port = try Loopback.freePort()
    let files = try Loopback.freePort()
    try authority.certify(domain)
    // No name leads to the domain here.
    try authority.certify("localhost")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let printed = try home.run(
      "server", "config", "ejabberd", domain, "--modules", folder + "/modules")
    guard printed.exitCode == 0 else { throw Unmet("psst server config: \(printed.errorText)") }
    let text = printed.outputText
      .replacing(
        "\"/etc/ejabberd/ejabberd.pem\"",
        with: "\"\(authority.folder)/\(domain).pem\"\n  - \"\(authority.folder)/localhost.pem\""
      )
      .replacing("/var/lib/ejabberd", with: folder)
      .replacing("https://\(domain):5443/", with: "https://localhost:\(files)/")
      .replacing("max_size: 104857600", with: "max_size: \(largestFile)")
    let listening = Self.listening(on: port, in: text, further: "starttls: true")
    try write(listening + Self.taking(filesOn: files))
  }

  /// - Parameters:
  ///   - hasArchive: as shipped it has none.
  ///   - node: of a cluster.
  ///   - module: one more, with its options.
  ///   - further: lines for the end of its configuration.
  init(
    _ domain: String, in folder: String, trusting authority: TestAuthority, hasArchive: Bool,
    accounts: [String], as node: Ejabberd.Name? = nil, module: String = "", further: String = ""
  ) throws {
    (self.domain, self.folder, self.accounts, self.node) = (domain, folder, accounts, node)
    port = try Loopback.freePort()
    try authority.certify(domain)
    var text = try String(contentsOfFile: Ejabberd.shipped, encoding: .utf8)
    text = text.replacing("\n  - localhost\n", with: "\n  - \(domain)\n")
      .replacing("/etc/ejabberd/ejabberd.pem", with: "\(authority.folder)/\(domain).pem")
    text = Self.listening(
      on: port, in: text, further: "shaper: c2s_shaper", "protocol_options: 'TLS_OPTIONS'")
    if hasArchive {
      text = text.replacing("\nmodules:\n", with: "\nmodules:\n  mod_mam:\n    default: always\n")
    }
    text = text.replacing("\nmodules:\n", with: "\nmodules:\n\(module)")
    try write(text + further)
  }

  /// Bytes, as psst is to be told.
  static let largestFile = 1_000_000

  private static func taking(filesOn port: UInt16) -> String {
    """
      -
        port: \(port)
        ip: "127.0.0.1"
        module: ejabberd_http
        tls: true
        request_handlers:
          /upload: mod_http_upload

    """
  }

  private func write(_ text: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try text.write(toFile: folder + "/ejabberd.yml", atomically: true, encoding: .utf8)
  }

  /// Clients alone, and on a port of the test; with the options that it is shipped with.
  private static func listening(
    on port: UInt16, in text: String, further: String...
  ) -> String {
    var isListen = false
    let rest = text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      if let first = line.first, first.isLetter { isListen = line.hasPrefix("listen:") }
      return !isListen
    }
    let listen = """
      listen:
        -
          port: \(port)
          ip: "127.0.0.1"
          module: ejabberd_c2s
          max_stanza_size: 262144
          access: c2s
          starttls_required: true
      """
    let lines = further.map { "\n    " + $0 }.joined()
    return rest.joined(separator: "\n") + "\n" + listen + lines + "\n"
  }

  func start() throws {
    try start(then: accounts.map { Ejabberd.register($0, domain, Self.password) })
  }

  /// Without accounts of its own: those of the cluster that the node belongs to.
  func join(_ other: Ejabberd.Name) throws {
    let host = "lists:nth(2, string:tokens(atom_to_list(node()), \"@\"))"
    try start(then: [
      "ok = ejabberd_cluster:join(list_to_atom(\"\(other.name)@\" ++ \(host)))"
    ])
  }

  private func start(then steps: [String]) throws {
    let started = try Ejabberd.start(in: folder, as: node, then: steps)
    process = started
    try started.waitUntil("its port", bound: 30) { _ in Loopback.isListening(port) }
  }

  func killHard() throws {
    process?.signal(SIGKILL)
    try process?.waitForEnd()
  }
}
