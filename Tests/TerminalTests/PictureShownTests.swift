import Foundation
import Harness
import Testing

extension TerminalTests {
  /// Pictures in the terminal, from the file to the cells.
  @Suite struct PictureShownTests {
    /// Sixteen by eight pixels: red at the left, blue at the right.
    private static let png = """
      iVBORw0KGgoAAAANSUhEUgAAABAAAAAICAIAAAB/FOjAAAAAGklEQVR4nGP8z4AdMDJgl2HCoR4nGNVADAAAAHACD7N656kAAAAASUVORK5CYII=
      """

    private func open(_ home: PsstHome) throws -> TerminalSession {
      let bytes = try #require(Data(base64Encoded: Self.png))
      try bytes.write(to: URL(filePath: home.path + "/sea.png"))
      let ana = try home.open("--account", "ana", rows: 30, columns: 100)
      try ana.waitForChats()
      try ana.wait(for: "online", bound: Bound.start)
      try ana.openChat("echo")
      try ana.wait(for: "I am Echo", bound: Bound.message)
      ana.type("/file \(home.path)/sea.png\r")
      try ana.wait(for: "image/png", bound: Bound.message)
      ana.type("\r")
      try ana.wait(for: "sea.png · 83 B", bound: Bound.message)
      return ana
    }

    /// In the pane, where there is a cell as red as its pixels.
    private func isShown(_ screen: TerminalSession) -> Bool {
      let colors = screen.rowsOfPane.flatMap { row in
        screen.cells(inRow: row.row).flatMap { [$0.foreground, $0.background] }
      }
      return colors.contains { color in
        let (red, green, blue) = (color >> 16 & 0xFF, color >> 8 & 0xFF, color & 0xFF)
        return color >= 0x100_0000 && red > 200 && green < 60 && blue < 60
      }
    }

    @Test
    func `F4 what I have sent is shown, also after the next start`()
      throws
    {
      let home = try PsstHome()
      defer { home.close() }
      home.environment["COLORTERM"] = "truecolor"
      let ana = try open(home)
      try ana.waitUntil("the picture", bound: Bound.message) { self.isShown($0) }
      // What it was sent for stands behind it from then on.
      try ana.wait(for: "/file_share", bound: Bound.message)
      ana.press(.control("c"), .control("c"))
      try ana.waitForEnd()
      let again = try home.open("--account", "ana", rows: 30, columns: 100)
      try again.waitUntil("the picture", bound: Bound.start) { self.isShown($0) }
      let kept = home.path + "/data/accounts/ana@localhost/files/pictures"
      #expect(try FileManager.default.contentsOfDirectory(atPath: kept).count == 1)
      again.press(.escape)
      try again.wait(for: "c write", bound: Bound.message)
      again.type("k")
      try again.wait(for: "Enter view", bound: Bound.message)
      again.type("\r")
      try again.wait(for: "16 × 8", bound: Bound.message)
    }

    /// The desktop's program is one of the test's: a desktop is not to be had here.
    @Test(arguments: [("WAYLAND_DISPLAY", "wl-paste"), ("DISPLAY", "xclip")])
    func `F1 the picture on the clipboard is sent by Alt-V, and what is none is told`(
      desktop: String, program: String
    ) throws {
      let home = try PsstHome()
      defer { home.close() }
      let bytes = try #require(Data(base64Encoded: Self.png))
      try bytes.write(to: URL(filePath: home.path + "/clip"))
      // As both do where nothing of the type is there: no output, and a status.
      try home.replaceProgram(
        program, by: "case \"$*\" in *image/png*) exec cat \"\(home.path)/clip\";; esac")
      for name in ["WAYLAND_DISPLAY", "DISPLAY"] { home.environment[name] = "" }
      home.environment[desktop] = ":7"
      let ana = try home.open("--account", "ana", rows: 30, columns: 100)
      try ana.waitForChats()
      try ana.wait(for: "online", bound: Bound.start)
      try ana.openChat("echo")
      try ana.wait(for: "I am Echo", bound: Bound.message)
      ana.type("look")
      ana.press(.alt("v"))
      try ana.wait(for: "image/png", bound: Bound.message)
      ana.type("\r")
      try ana.wait(for: "┃ look", bound: Bound.message)
      try ana.wait(for: "83 B", bound: Bound.message)
      try FileManager.default.removeItem(atPath: home.path + "/clip")
      ana.press(.alt("v"))
      try ana.wait(for: "There is no picture on the clipboard.", bound: Bound.message)
    }

    @Test(arguments: [
      ("iterm2", "\u{1B}]1337;File=inline=1;size=", "MoveCursor=1:iVBORw0KGgo"),
      ("sixel", "\u{1B}P0;1;0q\"1;1;16;", "\u{1B}\\\u{1B}8"),
    ])
    func `F4 a terminal that draws pictures is given them in its way, and not again`(
      setting: String, beginning: String, inner: String
    ) throws {
      let home = try PsstHome()
      defer { home.close() }
      try home.write("pictures = \"\(setting)\"", to: "config/config.toml")
      let ana = try open(home)
      func told() -> Int {
        String(decoding: ana.output, as: UTF8.self).components(separatedBy: beginning).count - 1
      }
      try ana.waitUntil("the picture", bound: Bound.message) { _ in told() > 0 }
      #expect(String(decoding: ana.output, as: UTF8.self).contains(inner))
      try ana.wait(for: "/file_share", bound: Bound.message)
      // What happens to the message moves the picture; what is written below does not.
      var word = "a"
      try ana.waitUntil("stillness", bound: Bound.message) { _ in
        let count = told()
        word += "b"
        ana.type("b")
        _ = Pump.wait(bound: 1) { ana.contains(word.dropFirst() + "") }
        return told() == count
      }
      #expect(!isShown(ana))
    }

    /// The test's own terminal does not know the protocol, and shows it as text.
    @Test func `F4 kitty is given pictures, and where they are`() throws {
      let home = try PsstHome()
      defer { home.close() }
      home.environment["COLORTERM"] = "truecolor"
      try home.write("pictures = \"kitty\"", to: "config/config.toml")
      try #require(Data(base64Encoded: Self.png)).write(to: URL(filePath: home.path + "/sea.png"))
      let ana = try home.open("--account", "ana", rows: 30, columns: 100)
      try ana.waitForChats()
      ana.type("/file \(home.path)/sea.png\r")
      for text in [
        "\u{1B}_Ga=T,U=1,q=2,f=100,t=d,i=2,c=2,r=1,m=0;iVBORw0KGgo",
        "\u{1B}[38;2;0;0;2m\u{10EEEE}\u{305}\u{30D}\u{1B}[39m",
      ] {
        try ana.waitUntil("\(text.debugDescription)", bound: Bound.message) {
          String(decoding: $0.output, as: UTF8.self).contains(text)
        }
      }
      ana.signal(SIGTERM)
      try ana.waitForEnd()
      #expect(String(decoding: ana.output, as: UTF8.self).contains("\u{1B}_Ga=d,d=I,q=2,i=2"))
    }

    @Test func `F4 the setting turns them off`() throws {
      let home = try PsstHome()
      defer { home.close() }
      home.environment["COLORTERM"] = "truecolor"
      try home.write("pictures = false", to: "config/config.toml")
      let ana = try open(home)
      try ana.wait(for: "/file_share", bound: Bound.message)
      ana.press(.escape)
      try ana.wait(for: "c write", bound: Bound.message)
      ana.type("k")
      // Where pictures are shown it says "view".
      try ana.wait(for: "Enter info", bound: Bound.message)
      #expect(!isShown(ana))
    }
  }
}
