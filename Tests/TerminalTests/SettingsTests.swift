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
  }
}
