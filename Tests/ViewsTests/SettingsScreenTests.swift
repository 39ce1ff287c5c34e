import Model
import Screen
import Store
import Testing

@testable import Views

@Suite struct SettingsScreenTests {
  static let file = SettingsFile([
    setting("theme", "Theme", .theme, "\"terminal\"", about: "The colours: the name of a theme."),
    setting(
      "policy", "After reconnecting", .choice(["\"auto\"", "\"review\"", "\"smart\""]),
      "\"smart\"",
      about:
        "What happens with queued messages when the connection is back: auto sends them, review asks "
        + "first, smart asks when the oldest is older than 10 minutes."),
    setting(
      "animations", "Animations", .toggle, "true", written: "false",
      about: "Things may slide and fade."),
    setting(
      "idle", "Away after", .number(0...1_440, unit: "minutes", zero: "never"), "5",
      about: "Without a key for so long you are shown as away."),
    setting(
      "pictures", "Pictures", .choice(["\"auto\"", "\"blocks\"", "false"]), "\"auto\"",
      written: "\"sixels\"", complaint: "pictures must be false or one of \"auto\", \"blocks\"",
      about: "Pictures that you have sent or saved are shown in the chat.", waits: true),
    setting(
      "accounts", "Accounts", .words(alone: []), "[]", written: "[\"ana\", \"a\\\"b\"]",
      about: "The accounts that psst opens in one window.", waits: true),
    setting(
      "alerts", "Alerts", .words(alone: ["auto", "off"]), "\"auto\"",
      about: "How a message is announced while you are elsewhere."),
  ])

  private static func setting(
    _ key: String, _ title: String, _ kind: Setting.Kind, _ standard: String,
    written: String? = nil, complaint: String? = nil, about: String, waits: Bool = false
  ) -> Setting {
    Setting(
      key: key, title: title, about: about, kind: kind, standard: standard, written: written,
      complaint: complaint, waitsForStart: waits)
  }

  static func stage(_ width: Int = 100, _ height: Int = 30, file: SettingsFile = file) -> Stage {
    var stage = Stage.conversation(width, height)
    stage.press(.alt(","))
    stage.interface.take(file)
    stage.update()
    return stage
  }

  private func row(_ stage: Stage, _ title: String) -> String {
    stage.row(containing: title).map { stage.rows[$0] } ?? ""
  }

