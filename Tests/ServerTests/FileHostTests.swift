import Foundation
import Harness
import Testing

extension ServerTrials {
  /// Files by the same code at Prosody's http_file_share and ejabberd's mod_http_upload (XEP-0363).
  @Suite struct FileHostTests {
    private func file(_ name: String, _ count: Int, in home: PsstHome) throws -> (String, Data) {
      let seed = name.utf8.reduce(0) { $0 + Int($1) }
      let bytes = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8 &+ seed) })
      let path = home.path + "/" + name
      try bytes.write(to: URL(filePath: path))
      return (path, bytes)
    }

    /// What came from there by psst, in its order.
    private func shown(at person: Correspondent, from other: Correspondent) throws -> [String] {
      try person.rows(with: other.address).filter { $0.from.hasPrefix(other.address) }.map(\.text)
    }

    /// What the server keeps of a person's messages, in its order and each once.
    private func archive(of person: Correspondent, _ world: GroupWorld) throws -> [String] {
      var seen: Set<String> = []
      return try Peer(world.invitation(person.name)).archive().map(\.body)
        .filter { seen.insert($0).inserted }
    }

    /// A file's name, of its address or of what psst writes for it, or the text itself.
    private func name(_ body: String) -> String {
      body.firstMatch(of: /([a-z.]+)(?:, \d+ kB)?$/).map { String($0.1) } ?? body
    }

    private func fetched(_ address: String, trusting authority: String?) throws -> Data {
      let trust = authority.map { ["--cacert", $0] } ?? []
      let fetch = try ChildProcess(
        ["/usr/bin/curl", "-s", "-f", "--noproxy", "*"] + trust + [address])
      #expect(try fetch.waitForEnd(bound: 30) == 0, "\(address)")
      return Data(fetch.output)
    }

    @Test(arguments: GroupHost.allCases)
    func
      `F1 C4 O9 files and texts arrive once, whole and in order, though the server dies meanwhile`(
        host: GroupHost
      ) throws
    {
      let world = try GroupWorld(host)
      defer { world.close() }
      let pair = Correspondence(try world.person("ana"), try world.person("cy"))
      // On the private server they are.
      if host == .ejabberd { try pair.becomeContacts() }
      let (ana, cy) = (pair.ana, pair.bo)
      let (first, firstBytes) = try file("plan.bin", 300_000, in: ana.home)
      let (second, secondBytes) = try file("b.bin", 900_000, in: ana.home)
      let names = ["before", "plan.bin", "between", "b.bin", "after"]
      ana.say(["before", "/file \(first)", "between", "/file \(second)", "after"])
      try ana.program.waitUntil("all five", bound: 30) { program in
        names.allSatisfy { program.outputText.contains($0) }
      }
      try world.restart()
      try cy.program.waitUntil("all five at Cy", bound: 90) { _ in
        // Until something has come there is no chat.
        (try? shown(at: cy, from: ana).count) ?? 0 >= names.count
      }
      #expect(try ana.finish() == 0, "\(ana.program.outputText)")
      #expect(try cy.finish() == 0, "\(cy.program.outputText)")
      let rows = try shown(at: cy, from: ana).map(name)
      #expect(rows.sorted() == names.sorted())
      // A server that was killed between the two archives has in the writer's alone what then came again.
      #expect(try archive(of: ana, world).map(name) == names)
      let bodies = try archive(of: cy, world)
      #expect(bodies.map(name) == rows)
      for (name, bytes) in [("plan.bin", firstBytes), ("b.bin", secondBytes)] {
        let address = try #require(bodies.first { $0.hasSuffix("/" + name) })
        #expect(try fetched(address, trusting: world.invitation("cy").authority) == bytes)
      }
      #expect(try ana.home.keptFiles() == [])
    }

    /// `PSST_FILE_MEGABYTES`: how large. Prosody takes no more than a gigabyte.
    @Test func `F1 Z4 a file goes out in flat memory, however large it is`() throws {
      let megabytes = ProcessInfo.processInfo.environment["PSST_FILE_MEGABYTES"].flatMap { Int($0) }
      let size = (megabytes ?? 64) * 1_000_000
      let world = try GroupWorld(Ejabberd.isInstalled ? .ejabberd : .prosody, largestFile: size)
      defer { world.close() }
      let ana = try world.person("ana")
      let path = ana.home.path + "/large.bin"
      try Data().write(to: URL(filePath: path))
      #expect(truncate(path, size) == 0)
      let before = try memory("VmRSS", of: ana.program)
      ana.talk(to: try world.invitation("cy").jid)
      ana.say(["/file \(path)"])
      let start = ContinuousClock.now
      try ana.program.waitUntil("the file", bound: Double(max(60, size / 5_000_000))) {
        $0.outputText.split(separator: "\n").contains {
          $0.contains("large.bin") && $0.contains(": sent")
        }
      }
      let growth = try memory("VmHWM", of: ana.program) - before
      if megabytes != nil {
        print("\(size) bytes: \(growth) kB more in \(start.duration(to: .now))")
      }
      #expect(growth < 16_384, "kB")
    }

    /// In kB, by the kernel (proc(5)).
    private func memory(_ name: String, of program: ChildProcess) throws -> Int {
      let status = try String(contentsOfFile: "/proc/\(program.pid)/status", encoding: .utf8)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("\(name):") })
      return try #require(
        line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
    }

    @Test func `F2 A4 what ejabberd finds too large fails in words, and holds nothing up`() throws {
      let world = try GroupWorld(.ejabberd)
      defer { world.close() }
      let ana = try world.person("ana")
      let invitation = try world.invitation("cy")
      let (path, _) = try file("big.bin", StockEjabberd.largestFile + 1, in: ana.home)
      ana.talk(to: invitation.jid)
      ana.say(["/file \(path)", "after"])
      try ana.waits(for: "the file is too large for your server: it takes 1 MB at most")
      try ana.waits(for: "] after: sent")
      #expect(try Peer(invitation).archive().map(\.body) == ["after"])
    }
  }
}
