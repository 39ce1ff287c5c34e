import Foundation
import Harness
import Testing

extension TerminalTests {
  /// What a terminal does to a program: it goes away, sends it to the background, and pastes a book into it.
  @Suite struct TerminalLifeTests {
    @Test(arguments: [SIGHUP, SIGTERM, SIGQUIT])
    func `P1 what was being written is there after the terminal went away`(signal: Int32) throws {
      let home = try PsstHome()
      defer { home.close() }
      let before = try home.open("--account", "ana")
      try before.waitForChats()
      try before.openChat("echo")
      before.say("marmalade")
      try before.wait(for: .read, of: "marmalade")
      before.type("half a thought")
      try before.wait(for: "half a thought")
      before.signal(signal)
      try before.waitForEnd()
      #expect(!before.isOnAlternateScreen)
      let after = try home.open("--account", "ana")
      try after.waitForChats()
      try after.wait(for: "half a thought")
      try after.wait(for: "marmalade")
    }

    @Test func `I2 Ctrl-Z gives the terminal back, and the screen is there again afterwards`()
      throws
    {
      let home = try PsstHome()
      defer { home.close() }
      let ana = try home.open("--account", "ana")
      try ana.waitForChats()
      try ana.openChat("echo")
      ana.type("half a thought")
      try ana.wait(for: "half a thought")
      for _ in 0..<2 {
        ana.press(.control("z"))
        try ana.waitUntil("the stop") { $0.isStopped && !$0.isOnAlternateScreen }
        #expect(ana.cursor.isVisible)
        ana.signal(SIGCONT)
        try ana.waitUntil("the screen") {
          $0.isOnAlternateScreen && $0.contains("half a thought")
        }
      }
      ana.type(" is enough")
      ana.press(.enter)
      try ana.wait(for: .read, of: "half a thought is enough")
    }

    /// While a frame is drawn, too.
    @Test func `I2 who has just gone on is stopped again, every time`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let ana = try home.open("--account", "ana")
      try ana.waitForChats()
      for _ in 0..<500 {
        ana.signal(SIGTSTP)
        try ana.waitUntil("the stop") { $0.isStopped }
        ana.signal(SIGCONT)
      }
    }

    @Test func `P1 what is pressed in the editor ends the editor, and psst goes on with the text`()
      throws
    {
      let home = try PsstHome()
      defer { home.close() }
      let ana = try writing(with: "echo editing-$$; sleep 60 #", home)
      // The terminal makes signals of them, for all that stand in its foreground (termios(3)).
      var ended: Set<String> = []
      for key in ["c", "\\"] as [Character] {
        ana.press(.control("x"), .control("e"))
        // What the one before it wrote still stands there.
        try ana.waitUntil("the editor") { ana in
          !ana.isOnAlternateScreen && !editors(ana).isSubset(of: ended)
        }
        ended.formUnion(editors(ana))
        ana.press(.control(key))
        try ana.waitUntil("the screen") { $0.isOnAlternateScreen }
        try ana.wait(for: "half a thought")
      }
      ana.type(" is enough")
      ana.press(.enter)
      try ana.wait(for: .read, of: "half a thought is enough")
    }

    @Test func `I2 P1 Ctrl-Z stops psst with its editor, and told to end it keeps what was edited`()
      throws
    {
      let home = try PsstHome()
      defer { home.close() }
      let waits = "until [ -e '\(home.path)/done' ]; do sleep 0.1; done"
      let ana = try opened(
        in: "f() { echo marmalade > \"$1\"; echo \"at $1\"; \(waits); }; f", home)
      ana.press(.control("z"))
      try ana.waitUntil("the stop") { $0.isStopped }
      ana.signal(SIGCONT)
      try ana.waitUntil("that it goes on") { !$0.isStopped }
      #expect(!ana.isOnAlternateScreen, "the terminal is the editor's")
      ana.signal(SIGTERM)
      try home.write("", to: "done")
      try ana.waitForEnd()
      let again = try reopenedAtEcho(home)
      try again.wait(for: "marmalade")
    }

    private func editors(_ ana: TerminalSession) -> Set<String> {
      Set(ana.lines.filter { $0.contains("editing-") })
    }

    @Test func `P1 Z3 what was written in the editor is the draft after kill -9, and nowhere else`()
      throws
    {
      let home = try PsstHome()
      defer { home.close() }
      let ana = try opened(
        in: "f() { echo marmalade > \"$1\"; echo \"at $1\"; sleep 60; }; f", home)
      let folder = home.path + "/data/accounts/ana@localhost"
      try ana.killHard()
      let again = try reopenedAtEcho(home)
      try again.wait(for: "marmalade")
      #expect(!again.contains("half a thought"))
      let left = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(left.filter { $0.hasPrefix("editing-") } == [])
    }

    @Test(arguments: [("no-such-editor", "cannot be started"), ("false", "ended with an error")])
    func `M2 A3 an editor that is not there, or fails, is told, and the text stays`(
      editor: String, words: String
    ) throws {
      let home = try PsstHome()
      defer { home.close() }
      let ana = try writing(with: editor, home)
      ana.press(.control("x"), .control("e"))
      try ana.wait(for: words)
      try ana.wait(for: "half a thought")
    }

    /// A text that is begun in a chat, not yet in the editor.
    private func writing(with editor: String, _ home: PsstHome) throws -> TerminalSession {
      home.environment["EDITOR"] = editor
      let ana = try home.open("--account", "ana")
      try ana.waitForChats()
      try ana.openChat("echo")
      ana.type("half a thought")
      try ana.wait(for: "half a thought")
      return ana
    }