  @Test func `I9 the palette finds a setting by its name, and leads to it`() {
    var stage = Stage.conversation()
    #expect(stage.press(.ctrl("k")) == [.readSettings])
    stage.interface.take(Self.file)
    stage.type("away aft")
    #expect(
      stage.row(containing: "Setting: Away after").map { stage.rows[$0] }?.contains("5 minutes")
        == true)
    stage.press(Key(.enter))
    #expect(row(stage, "Away after").hasPrefix("▌"))
    stage.press(Key(.escape), .ctrl("k"))
    stage.type("id")
    #expect(!stage.text.contains("Setting:"), "a short name is a person's")
  }

  @Test(arguments: ["", "ctrl-k", "typed"])
  func `I9 a key, the palette and a typed command lead to the settings`(way: String) {
    var stage = Stage.conversation()
    switch way {
    case "ctrl-k":
      stage.press(.ctrl("k"))
      stage.type("settings")
    case "typed": stage.type("/settings")
    default: #expect(stage.press(.alt(",")) == [.readSettings])
    }
    if !way.isEmpty { #expect(stage.press(Key(.enter)).contains(.readSettings)) }
    #expect(stage.rows[0].hasPrefix(" Settings"))
    #expect(stage.press(Key(.escape)).isEmpty && stage.rows[0].hasPrefix(" psst"))
  }

  @Test func `I9 each has its value and its meaning in a row, and all of it below`() {
    var stage = Self.stage()
    #expect(
      row(stage, "Theme")
        == "▌ Theme                  terminal               The colours: the name of a theme")
    #expect(row(stage, "Animations").contains(" off  "))
    #expect(row(stage, "Away after").contains(" 5 minutes  "))
    #expect(row(stage, "Accounts").contains(#" ana, a"b  "#))
    stage.press(.char("j"))
    #expect(stage.text.contains("─ policy = \"smart\" ──"))
    #expect(stage.text.contains("  first, smart asks when the oldest is older than 10 minutes."))
    #expect(stage.text.contains("  auto, review, smart · default: smart"))
  }

  @Test func `I9 a switch is switched, a choice goes to its next and its last value`() {
    var stage = Self.stage()
    stage.press(.char("j"))
    #expect(stage.press(Key(.enter)) == [.keepSetting("policy", "\"auto\"")])
    #expect(stage.press(Key(.left)) == [.keepSetting("policy", "\"review\"")])
    stage.snapshot[.first].policy = .auto
    stage.update()
    #expect(row(stage, "After reconnecting").contains(" auto "), "it was chosen in the palette")
    #expect(stage.press(Key(.right)) == [.keepSetting("policy", "\"review\"")])
    stage.press(.char("j"))
    #expect(stage.rows[29].contains("Enter switch"))
    #expect(stage.press(.char(" ")) == [.keepSetting("animations", "true")])
  }

  @Test func `I9 a number is typed, and what is none is told`() {
    var stage = Self.stage()
    stage.type("/away")
    stage.press(Key(.enter), Key(.enter))
    #expect(row(stage, "Away after").contains(" 5 "))
    stage.press(.ctrl("u"))
    stage.type("9999")
    #expect(stage.press(Key(.enter)).isEmpty)
    #expect(stage.text.contains("Away after: minutes, from 0 (never) to 1,440"))
    stage.press(.ctrl("u"))
    stage.type("0")
    #expect(stage.press(Key(.enter)) == [.keepSetting("idle", "0")])
    stage.press(Key(.enter), Key(.escape))
    #expect(stage.rows[0].contains("/ away"), "Esc left the value, not the screen")
    stage.press(Key(.escape))
    #expect(!stage.rows[0].contains("/ away") && stage.text.contains("Alerts"))
  }

  @Test func `I9 words are written as a list, and those that stand alone as one`() {
    var stage = Self.stage()
    stage.press(.char("G"), Key(.enter), .ctrl("u"))
    stage.type("bell, osc9")
    #expect(stage.press(Key(.enter)) == [.keepSetting("alerts", #"["bell", "osc9"]"#)])
    stage.press(Key(.enter), .ctrl("u"))
    stage.type("off")
    #expect(stage.press(Key(.enter)) == [.keepSetting("alerts", #""off""#)])
    stage.press(.char("k"), Key(.enter))
    stage.type(", bo")
    #expect(stage.press(Key(.enter)) == [.keepSetting("accounts", #"["ana", "a\"b", "bo"]"#)])
  }

  @Test func `I9 d takes a setting out of the file, where it is in it`() {
    var stage = Self.stage()
    #expect(stage.press(.char("d")).isEmpty && !stage.rows[29].contains("d default"))
    stage.press(.char("j"), .char("j"))
    #expect(stage.rows[29].contains("d default"))
    #expect(stage.press(.char("d")) == [.keepSetting("animations", nil)])
  }

  @Test
  func `A4 I9 what is wrong in the file is told with the setting, and a broken one is not touched`()
  {
    var stage = Self.stage()
    for _ in 0..<4 { stage.press(.char("j")) }
    #expect(row(stage, "Pictures").contains(" auto "))
    #expect(stage.text.contains("  pictures must be false or one of"))
    #expect(stage.text.contains("from the next start"))
    var broken = Self.file
    broken.trouble =
      "config.toml:3: it ends too early. Nothing can be changed here until that is right."
    stage = Self.stage(file: broken)
    #expect(stage.text.contains("  config.toml:3: it ends too early."))
    for key in ["j", " ", "j", " ", "j", " "] { #expect(stage.type(key).isEmpty) }
    #expect(stage.toldRow.contains("Nothing can be changed here"))
  }

  @Test func `I9 the theme is chosen where it is seen`() {
    var stage = Self.stage()
    stage.press(Key(.enter))
    #expect(stage.text.contains("Theme: "))
    #expect(stage.press(Key(.escape)).isEmpty && stage.rows[0].hasPrefix(" Settings"))
  }

  @Test func `I9 a click selects, and on the value of the selected one changes it`() {
    var stage = Self.stage()
    func click(_ x: Int, _ y: Int) -> [Action] {
      stage.send(.mouse(Mouse(.press, at: Point(x: x, y: y))))
    }
    #expect(click(30, 3).isEmpty && stage.rows[3].hasPrefix("▌ Animations"))
    #expect(click(5, 3).isEmpty, "its name")
    #expect(click(30, 3) == [.keepSetting("animations", "true")])
    stage.send(.mouse(Mouse(.wheelDown, at: Point(x: 5, y: 5))))
    #expect(stage.rows[4].hasPrefix("▌ Away after"))
  }

  @Test func `I9 what is changed is followed at once`() {
    var stage = Stage.conversation()
    let rows = stage.rows
    stage.interface.follow(Preferences(listStyle: .compact))
    #expect(stage.layout.itemHeight == 1 && stage.rows != rows)
    stage.interface.follow(Preferences(idleMinutes: 0))
    stage.update()
    #expect(stage.interface.attention.idle == nil && stage.rows == rows)
    stage.interface.disturb(false)
    #expect(stage.rows[0].contains("☾"))
  }
}
