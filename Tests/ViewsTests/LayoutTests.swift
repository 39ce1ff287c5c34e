import Model
import Screen
import Store
import Testing

@testable import Views

@Suite struct LayoutTests {
  static func shape(_ width: Int, showsList: Bool = false) -> Layout.Shape {
    Layout(
      size: Size(width: width, height: 24), hasBanner: false, showsList: showsList,
      composerRows: { _, _ in 1 }
    ).shape
  }

  @Test func `I2 the breakpoints are 90 and 72 columns`() {
    #expect([200, 90].map { Self.shape($0) } == [.wide, .wide])
    #expect([89, 72].map { Self.shape($0) } == [.narrow, .narrow])
    #expect([71, 20, 1].map { Self.shape($0) } == [.pane, .pane, .pane])
    #expect([71, 20, 1].map { Self.shape($0, showsList: true) } == [.list, .list, .list])
  }

  @Test func `I2 no two parts of the screen overlap, and all lie in it, at any size`() {
    for width in stride(from: 0, through: 130, by: 5) {
      for height in 0...30 {
        let layout = Layout(
          size: Size(width: width, height: height), hasBanner: true, hasQuestion: true,
          showsList: false,
          composerRows: { _, limit in limit })
        let parts = [
          layout.title, layout.banner, layout.list, layout.separator, layout.header,
          layout.messages, layout.question, layout.edge, layout.composer, layout.hints,
        ]
        var taken: Set<Point> = []
        for part in parts {
          for y in part.y..<max(part.y, part.maxY) {
            for x in part.x..<max(part.x, part.maxX) {
              #expect(taken.insert(Point(x: x, y: y)).inserted)
              #expect(x < width && y < height)
            }
          }
        }
      }
    }
  }

  @Test func `under 72 columns Esc goes to the list and Enter back to the chat`() {
    var stage = Stage.conversation(40, 12)
    #expect(!stage.text.contains("○ Dad"))
    stage.press(Key(.escape))
    #expect(stage.rows[1] == "▌● Bo Reyes                  ✓    14:02")
    stage.press(.char("j"))
    #expect(stage.press(Key(.enter)) == [.intent(.open(Stage.cy))])
    #expect(stage.rows[1].contains("● Cy"))
  }

  @Test(arguments: [(20, 5), (20, 3), (10, 2), (2, 2), (1, 1), (0, 0)])
  func `I2 alive at any size, typing and sending included`(width: Int, height: Int) {
    var stage = Stage.conversation(width, height)
    stage.type("hi")
    #expect(stage.surface.size == Size(width: width, height: height))
    #expect(stage.press(Key(.enter)).count == 1)
    stage.resize(100, 30)
    #expect(stage.text.contains("v2 attached"))
  }

  @Test func `I2 at 20 by 5 a message can be read and written`() {
    var stage = Stage.conversation(20, 5)
    stage.type("hello")
    #expect(stage.rows[1] == " ● Bo Reyes")
    #expect(stage.rows[2] == " 14:02 you")
    #expect(stage.rows[3] == " ┃ v2 attached    ✓")
    #expect(stage.rows[4] == " ❯ hello")
    #expect(stage.surface.cursor == Point(x: 8, y: 4))
  }
}

@Suite struct MouseTests {
  @Test func `the wheel scrolls the messages and the list`() {
    var stage = PaneTests.stage()
    stage.send(.mouse(Mouse(.wheelUp, at: Point(x: 60, y: 10))))
    #expect(!stage.text.contains("message 58."))
    stage.send(.mouse(Mouse(.wheelDown, at: Point(x: 60, y: 10))))
    #expect(stage.text.contains("message 60."))
    stage.send(.mouse(Mouse(.wheelDown, at: Point(x: 5, y: 3))))
    #expect(stage.interface.navigation.focus == .list)
    #expect(stage.interface.navigation.chats.selection == Stage.cy.chat)
  }

  @Test func `a click opens a chat, selects a message, or goes to the composer`() throws {
    var stage = Stage.conversation()
    // Both of its rows are the chat's.
    for y in [3, 4] {
      stage.press(.alt("1"))
      let click = Input.mouse(Mouse(.press, at: Point(x: 5, y: y)))
      #expect(stage.send(click) == [.intent(.open(Stage.cy))])
    }
    stage.press(.alt("1"))
    stage.update()
    let row = try #require(stage.row(containing: "sending now"))
    stage.send(.mouse(Mouse(.press, at: Point(x: 60, y: row))))
    #expect(stage.rows[row].contains("│▌13:57      you ┃ sending now"))
    for part in [stage.layout.composer, stage.layout.edge] {
      stage.interface.navigation.attend(to: .messages)
      stage.send(.mouse(Mouse(.press, at: Point(x: 60, y: part.y))))
      #expect(stage.interface.navigation.focus == .composer)
    }
    #expect(stage.send(.mouse(Mouse(.press, at: Point(x: 5, y: 25)))).isEmpty)
  }
}

@Suite struct ThemeTests {
  @Test(arguments: ["terminal", "mono"])
  func `I4 the screen says the same in every theme`(name: String) throws {
    var stage = Stage.conversation()
    let plain = stage.text
    var themed = Interface(theme: try Theme.load(name: name))
    _ = themed.handle(.resize(stage.size), snapshot: stage.snapshot, now: stage.now)
    stage.interface = themed
    stage.update()
    #expect(stage.text == plain)
    let row = try #require(stage.paneRow(containing: "v2 attached"))
    stage.press(Key(.escape))
    let look = stage.interface.appearance.look
    let tint = look.style(.messageSelected)
    // Besides the bar.
    #expect(tint != look.style(.text) && !tint.isReversed)
    for x in 31..<100 {
      let style = stage.surface[x, row].style
      #expect(style.background == tint.background && style.isReversed == tint.isReversed, "\(x)")
    }
  }

  @Test func `I4 mono uses no colour`() throws {
    let stage = GoldenScenes.offline(100, 30)
    var themed = Interface(theme: try Theme.load(name: "mono"))
    _ = themed.update(stage.snapshot, now: stage.now)
    let surface = themed.render(stage.snapshot, size: stage.size, now: stage.now)
    for y in 0..<30 {
      for x in 0..<100 {
        #expect(surface[x, y].style.foreground == nil && surface[x, y].style.background == nil)
      }
    }
  }
}
