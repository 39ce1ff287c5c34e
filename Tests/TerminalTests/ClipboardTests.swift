import Foundation
import Harness
import Testing

extension TerminalTests {
  @Suite struct ClipboardTests {
    @Test func `I1 in tmux what is copied is in its paste buffer too, and nothing waits for it`()
      throws
    {
      let home = try PsstHome()
      defer { home.close() }
      try home.replaceProgram(
        "tmux",
        by: """
          echo "$*" >"$PSST_HOME/arguments"
          cat >"$PSST_HOME/copied.new" && mv "$PSST_HOME/copied.new" "$PSST_HOME/copied"
          """)
      home.environment["TMUX"] = "/tmp/tmux-0/default,1,0"
      let ana = try home.open("--account", "ana")
      try ana.waitForChats()
      try ana.openChat("notes")
      ana.say("marmalade – \u{1F34A}")
      try ana.wait(for: "marmalade")
      ana.press(.escape)
      try ana.wait(for: "Browsing")
      ana.type("y")
      try ana.wait(for: "Copied.")
      func copied() -> String? {
        try? String(contentsOfFile: home.path + "/copied", encoding: .utf8)
      }
      try ana.waitUntil("the buffer") { _ in copied() == "marmalade – \u{1F34A}" }
      let arguments = try String(contentsOfFile: home.path + "/arguments", encoding: .utf8)
      #expect(arguments == "load-buffer -w -\n")
    }
  }
}
