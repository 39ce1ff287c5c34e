import Foundation
import Harness
import Testing

extension TerminalTests {
  @Suite @ProgramThread struct MemoryTests {
    /// KiB, by proc(5).
    private func memory(_ name: String, _ session: TerminalSession) -> Int {
      let text = (try? String(contentsOfFile: "/proc/\(session.pid)/status", encoding: .utf8)) ?? ""
      let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") } ?? ""
      return line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
    }

    @Test func `P2 what only the start needs does not stay in memory, and psst goes on`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let ana = try home.open("--account", "ana")
      try ana.waitForChats()
      let most = memory("VmHWM", ana)
      try ana.waitUntil("two thirds of it") { memory("VmRSS", $0) < most * 2 / 3 }
      try ana.openChat("echo")
      ana.say("marmalade")
      try ana.wait(for: .read, of: "marmalade")
    }

    @Test func `P2 an account on the private server never loads OpenSSL`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let ana = try home.open("--account", "ana")
      try ana.waitForChats()
      try ana.openChat("echo")
      ana.say("marmalade")
      try ana.wait(for: .read, of: "marmalade")
      let maps = try String(contentsOfFile: "/proc/\(ana.pid)/maps", encoding: .utf8)
      #expect(maps.contains("/libsqlite3.so"))
      #expect(!maps.contains("/libssl.so") && !maps.contains("/libcrypto.so"))
    }
  }
}
