import Foundation
import Harness
import Testing

extension TerminalTests {
  @Suite struct SettingsTests {
    @Test
    func `I9 a setting is changed on the screen, counts at once, and the file keeps its comments`()
      throws
    {
      let home = try PsstHome()
      defer { home.close() }
      let before = "# mine\ntheme = \"nord\"  # calm\nidle = 3\n"
      try home.write(before, to: "config/config.toml")
      let ana = try home.open("--account", "ana", rows: 30, columns: 100)
      try ana.waitForChats()
      let file = home.path + "/config/config.toml"
      func text() -> String { (try? String(contentsOfFile: file, encoding: .utf8)) ?? "" }
      ana.press(.alt(","))
      try ana.wait(for: "▌ Theme                  nord")
      ana.type("/chat list")
      ana.press(.enter)
      try ana.wait(for: "▌ Chat list              auto")
      ana.press(.enter)
      try ana.wait(for: "▌ Chat list              compact")
      try ana.waitUntil("it is in the file") { _ in
        text() == before + "list = \"compact\"\n"
      }
      ana.type("d")
      try ana.wait(for: "▌ Chat list              auto")
      #expect(text() == before)
      // What is broken meanwhile is told, and stays as it is.
      try home.write("idle = = 3\n", to: "config/config.toml")
      ana.press(.enter)
      try ana.wait(for: "config.toml:1:")
      #expect(text() == "idle = = 3\n")
    }

    @Test func `I9 D2 read receipts are off, and on again, without a new start`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let (ana, bo) = try home.openPair()
      func turn(to value: String) throws {
        bo.press(.alt(","))
        bo.type("/read receipts")
        bo.press(.enter)
        try bo.wait(for: "▌ Read receipts")
        bo.press(.enter)
        try bo.waitUntil("it is \(value)") { bo in
          bo.lines.contains { $0.contains("▌ Read receipts") && $0.contains(" \(value)") }
        }
        bo.press(.escape)
        try bo.wait(for: "Background")
        bo.press(.escape)
        try bo.wait(for: "Write to ana")
      }
      try turn(to: "off")
      ana.say("line-1")
      try bo.wait(for: "line-1")
      try ana.wait(for: .delivered, of: "line-1")
      try turn(to: "on")
      #expect(!ana.contains("✓✓ read"), "\(ana.report)")
      ana.say("line-2")
      try ana.wait(for: .read, of: "line-2")
    }

    @Test func `I9 I1 other keys count at once`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let ana = try home.open("--account", "ana")
      try ana.waitForChats()
      ana.press(.alt(","))
      ana.type("/keys")
      ana.press(.enter)
      try ana.wait(for: "▌ Keys                   standard")
      ana.press(.enter)
      try ana.wait(for: "▌ Keys                   readline")
      ana.press(.escape)
      try ana.wait(for: "Background")
      ana.press(.escape)
      try ana.wait(for: "Alt-K go to")
      ana.type("two words")
      ana.press(.control("a"), .control("k"))
      try ana.waitUntilGone("two words")
      ana.press(.alt("k"))
      try ana.wait(for: "Go to:")
    }
  }
}
