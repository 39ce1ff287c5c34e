import Foundation
import Harness
import Testing

extension ServerTests {
  /// A server that is found by its domain alone, with name servers of the test's own, in a network of the test's own.
  @Suite(
    .enabled(if: NetworkLink.isPermitted, "networks need root or user namespaces"),
    .enabled(if: SmallDisk.isPermitted, "this computer lets no test mount a file"))
  struct SRVTests {
    struct Case: CustomTestStringConvertible {
      var testDescription: String
      var records: [String]
      /// The port that was connected to.
      var port: Int

      init(_ name: String, _ records: [String], port: Int) {
        (testDescription, self.records, self.port) = (name, records, port)
      }
    }

    private static let here = "host.psst.test A 127.0.0.1"

    @Test(arguments: [
      Case(
        "a host and a port of its own",
        ["_xmpp-client._tcp.psst.test SRV 0 5 15222 host.psst.test", here], port: 15222),
      Case("no services, only an address", ["psst.test A 127.0.0.1"], port: 5222),
      Case(
        "a dead host first",
        [
          "_xmpp-client._tcp.psst.test SRV 0 5 15222 dead.psst.test", "dead.psst.test A 10.213.7.3",
          "_xmpp-client._tcp.psst.test SRV 9 5 15222 host.psst.test", here,
        ], port: 15222),
      Case(
        "IPv6 only",
        ["_xmpp-client._tcp.psst.test SRV 0 5 15222 six.psst.test", "six.psst.test AAAA ::1"],
        port: 15222),
      Case(
        "TLS from the first byte only",
        ["_xmpps-client._tcp.psst.test SRV 0 5 15223 host.psst.test", here], port: 15223),
      Case(
        "a service that is not what it says",
        [
          "_xmpps-client._tcp.psst.test SRV 0 5 5222 host.psst.test", here,
          "_xmpp-client._tcp.psst.test SRV 1 5 15222 host.psst.test",
        ], port: 15222),
    ])
    func `C1 a server is found by its domain alone`(_ names: Case) throws {
      let server = try NamedServer(names.records)
      defer { server.close() }
      let add = try server.signIn()
      #expect(add.exitCode == 0, "\(add.errorText)")
      let psst = try server.home.start("--account", "ana@psst.test")
      try psst.waitUntil("being online", bound: 30) { $0.outputText.contains("online\n") }
      #expect(try server.connectedPorts() == [names.port])
      psst.endInput()
      #expect(try psst.waitForEnd() == 0)
    }

    @Test(arguments: [
      (
        ["_xmpp-client._tcp.psst.test SRV 0 0 0 .", "psst.test A 127.0.0.1"],
        "no server for messages"
      ),
      ([], "cannot find the server psst.test"),
      (
        ["_xmpp-client._tcp.psst.test SRV 0 0 1 host.psst.test", here], "Connection refused"
      ),
    ])
    func `A4 a server that its domain does not lead to is said to be so`(
      records: [String], words: String
    ) throws {
      let server = try NamedServer(records)
      defer { server.close() }
      let add = try server.signIn()
      #expect(add.exitCode != 0 && add.errorText.contains(words), "\(add.errorText)")
    }
  }
}

/// A Prosody for `psst.test` with the account ana, that is reached by the names that the test gives.
private final class NamedServer {
  let home: PsstHome
  private let link: NetworkLink
  private let folder: String
  /// What names the name server, for those programs only.
  private let resolver: String
  private let names: ChildProcess
  private let prosody: ChildProcess

  init(_ records: [String]) throws {
    link = try NetworkLink()
    let there = link.command(on: .server)
    resolver = NSTemporaryDirectory() + "psst-names-\(UUID().uuidString.prefix(8))"
    try Data("nameserver 127.0.0.1\n".utf8).write(to: URL(filePath: resolver))
    home = try PsstHome(
      at: there + [
        "unshare", "--mount", "sh", "-c",
        "mount --bind '\(resolver)' /etc/resolv.conf && exec \"$@\"", "sh",
      ])
    folder = home.path + "/server"
    do {
      let authority = try TestAuthority(in: folder)
      try authority.certify("psst.test")
      home.environment["SSL_CERT_FILE"] = authority.file
      try home.write("correct horse\n", to: "password")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o600], ofItemAtPath: home.path + "/password")
      try home.write(Self.configuration(folder), to: "server/prosody.cfg.lua")
      try FileManager.default.createDirectory(
        atPath: folder + "/data", withIntermediateDirectories: true)
      let file = folder + "/prosody.cfg.lua"
      let register = try ChildProcess([
        "prosodyctl", "--root", "--config", file, "register", "ana", "psst.test", "correct horse",
      ])
      try register.waitForEnd()
      prosody = try ChildProcess(there + ["prosody", "-F", "--config", file])
      let script = Repository.root + "/Tests/ServerTests/dns.py"
      names = try ChildProcess(there + [Repository.peerPython, script, "53"] + records)
      try names.waitUntil("names") { !$0.output.isEmpty }
      try prosody.waitUntil("the server", bound: 20) { [folder] _ in
        Self.log(folder).contains("Activated service 'c2s_direct_tls'")
      }
    } catch {
      home.close()
      throw error
    }
  }

  func close() {
    names.endInput()
    home.close()
    unlink(resolver)
  }

  func signIn() throws -> ChildProcess {
    try home.run("account", "add", "ana@psst.test", "--password-file", home.path + "/password")
  }

  private static func log(_ folder: String) -> String {
    (try? String(contentsOfFile: folder + "/log", encoding: .utf8)) ?? ""
  }

  /// Those of the server at which somebody is connected (proc_pid_net(5)).
  func connectedPorts() throws -> Set<Int> {
    let show = try ChildProcess(
      link.command(on: .server) + ["cat", "/proc/net/tcp", "/proc/net/tcp6"])
    try show.waitForEnd()
    let ports = show.outputText.split(separator: "\n").compactMap { line -> Int? in
      let fields = line.split(separator: " ")
      guard fields.count > 3, fields[3] == "01" else { return nil }
      return fields[1].split(separator: ":").last.flatMap { Int($0, radix: 16) }
    }
    return Set(ports).intersection([5222, 15222, 15223])
  }

  private static func configuration(_ folder: String) -> String {
    """
    run_as_root=true; daemonize=false; data_path="\(folder)/data"; pidfile="\(folder)/pid"
    log={ debug="\(folder)/log" }
    admin_socket="\(folder)/sock"; interfaces={"127.0.0.1";"::1"}; c2s_ports={5222;15222}
    c2s_direct_tls_ports={15223}; s2s_ports={}; s2s_direct_tls_ports={}; http_ports={}
    https_ports={}; modules_disabled={"s2s"}; c2s_require_encryption=true
    modules_enabled={"roster";"saslauth";"tls";"disco";"mam";"smacks";"carbons";"ping";"posix"}
    authentication="internal_hashed"; certificates="\(folder)"
    c2s_direct_tls_ssl={key="\(folder)/psst.test.key",certificate="\(folder)/psst.test.crt"}
    VirtualHost "psst.test"
     ssl={key="\(folder)/psst.test.key",certificate="\(folder)/psst.test.crt"}
    """
  }
}
