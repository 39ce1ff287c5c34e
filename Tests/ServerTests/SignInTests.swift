import Foundation
import Harness
import Testing

extension ServerTests {
  @Suite struct SignInTests {
    @Test(arguments: [
      ("tlsv1_2", "SHA-256", "SCRAM-SHA-256-PLUS"), ("tlsv1_3", "SHA-256", "SCRAM-SHA-256"),
      ("tlsv1_2", "SHA-1", "SCRAM-SHA-1-PLUS"), ("tlsv1_3", "SHA-1", "SCRAM-SHA-1"),
    ])
    func `C1 Z3 the strongest way in that TLS and server have is taken`(
      _ tls: String, _ hash: String, _ mechanism: String
    ) throws {
      let server = try SecureServer(tls: tls, hash: hash)
      defer { server.close() }
      let add = try server.signIn()
      #expect(add.exitCode == 0, "\(add.errorText)")
      #expect(server.mechanisms.last == mechanism)
      #expect(try server.home.run("account", "list").outputText.contains("ana@psst.test"))
    }

    @Test func `Z3 a server that comes back with less is given nothing until the user says so`()
      throws
    {
      let server = try SecureServer(tls: "tlsv1_2", hash: "SHA-256")
      defer { server.close() }
      #expect(try server.signIn().exitCode == 0)
      #expect(server.mechanisms == ["SCRAM-SHA-256-PLUS"])
      try server.restart(tls: "tlsv1_3")
      let unbound = try server.signIn()
      #expect(unbound.exitCode != 0 && unbound.errorText.contains("--weaker-sign-in"))
      try server.open(until: "psst account add ana@psst.test --weaker-sign-in")
      #expect(server.mechanisms == ["SCRAM-SHA-256-PLUS"], "a weaker one was tried")
      #expect(try server.signIn(also: ["--weaker-sign-in"]).exitCode == 0)
      #expect(server.mechanisms.last == "SCRAM-SHA-256")
      try server.restart(tls: "tlsv1_3", without: ["SCRAM-SHA-256"])
      try server.open(until: "psst account add ana@psst.test --plain-password")
      let plain = try server.signIn(also: ["--weaker-sign-in"])
      #expect(plain.exitCode != 0 && plain.errorText.contains("--plain-password"))
      #expect(!server.mechanisms.contains("PLAIN"))
      #expect(try server.signIn(also: ["--plain-password"]).exitCode == 0)
      #expect(server.mechanisms.last == "PLAIN")
      #expect(!server.log.contains(SecureServer.password))
    }

    /// With and without a binding, and without the mechanism's own one (flag `y` of RFC 5802).
    @Test(arguments: [("tlsv1_2", "SHA-256"), ("tlsv1_3", "SHA-256"), ("tlsv1_2", "SHA-1")])
    func `Z3 once a server asks for the same keys twice, the password is kept no more`(
      _ tls: String, _ hash: String
    ) throws {
      let server = try SecureServer(tls: tls, hash: hash)
      defer { server.close() }
      #expect(try server.signIn().exitCode == 0)
      let account = server.home.path + "/data/accounts/ana@psst.test"
      let kept = { try FileManager.default.contentsOfDirectory(atPath: account) }
      #expect(try kept().contains("password"))
      try server.open(until: "online\n", logging: "signed in with")
      #expect(try !kept().contains("password") && kept().contains("keys"))
      let mode = try FileManager.default.attributesOfItem(atPath: account + "/keys")
      #expect(mode[.posixPermissions] as? Int == 0o600)
      try server.open(until: "online\n", logging: "signed in with")
      let ways = server.mechanisms
      #expect(ways.count == 3 && Set(ways).count == 1, "\(ways)")
      try server.restart(tls: tls) { try server.setPassword("battery staple") }
      try server.open(until: "type it again", logging: "mechanism='")
      #expect(server.mechanisms.count == 4, "nothing is tried again by itself")
      try server.write(secret: "battery staple")
      #expect(try server.signIn().exitCode == 0)
      try server.open(until: "online\n", logging: "signed in with")
      #expect(try !kept().contains("password"))
    }

    /// As somebody in the middle strikes it from the list.
    @Test func `Z3 a server that binds refuses who is not shown its offer`() throws {
      let server = try SecureServer(tls: "tlsv1_2", hash: "SHA-256")
      defer { server.close() }
      try server.restart(tls: "tlsv1_2", without: ["SCRAM-SHA-256-PLUS"])
      let add = try server.signIn()
      #expect(add.exitCode != 0 && add.errorText.contains("was taken away"))
      #expect(server.mechanisms == ["SCRAM-SHA-256"])
    }

    /// The engine's own sign-in is kept, not only that of `account add`.
    @Test func `Z3 a better way in that a server learns is the least from then on`() throws {
      let server = try SecureServer(tls: "tlsv1_3", hash: "SHA-256")
      defer { server.close() }
      #expect(try server.signIn().exitCode == 0)
      try server.restart(tls: "tlsv1_2")
      try server.open(until: "online\n")
      #expect(server.log.contains("signed in with SCRAM-SHA-256-PLUS"))
      try server.restart(tls: "tlsv1_3")
      try server.open(until: "psst account add ana@psst.test --weaker-sign-in")
      #expect(server.mechanisms == ["SCRAM-SHA-256", "SCRAM-SHA-256-PLUS"])
    }

    @Test func `Z3 nothing secret goes where the certificate, the name or TLS is missing`() throws {
      let server = try SecureServer(tls: "tlsv1_3", hash: "SHA-256")
      defer { server.close() }
      let unknown = try server.signIn(trusting: false)
      #expect(unknown.exitCode != 0 && unknown.errorText.contains("authority"))
      let stranger = try server.signIn(as: "ana@other.test")
      #expect(stranger.exitCode != 0, "the certificate is for another domain")
      let bare = try server.signIn(tls: "off")
      #expect(bare.exitCode != 0 && bare.errorText.contains("not safe"))
      #expect(server.mechanisms.isEmpty)
      #expect(try !server.home.run("account", "list").outputText.contains("test"))
    }
  }
}
