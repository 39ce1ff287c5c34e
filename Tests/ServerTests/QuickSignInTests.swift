import Foundation
import Harness
import Testing

extension ServerTests {
  /// Signing in by XEP-0388, 0386 and 0484 to a real server.
  @Suite struct QuickSignInTests {
    @Test(arguments: [
      ("tlsv1_2", "SCRAM-SHA-256-PLUS", "HT-SHA-256-UNIQ"),
      ("tlsv1_3", "SCRAM-SHA-256", "HT-SHA-256-NONE"),
    ])
    func `C1 Z3 a token stands for the password until it is taken no more`(
      _ tls: String, _ mechanism: String, _ token: String
    ) throws {
      guard SecureServer.mayBeQuick else { try Test.cancel("prosody-modules is not installed") }
      let server = try SecureServer(tls: tls, hash: "SHA-256", isQuick: true)
      defer { server.close() }
      #expect(try server.signIn().exitCode == 0)
      try server.open(until: "online\n")
      #expect(server.mechanisms == [mechanism, mechanism])
      let secret = try #require(server.token)
      #expect(secret.hasPrefix(token + " "))
      let binds = server.binds
      try server.open(until: "online\n")
      #expect(server.mechanisms.last == token)
      #expect(server.binds == binds, "the resource came along")
      #expect(server.log.contains("signed in with \(token)"))
      try server.restart(tls: tls) { try server.forgetTokens() }
      try server.open(until: "online\n")
      #expect(server.mechanisms.suffix(2) == [token, mechanism], "nobody was asked")
      #expect(server.token != nil && server.token != secret)
      for secret in [secret, server.token ?? ""].map({ $0.split(separator: " ").last ?? "" }) {
        #expect(!server.log.contains(secret))
      }
      #expect(!server.log.contains(SecureServer.password))
      #expect(try server.home.run("account", "remove", "--yes", "ana@psst.test").exitCode == 0)
      #expect(server.token == nil)
    }

    /// Counted in psst's own log, not timed: TCP, STARTTLS and TLS 1.3 take one each.
    @Test func `O11 Z8 what waits leaves after as few round trips as the server allows`() throws {
      guard SecureServer.mayBeQuick else { try Test.cancel("prosody-modules is not installed") }
      let server = try SecureServer(tls: "tlsv1_3", hash: "SHA-256")
      defer { server.close() }
      #expect(try server.signIn().exitCode == 0)
      var trips: [Int] = []
      for isQuick in [false, true, true] {
        server.isQuick = isQuick
        try server.restart(tls: "tlsv1_3")
        try server.open(until: "online\n", logging: "'jabber:iq:roster'/>")
        trips.append(try server.roundTripsToTheSession())
      }
      // Header, challenge, proof, header, resource, acknowledgements; the same without the second header; a token,
      // which goes with the first header, and the resource comes with its answer.
      #expect(trips == [9, 8, 5])
    }
  }
}

extension SecureServer {
  /// What waits for an answer, each in one packet with what else is said then.
  private static let words = [
    "<stream:stream ", "<auth ", "<authenticate ", "<response ", "xmpp-bind'><resource>",
    "<enable xmlns='urn:xmpp:sm:3'", "<query xmlns='jabber:iq:roster'/>",
  ]

  /// From the last connection's first packet to the first words of the session, with which goes what waits.
  fileprivate func roundTripsToTheSession() throws -> Int {
    let last = log.components(separatedBy: "wire connected").last?.split(separator: "\n") ?? []
    let end = try #require(last.firstIndex { $0.contains(" out ") && $0.contains("iq:roster") })
    let spoken = last[...end].filter { line in
      line.contains(" out ") && Self.words.contains { line.contains($0) }
    }
    // TCP before the first, and TLS before the second.
    return spoken.count + 1
  }

  private var account: String { home.path + "/data/accounts/ana@psst.test" }

  /// As psst keeps it, in a file that nobody else may read.
  fileprivate var token: String? {
    let path = account + "/token"
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    let facts = try? FileManager.default.attributesOfItem(atPath: path)
    guard facts?[.posixPermissions] as? Int == 0o600 else { return nil }
    return text.trimmingCharacters(in: .newlines)
  }

  /// How often a resource was asked for by itself.
  fileprivate var binds: Int { log.components(separatedBy: "xmpp-bind'><resource>").count - 1 }
}
