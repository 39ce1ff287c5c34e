import Foundation
import Harness
import Testing

extension TerminalTests {
  @Suite struct AlertTests {
    @Test func `A1 A2 X3 in the background a message is told of, and is there on return`() throws {
      let home = try PsstHome()
      defer { home.close() }
      try home.write("alerts = [\"bell\", \"osc9\", \"desktop\"]\n", to: "config/config.toml")
      try home.replaceProgram("notify-send", by: "printf '%s|' \"$@\" >> \(home.path)/notified")
      let ana = try home.open("--account", "ana")
      try ana.waitForChats()
      try ana.openChat("notes")
      // The Echo's greeting has its time.
      try ana.wait(for: "Echo: I am Echo")
      try ana.waitUntilGone("Echo: I am Echo")
      ana.type("\u{1B}[O")
      let bo = try home.open("--account", "bo")
      try bo.waitForChats()
      try bo.openChat("ana")
      let bells = ana.bells
      bo.say("<b>marmalade</b>")
      try ana.wait(for: "bo: <b>marmalade</b>")
      try ana.wait(for: "[Alt-A] go there")
      try ana.waitUntil("the bell") { $0.bells == bells + 1 }
      try ana.waitUntil("the terminal's notification") {
        String(decoding: $0.output, as: UTF8.self).contains(
          "\u{1B}]9;psst: bo: <b>marmalade</b>\u{7}")
      }
      try ana.waitUntil("the desktop's") { _ in
        let said = try? String(contentsOfFile: home.path + "/notified", encoding: .utf8)
        return said?.contains("|--|bo|&lt;b&gt;marmalade&lt;/b&gt;|") == true
      }
      ana.type("\u{1B}[I")
      ana.press(.alt("a"))
      try ana.wait(for: "Write to bo")
      try ana.wait(for: "<b>marmalade</b>")
      try bo.wait(for: .read, of: "marmalade")
      bo.say("and bread")
      try ana.wait(for: "and bread")
      #expect(ana.bells == bells + 1, "the chat in front is not told of")
    }
  }
}
