import Foundation
import Harness
import Testing

extension ServerTests {
  /// Files through the private server's http_file_share (XEP-0363), with an independent client on the other side.
  @Suite struct FileTests {
    private static let bytes = Data(
      (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) })

    /// Writes a file that is to be sent.
    private func original(_ server: RealServer, _ name: String = "a plan.pdf") throws -> String {
      let path = server.home.path + "/" + name
      try Self.bytes.write(to: URL(filePath: path))
      return path
    }

    private func fetched(_ address: String) throws -> Data {
      let fetch = try ChildProcess(["/usr/bin/curl", "-s", "-f", "--noproxy", "*", address])
      #expect(try fetch.waitForEnd(bound: 30) == 0)
      return Data(fetch.output)
    }

    /// What stands last in a body: the file's address, for programs that know no better.
    private func address(_ body: String) -> String {
      String(body.split(separator: "\n").last ?? "")
    }

    @Test func `F1 a file with words arrives whole at an independent client, and its copy goes`()
      throws
    {
      let server = try RealServer()
      defer { server.close() }
      let cy = try server.peer("cy")
      let path = try original(server)
      try server.home.run("--account", "ana")
      let send = try server.home.run(
        "send", "cy", "--file", path, "--caption", "for you", "--account", "ana")
      #expect(send.outputText == "sent\n" && send.exitCode == 0, "\(send.errorText)")
      try cy.waitUntil("the message", bound: 20) { _ in cy.received.count == 1 }
      let body = try #require(cy.received.first?.body)
      #expect(body.hasPrefix("for you\nhttp://127.0.0.1:") && body.hasSuffix("/a%20plan.pdf"))
      #expect(try fetched(address(body)) == Self.bytes)
      let export = try server.home.run("export", "cy", "--account", "ana", "--json")
      #expect(export.outputText.contains(#""name":"a plan.pdf","size":300000"#))
      #expect(try server.home.keptFiles() == [])
    }

    @Test func `F1 O9 offline two files and a text wait, and each arrives once and in order`()
      throws
    {
      let server = try RealServer()
      defer { server.close() }
      let cy = try server.peer("cy")
      let path = try original(server)
      try server.home.run("--account", "ana")
      try server.home.run("send", "cy", "first", "--account", "ana")
      try server.home.run("server", "stop")
      let ana = try server.home.start("--account", "ana")
      ana.write("/to cy\n/file \(path)\nbetween\n/file \(path)\n")
      try ana.waitUntil("three that wait", bound: 20) {
        $0.outputText.contains("3 messages queued")
      }
      #expect(ana.outputText.contains("(a file) a plan.pdf, 300 kB: queued"))
      // The original changes: the copy counts.
      try Data("other".utf8).write(to: URL(filePath: path))
      ana.signal(SIGKILL)
      try ana.waitForEnd()
      let queue = try server.home.run("queue", "--account", "ana")
      #expect(queue.outputText.components(separatedBy: "(a file) a plan.pdf, 300 kB").count == 3)
      try server.home.run("server", "start")
      let again = try server.peer("cy")
      let second = try server.home.run("--account", "ana", input: "/send\n", bound: 60)
      #expect(second.exitCode == 0, "\(second.outputText)")
      let archive = try again.archive().map(\.body).suffix(3)
      #expect(archive.count == 3 && Array(archive)[1] == "between")
      for body in [archive.first, archive.last].compactMap(\.self) {
        #expect(try fetched(address(body)) == Self.bytes)
      }
      _ = cy
    }

    @Test func `F1 Z6 what is no file is refused before anything waits`() throws {
      let server = try RealServer()
      defer { server.close() }
      _ = try server.invite("cy")
      try server.home.run("--account", "ana")
      for path in ["/nowhere/at/all", "/dev/zero", "/tmp"] {
        let send = try server.home.run("send", "cy", "--file", path, "--account", "ana")
        #expect(send.exitCode == 1 && send.errorText.contains("not sent: \(path)"))
      }
      let queue = try server.home.run("queue", "--account", "ana")
      #expect(queue.outputText == "No queued messages\n")
    }
  }
}

extension PsstHome {
  /// Copies of files in the folders of its accounts.
  func keptFiles() throws -> [String] {
    let all = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return all.filter { $0.contains("/files/") }
  }
}
