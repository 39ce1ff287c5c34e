import Foundation
import Harness
import Testing

extension ServerTests {
  /// Files that others send, fetched from the private server and from others.
  @Suite struct SavedFileTests {
    private static let bytes = Data((0..<300_000).map { UInt8($0 * 7 % 251) })

    private func saved(_ home: PsstHome) -> [String] {
      let names = try? FileManager.default.contentsOfDirectory(atPath: home.path + "/downloads")
      return (names ?? []).sorted()
    }

    @Test func `F3 a file of another is saved whole when I say so, and not before`() throws {
      let server = try RealServer()
      defer { server.close() }
      let path = server.home.path + "/a plan.pdf"
      try Self.bytes.write(to: URL(filePath: path))
      try server.home.run("--account", "ana")
      try server.home.run("--account", "bo")
      let send = try server.home.run(
        "send", "ana", "--file", path, "--caption", "for you", "--account", "bo")
      #expect(send.exitCode == 0, "\(send.errorText)")
      let ana = try server.home.start("--account", "ana")
      ana.write("/to bo\n")
      try ana.waitUntil("the file", bound: 30) { $0.outputText.contains("a plan.pdf") }
      #expect(saved(server.home) == [])
      ana.write("/save\n")
      let place = server.home.path + "/downloads/a plan.pdf"
      try ana.waitUntil("its end", bound: 30) { $0.outputText.contains("Saved as \(place)\n") }
      ana.write("/save\n")
      ana.endInput()
      #expect(try ana.waitForEnd(bound: 30) == 0)
      #expect(ana.outputText.contains("/downloads/a plan (2).pdf\n"))
      #expect(saved(server.home) == ["a plan (2).pdf", "a plan.pdf"])
      #expect(try Data(contentsOf: URL(filePath: place)) == Self.bytes)
      let facts = try FileManager.default.attributesOfItem(atPath: place)
      #expect(facts[.posixPermissions] as? Int == 0o600)
      #expect(try server.home.keptFiles() == [])
    }

    /// What somebody sends, and what is said of it; without words it is saved.
    private static let cases: [(name: String, url: String, more: String, words: String?)] = [
      ("good.bin", "https://localhost:PORT/good.bin", "", nil),
      (
        "bad hash", "https://localhost:PORT/good.bin",
        "<hash xmlns='urn:xmpp:hashes:2' algo='sha-256'>\(String(repeating: "A", count: 43))=</hash>",
        "it is not the file that was sent"
      ),
      (
        "more than said", "https://localhost:PORT/good.bin", "<size>1000</size>",
        "there is more of it than was said"
      ),
      (
        "less than said", "https://localhost:PORT/good.bin", "<size>400000</size>",
        "there is less of it than was said"
      ),
      ("gone", "https://localhost:PORT/none.bin", "", "it is not there any more"),
      ("broken off", "https://localhost:PORT/short.bin", "", "the connection broke off"),
      ("in the open", "http://files.localhost:PORT/good.bin", "", "not protected (https)"),
      ("led into the open", "https://localhost:PORT/open.bin", "", "private network"),
      ("led inside", "https://localhost:PORT/inside.bin", "", "private network"),
      ("another door", "https://localhost:1/good.bin", "", "private network"),
      ("my own house", "https://192.168.7.7/good.bin", "", "private network"),
      ("myself", "https://[::1]:PORT/good.bin", "", "private network"),
      ("nobody", "https://example.invalid/good.bin", "", "cannot be reached"),
    ]

    @Test func `F3 Z3 Z6 what is not what it should be is not saved, and said why`() throws {
      let server = try RealServer()
      defer { server.close() }
      let authority = try TestAuthority(in: server.home.path + "/certs")
      try authority.certify("localhost")
      let pair = ["crt", "key"].map { "\(authority.folder)/localhost.\($0)" }
      let web = try ChildProcess(
        [Repository.peerPython, Repository.root + "/Tests/ServerTests/web.py"] + pair)
      try web.waitUntil("its port") { $0.outputText.hasSuffix("\n") }
      let port = String(web.outputText.dropLast())
      server.home.environment["SSL_CERT_FILE"] = authority.file
      let cy = try server.peer("cy")
      // Where the private server keeps files.
      try Data("\(port)\n".utf8).write(
        to: URL(filePath: server.home.path + "/data/server/http-port"))
      let ana = try server.home.start("--account", "ana")
      ana.write("/to cy\n")
      try ana.waitUntil("being online", bound: 30) { $0.outputText.contains("online\n") }
      for one in Self.cases {
        let url = one.url.replacing("PORT", with: port)
        cy.sendRaw(
          """
          <message type='chat' to='ana@localhost' id='\(UUID())'><body>\(url)</body>\
          <file-sharing xmlns='urn:xmpp:sfs:0' disposition='attachment'>\
          <file xmlns='urn:xmpp:file:metadata:0'><name>\(one.name)</name>\(one.more)</file>\
          <sources><url-data xmlns='http://jabber.org/protocol/url-data' target='\(url)'/></sources>\
          </file-sharing></message>
          """)
        try ana.waitUntil(one.name, bound: 20) { $0.outputText.contains(" \(one.name)") }
        ana.write("/save\n")
        let words =
          one.words.map { "\(one.name) is not saved: " + ($0.hasPrefix("it ") ? $0 : "") }
          ?? "Saved as "
        try ana.waitUntil(words, bound: 40) { $0.outputText.contains(words) }
        let line = ana.outputText.split(separator: "\n").last { $0.contains(words) } ?? ""
        #expect(one.words.map { line.contains($0) } ?? true, "\(line)")
      }
      ana.endInput()
      #expect(try ana.waitForEnd(bound: 30) == 0)
      #expect(saved(server.home) == ["good.bin"])
      let place = server.home.path + "/downloads/good.bin"
      #expect(try Data(contentsOf: URL(filePath: place)) == Self.bytes)
      #expect(try server.home.keptFiles() == [])
      web.endInput()
    }
  }
}
