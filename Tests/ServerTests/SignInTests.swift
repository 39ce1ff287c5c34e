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
