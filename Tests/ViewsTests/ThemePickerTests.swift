import Model
import Screen
import Store
import Testing

@testable import Views

@Suite struct ThemePickerTests {
  /// Two themes that work and one of the user's that does not.
  private static let shelf = ThemeShelf(
    entries: {
      [.init(name: "day"), .init(name: "night"), .init(name: "broken", isOwn: true)]
    },
    load: { (name) throws(ThemeError) in
      let colours = ["day": "{ fg = 16, bg = 231 }", "night": "{ fg = 231, bg = 16 }"]
      let text = colours[name] ?? "{ fg = \"gren\" }"
      return try Theme.parse(toml: "[roles]\ntext = \(text)", file: "\(name).toml")
    })

  private static func stage(_ width: Int = 100, _ height: Int = 30) throws -> Stage {
    var stage = Stage.conversation(width, height)
    stage.interface = Interface(theme: try shelf.load("day"), themes: shelf)
    stage.send(.resize(stage.size))
    stage.update()
    return stage
  }

  private static func grounds(_ surface: Surface) -> Set<Color?> {
    var found: Set<Color?> = []
    for y in 0..<surface.size.height {
      for x in 0..<surface.size.width { found.insert(surface[x, y].style.background) }
    }
    return found
  }

  @Test func `I4 Alt-T shows the themes, the one in use selected`() throws {
    var stage = try Self.stage()
    stage.press(.alt("t"))
    #expect(stage.text.contains("Theme:"))
    #expect(try #require(stage.row(containing: "▸day")) < 10)
    #expect(stage.text.contains("now") && stage.text.contains("yours"))
    #expect(stage.text.contains("Enter keeps it  Esc goes back"))
  }

  @Test func `I4 the whole screen is drawn in the theme the cursor is on`() throws {
    var stage = try Self.stage()
    #expect(Self.grounds(stage.surface) == [.palette(231)])
    stage.press(.alt("t"))
    #expect(Self.grounds(stage.surface) == [.palette(231)])
    #expect(stage.press(Key(.down)).isEmpty)
    #expect(Self.grounds(stage.surface) == [.palette(16)])
    stage.press(Key(.up))
    #expect(Self.grounds(stage.surface) == [.palette(231)])
  }

  @Test func `I4 Enter keeps the theme, Esc goes back to what was`() throws {
    var stage = try Self.stage()
    stage.press(.alt("t"), Key(.down))
    #expect(stage.press(Key(.escape)).isEmpty)
    #expect(Self.grounds(stage.surface) == [.palette(231)])
    #expect(!stage.text.contains("Theme:"))
    stage.press(.alt("t"), Key(.down))
    #expect(stage.press(Key(.enter)) == [.keepTheme("night")])
    #expect(Self.grounds(stage.surface) == [.palette(16)])
    #expect(!stage.text.contains("Theme:"))
    stage.press(.alt("t"))
    #expect(stage.text.contains("▸night"))
  }

  @Test func `I4 the wheel moves among the themes, a click shows one`() throws {
    var stage = try Self.stage()
    stage.press(.alt("t"))
    let row = try #require(stage.row(containing: "night"))
    stage.send(.mouse(Mouse(.press, at: Point(x: 70, y: row))))
    #expect(stage.text.contains("▸night"))
    #expect(Self.grounds(stage.surface) == [.palette(16)])
    stage.send(.mouse(Mouse(.press, at: Point(x: 2, y: row))))
    #expect(stage.text.contains("▸night"))
    stage.send(.mouse(Mouse(.wheelUp, at: Point(x: 70, y: row))))
    #expect(stage.text.contains("▸day"))
    #expect(Self.grounds(stage.surface) == [.palette(231)])
  }

  @Test func `I4 a theme with a mistake is told where, is not kept, and the screen stays`() throws {
    var stage = try Self.stage()
    stage.press(.alt("t"), Key(.down), Key(.down))
    #expect(stage.text.contains("broken.toml:2: unknown colour"))
    #expect(stage.text.contains("did you mean \"green\"?"))
    #expect(Self.grounds(stage.surface) == [.palette(16)])
    #expect(stage.press(Key(.enter)).isEmpty)
    #expect(stage.text.contains("Theme:"))
    stage.press(Key(.escape))
    #expect(Self.grounds(stage.surface) == [.palette(231)])
  }

  @Test func `I4 what is typed finds a theme, and goes nowhere else`() throws {
    var stage = try Self.stage()
    stage.press(.alt("t"))
    stage.type("nig")
    #expect(stage.text.contains("Theme: nig") && !stage.text.contains("day "))
    #expect(Self.grounds(stage.surface) == [.palette(16)])
    stage.type("x")
    #expect(stage.text.contains("no such theme"))
    #expect(stage.press(Key(.enter)).isEmpty)
    stage.press(.ctrl("u"))
    #expect(stage.text.contains("▸night") && stage.text.contains("day"))
    #expect(stage.interface.drafts.composer.text.isEmpty)
  }

  @Test func `the themes are found in the switcher and in the help`() {
    var stage = Stage.conversation()
    #expect(SwitcherTests.titles("theme", in: stage).first == "Theme")
    stage.press(.ctrl("k"))
    stage.type("theme")
    stage.press(Key(.enter))
    #expect(stage.text.contains("catppuccin-mocha") && stage.text.contains("tokyo-night"))
    stage.press(Key(.escape), Key(.function(1)))
    #expect(stage.text.contains("Alt-T"))
  }

  @Test(arguments: [(40, 12), (20, 5), (8, 3), (1, 1), (80, 24), (200, 60)])
  func `the themes fit in any size`(width: Int, height: Int) throws {
    var stage = Stage.conversation(width, height)
    stage.press(.alt("t"))
    for _ in 0..<20 { stage.press(Key(.down)) }
    #expect(stage.surface.size == Size(width: width, height: height))
    if height >= 5 { #expect(stage.text.contains("tokyo-night")) }
  }

  @Test(arguments: Theme.shippedNames.filter { $0 != "terminal" && $0 != "mono" })
  func `I4 no cell of any screen keeps the terminal's own colours`(name: String) throws {
    for keys in [[], [.ctrl("k")], [.alt("t")], [.alt("q")], [Key(.function(1))], [Key(.tab)]] {
      var stage = Stage.conversation()
      stage.interface = Interface(theme: try Theme.load(name: name))
      stage.send(.resize(stage.size))
      stage.snapshot[.first].connection = .offline(reason: "gone", nextTry: nil)
      stage.wait(5_000)
      for key in keys { stage.press(key) }
      let surface = stage.surface
      for y in 0..<surface.size.height {
        for x in 0..<surface.size.width {
          let style = surface[x, y].style
          try #require(style.background != nil && style.foreground != nil, "\(keys) \(x) \(y)")
        }
      }
    }
  }
}
