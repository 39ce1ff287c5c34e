import Foundation
import Harness
import Testing

extension TerminalTests {
  @Suite struct MemoryTests {
    /// KiB, by proc(5).
    private func memory(_ name: String, _ session: TerminalSession) -> Int {
      let text = (try? String(contentsOfFile: "/proc/\(session.pid)/status", encoding: .utf8)) ?? ""
      let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") } ?? ""
      return line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
    }

    /// The names of the libraries in its memory. The kernel gives the list a page at a time, and says its end only by
    /// giving nothing more (proc(5)).
    private func libraries(_ session: TerminalSession) -> Set<String> {
      guard let file = fopen("/proc/\(session.pid)/maps", "r") else { return [] }
      defer { fclose(file) }
      var names: Set<String> = []
      var line = [CChar](repeating: 0, count: 4096)
      while fgets(&line, Int32(line.count), file) != nil {
        let text = String(
          decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let name = text.split(separator: "/").last.flatMap { $0.split(separator: ".").first }
        if let name { names.insert(String(name)) }
      }
      return names
    }

    /// After the start gave back what it needed, and then something was said.
    private func talking(_ home: PsstHome) throws -> TerminalSession {
      let ana = try home.open("--account", "ana")
      try ana.waitForChats()
      // The chats stand on the screen before the start has taken all that it takes.
      try ana.waitUntil("two thirds of the most", bound: Bound.start) {
        memory("VmRSS", $0) < memory("VmHWM", $0) * 2 / 3
      }
      try ana.openChat("echo")
      ana.say("marmalade")
      try ana.wait(for: .read, of: "marmalade")
      return ana
    }

    @Test func `P2 what only the start needs does not stay in memory, and psst goes on`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let ana = try talking(home)
      // Nor does the private server need OpenSSL.
      let loaded = libraries(ana)
      #expect(loaded.contains("libsqlite3") && loaded.contains("libgsasl"))
      #expect(!loaded.contains("libssl") && !loaded.contains("libcrypto"))
      // Nor do addresses in ASCII need ICU.
      #expect(!loaded.contains("libicuuc") && !loaded.contains("libicui18n"))
    }

    @Test func `I6 what is needed in front alone does not stay in memory behind`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let ana = try talking(home)
      let before = memory("VmRSS", ana)
      ana.press(.focusOut)
      try ana.waitUntil("three quarters of that", bound: Bound.start) {
        memory("VmRSS", $0) < before * 3 / 4
      }
      ana.press(.focusIn)
      ana.say("butter")
      try ana.wait(for: .read, of: "butter")
    }
  }
}
