import Foundation
import Harness
import Testing

extension TerminalTests {
  /// The built program's screens, kept as text in `Pictures`: characters and looks. `PSST_UPDATE=1` rewrites
  /// them; a changed picture needs its reason in the commit.
  @Suite struct PictureTests {
    /// A view, how one gets there from the chats, and how one gets back.
    private struct View: Sendable {
      let name: String
      /// What its pictures prove.
      let title: String
      let open: @Sendable (TerminalSession) throws -> Void
      /// Text that stands in it and not in the chats.
      let sign: String
      /// Never Esc: with what follows at once it would be Alt and a key.
      var close = "\u{3}"
      /// The view names the theme it is drawn in.
      var tellsTheme = false
    }

    private static let views = [
      View(
        name: "chat",
        title:
          "I2 I3 N4 O2 O13 S5 S7 T3: a conversation, offline, with messages that wait and failed",
        open: { _ in }, sign: "Bo Reyes", close: ""),
      View(
        name: "browsing", title: "I1 I2 S5: a message that waits is selected",
        open: { $0.press(.tab) }, sign: "Enter", close: "c"),
      View(
        name: "queue",
        title: "I2 O6 O13: the offline queue, chat by chat, with the whole text of one",
        open: {
          $0.press(.alt("q"))
          try $0.wait(for: "▌ □")
          $0.type("jj ")
        }, sign: "Offline queue (4)", close: "q"),
      View(
        name: "delete", title: "I2 O6: deleting asks first",
        open: {
          $0.press(.alt("q"))
          try $0.wait(for: "▌ □")
          $0.type("d")
        }, sign: "Delete this message?", close: "nq"),
      View(
        name: "info", title: "I2 O8 S12: the life of a message that failed",
        open: {
          $0.press(.alt("q"))
          try $0.wait(for: "▌ □")
          $0.type("G")
          $0.press(.enter)
        }, sign: "written, on disk", close: "qq"),
      View(
        name: "switcher", title: "I2 N1: go to a chat, a person or a command",
        open: {
          $0.press(.control("k"))
          $0.type("c")
        }, sign: "Go to: c"),
      View(
        name: "new-chat", title: "C2 I2 N1: a new chat with somebody nobody knows yet",
        open: {
          $0.press(.alt("n"))
          $0.type("di@example.org")
        }, sign: "New chat: di"),
      View(
        name: "themes", title: "I2 I4: the themes, the chats behind them",
        open: { $0.press(.alt("t")) }, sign: "Theme:",
        tellsTheme: true),
      View(
        name: "search", title: "I2 P6 T3: what is found as one types",
        open: {
          $0.press(.alt("g"))
          $0.type("th")
        }, sign: "Search: th"),
      View(
        name: "help", title: "I1 I2: all keys", open: { $0.send(Array("\u{1B}OP".utf8)) },
        sign: "psst: keys", close: "q"),
      View(
        name: "quit", title: "I2 O18: quitting with messages waiting asks",
        open: { $0.press(.control("c")) }, sign: "Quit?", close: "n"),
    ]

    private static let sizes = [(100, 30), (80, 24), (40, 12)]
    private static let themes = ["terminal", "mono"]

    @Test func `I1 I2 I3 I4 N1 O2 O6 P6 S5 T3 every view looks as it does in its pictures`() throws
    {
      let home = try PsstHome()
      defer { home.close() }
      _ = try StoredWorld(in: home)
      for theme in Self.themes {
        try home.write("theme = \"\(theme)\"\nanimations = false\n", to: "config/config.toml")
        for (columns, rows) in Self.sizes {
          let ana = try home.open("--account", "ana", rows: rows, columns: columns)
          for view in Self.views {
            try look(at: view, in: ana, "\(columns)×\(rows)", theme)
          }
          try ana.killHard()
        }
      }
    }

    @Test func `C1 I2 the first run looks as it does in its pictures`() throws {
      for theme in Self.themes {
        for (columns, rows) in Self.sizes {
          let home = try PsstHome()
          defer { home.close() }
          try home.write("theme = \"\(theme)\"\n", to: "config/config.toml")
          let psst = try home.open(rows: rows, columns: columns)
          try look(at: Self.firstRun, in: psst, "\(columns)×\(rows)", theme)
        }
      }
    }

    private static let firstRun = View(
      name: "first-run", title: "C1 I2: the first run",
      open: {
        $0.press(.control("u"))
        $0.type("ana")
      }, sign: "Your name: ana")

    private func look(
      at view: View, in session: TerminalSession, _ size: String, _ theme: String
    ) throws {
      var file = PictureFile("Tests/TerminalTests/Pictures/\(view.name).txt", title: view.title)
      let parts = [view.tellsTheme ? "\(size) in \(theme)" : size, "\(size) looks in \(theme)"]
      try view.open(session)
      try session.wait(for: view.sign, bound: Bound.start)
      if PictureFile.isUpdating {
        // Whatever is still to come is there after a while without anything.
        var seen = -1
        repeat {
          seen = session.output.count
          _ = Pump.wait(bound: 0.3) { false }
        } while session.output.count != seen
        let picture = picture(of: session)
        if let first = file[parts[0]], theme != Self.themes[0], !view.tellsTheme {
          #expect(first == picture.rows)
        }
        (file[parts[0]], file[parts[1]]) = (picture.rows, picture.looks)
        try file.write()
      } else {
        try compare(session, file, parts, name: "\(view.name) \(size) in \(theme)")
      }
      session.type(view.close)
      if !view.close.isEmpty { try session.waitUntilGone(view.sign) }
    }

    /// The same characters in each theme: nothing is told by colours alone.
    private func compare(
      _ session: TerminalSession, _ file: PictureFile, _ parts: [String], name: String
    ) throws {
      let (rows, looks) = (file[parts[0]] ?? [], file[parts[1]] ?? [])
      _ = Pump.wait(bound: 5) {
        let picture = picture(of: session)
        return picture.rows == rows && picture.looks == looks
      }
      let seen = picture(of: session)
      let difference = PictureFile.difference(expected: rows + looks, seen: seen.rows + seen.looks)
      #expect(difference.isEmpty, "\(name)\n\(difference)")
    }

    /// The clock in the title is not of the day the pictures were made, and all gets older.
    private func picture(of session: TerminalSession) -> Picture {
      var picture = Picture(session)
      picture.rows[0].replace(#/\d\d:\d\d$/#, with: "hh:mm")
      picture.rows = picture.rows.map { $0.replacing(#/\b\d y\b/#, with: "N y") }
      return picture
    }
  }
}
