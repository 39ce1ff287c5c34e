import Foundation
import Harness
import Testing

extension TerminalTests {
  /// Terminals that the terminal database of a bare Debian lacks, and locales that write ASCII alone.
  @Suite struct TerminalTypeTests {
    /// The last two are known nowhere; the others where `ncurses-term` has them.
    private static let unknown = [
      "xterm-kitty", "xterm-ghostty", "foot", "alacritty", "of tomorrow", "",
    ].filter { !isKnown($0) }

    @Test(arguments: Self.unknown)
    func `I4 I8 a terminal this computer does not know is one of today, and that is said once`(
      type: String
    ) throws {
      let home = try PsstHome()
      defer { home.close() }
      home.environment["TERM"] = type
      let ana = try home.open("--account", "ana", columns: 110)
      try ana.wait(for: "psst takes", bound: Bound.start)
      #expect(ana.isOnAlternateScreen)
      #expect(ana.contains("for xterm-256color."))
      try ana.waitForChats()
      try ana.openChat("echo")
      ana.say("marmalade")
      try ana.wait(for: .read, of: "marmalade")
      try ana.killHard()
      let again = try home.open("--account", "ana", columns: 110)
      try again.waitForChats()
      try again.wait(for: "marmalade")
      #expect(!again.contains("psst takes"))
    }

    private static func isKnown(_ type: String) -> Bool {
      guard let first = type.first else { return false }
      return ["/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo"].contains {
        FileManager.default.fileExists(atPath: "\($0)/\(first)/\(type)")
      }
    }

    @Test func `I4 a terminal that cannot place its cursor gets lines`() throws {
      let home = try PsstHome()
      defer { home.close() }
      home.environment["TERM"] = "dumb"
      let ana = try home.begin("--account", "ana")
      try ana.wait(for: "[y/N]")
      ana.type("y\r")
      try ana.wait(for: "online", bound: Bound.start)
      #expect(!ana.isOnAlternateScreen)
    }

    @Test func `I4 in a locale of ASCII alone there is no question mark that nobody typed`() throws
    {
      let home = try PsstHome()
      defer { home.close() }
      home.environment["LANG"] = "C"
      let ana = try home.open("--account", "ana", rows: 30, columns: 100)
      try ana.wait(for: "F1 help", bound: Bound.start)
      ana.onFrame = { screen in
        // In the list, one that stands alone marks who is no contact.
        let words = screen.lines.flatMap { $0.split(separator: " ") }
        #expect(words.filter { $0.contains("?") && $0 != "?" } == [])
        #expect(screen.lines.allSatisfy { $0.unicodeScalars.allSatisfy(\.isASCII) })
      }
      try ana.openChat("echo")
      ana.say("marmalade")
      try ana.waitUntil("the echo") { $0.lines.count { $0.contains("marmalade") } >= 2 }
      for key: Key in [.alt("q"), .escape, .alt("t"), .escape, .alt("n"), .escape] {
        let before = ana.output.count
        ana.press(key)
        _ = Pump.wait(bound: 1) { ana.output.count > before }
      }
    }
  }
}