    /// A text in an editor that says where it is.
    private func opened(in editor: String, _ home: PsstHome) throws -> TerminalSession {
      let ana = try writing(with: editor, home)
      ana.press(.control("x"), .control("e"))
      let folder = home.path + "/data/accounts/ana@localhost"
      try ana.waitUntil("the editor") { !$0.isOnAlternateScreen && $0.contains("at \(folder)") }
      return ana
    }

    /// Which chat it begins with depends on whether Echo's greeting had come.
    private func reopenedAtEcho(_ home: PsstHome) throws -> TerminalSession {
      let again = try home.open("--account", "ana")
      try again.waitForChats()
      try again.choose("echo")
      return again
    }

    /// A message whose link was opened with the script.
    private func opened(
      _ message: String, by script: String, in home: PsstHome
    ) throws -> TerminalSession {
      let browser = home.path + "/browser"
      try home.write(script, to: "browser")
      chmod(browser, 0o700)
      home.environment["BROWSER"] = browser
      let ana = try home.open("--account", "ana")
      try ana.wait(for: Wording.notes, bound: Bound.start)
      try ana.openChat("notes")
      ana.say(message)
      try ana.wait(for: .sent, of: String(message.prefix(6)))
      ana.press(.tab)
      try ana.wait(for: "y copy")
      ana.type("o")
      return ana
    }

    @Test func `Z2 a link is opened by the user's program, and nothing in it is a command`() throws
    {
      let home = try PsstHome()
      defer { home.close() }
      let ana = try opened(
        "(https://a.org/?b=c&d=$(touch$IFS/x);e).",
        by: "#!/bin/sh\nprintf '%s' \"$1\" > \(home.path)/opened\n", in: home)
      let opened = home.path + "/opened"
      try ana.waitUntil("the program") { _ in FileManager.default.fileExists(atPath: opened) }
      try ana.waitUntil("all of it") { _ in
        try String(contentsOfFile: opened, encoding: .utf8)
          == "https://a.org/?b=c&d=$(touch$IFS/x);e"
      }
    }

    /// A shell would take them back by itself.
    @Test func `Z2 a program that opens a link is kept from no signal`() throws {
      let home = try PsstHome()
      defer { home.close() }
      let kept = home.path + "/kept"
      let ana = try opened(
        "https://example.org/",
        by: """
          #!\(Repository.peerPython)
          import os, signal
          open("\(kept).new", "w").write(f"{sorted(signal.pthread_sigmask(signal.SIG_BLOCK, []))}.")
          os.rename("\(kept).new", "\(kept)")
          """, in: home)
      try ana.waitUntil("the program") { _ in FileManager.default.fileExists(atPath: kept) }
      #expect(try String(contentsOfFile: kept, encoding: .utf8) == "[].")
    }

    @Test func `A3 a link without a program for it is said`() throws {
      let home = try PsstHome()
      defer { home.close() }
      home.environment["BROWSER"] = "no-such-browser"
      let ana = try home.open("--account", "ana")
      try ana.wait(for: Wording.notes, bound: Bound.start)
      try ana.openChat("notes")
      ana.say("https://example.org/")
      try ana.wait(for: .sent, of: "https")
      ana.press(.tab)
      try ana.wait(for: "y copy")
      ana.type("o")
      try ana.wait(for: "Cannot open the link: no-such-browser")
    }

    @Test func `S8 a pasted book is refused, and too long a text stays until it is cleared`() throws
    {
      let home = try PsstHome()
      defer { home.close() }
      let ana = try home.open("--account", "ana")
      try ana.waitForChats()
      try ana.openChat("echo")
      ana.paste(String(repeating: "All work and no play. 工作 👩‍👩‍👧\n", count: 25_000))
      try ana.wait(for: "Not pasted", bound: 30)
      ana.paste(String(repeating: "All work and no play. 工作 👩‍👩‍👧\n", count: 500) + "the end")
      try ana.wait(for: "the end")
      ana.press(.enter)
      try ana.wait(for: "10,000")
      #expect(ana.contains("the end"))
      ana.press(.control("c"))
      try ana.waitUntilGone("the end")
      ana.say("marmalade")
      try ana.wait(for: .read, of: "marmalade")
      #expect(!ana.contains("All work"))
    }

    @Test func `Z2 a hostile text is shown as what it is, here and when it comes from another`()
      throws
    {
      let home = try PsstHome()
      defer { home.close() }
      let ana = try home.open("--account", "ana")
      try ana.waitForChats()
      try ana.openChat("echo")
      let title = ana.title
      ana.paste("\u{9D}0;owned\u{9C}\u{9B}2Jred \u{202E}olleh hostile")
      ana.press(.enter)
      try ana.waitUntil("the echo") { $0.lines.count { $0.contains("hostile") } >= 2 }
      ana.paste("\u{1B}]0;owned\u{7}\u{1B}[2Jnot even sent")
      try ana.wait(for: "not even sent")
      ana.press(.enter)
      try ana.wait(for: "cannot be sent")
      #expect(ana.title == title && ana.bells == 0)
      #expect(ana.contains(Wording.composerFor) && ana.contains("<9B>2Jred <RLO>olleh hostile"))
    }

    @Test func `I1 a changed key does what it is for, and the help and the hints say so`() throws {
      let home = try PsstHome()
      defer { home.close() }
      try home.write(
        "[keys.anywhere]\nqueue = \"F5\"\n[keys.composing]\nyank = \"Ctrl-E\"\n",
        to: "config/config.toml")
      let ana = try home.open("--account", "ana")
      try ana.waitForChats()
      try ana.wait(for: "config.toml:4: Ctrl-E is already the key of line-end")
      try ana.wait(for: "F5 queue")
      ana.send(Array("\u{1B}[15~".utf8))
      try ana.wait(for: "No queued messages")
    }
  }
}
