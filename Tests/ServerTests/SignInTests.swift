import Harness
import Testing

extension ServerTests {
  @Suite @ProgramThread struct SignInTests {
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
