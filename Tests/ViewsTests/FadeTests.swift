import Model
import Screen
import Store
import Testing

@testable import Views

@Suite struct FadeTests {
  static func stage(
    _ theme: String = "tokyo-night", animates: Bool = true, fadesColors: Bool = true
  ) throws -> Stage {
    var stage = Stage.conversation()
    let theme = try Theme.load(name: theme)
    var interface = Interface(
      theme: theme, fadesColors: fadesColors, preferences: Preferences(animates: animates))
    _ = interface.handle(.resize(stage.size), snapshot: stage.snapshot, now: stage.now)
    stage.interface = interface
    stage.update()
    stage.wait(5000)
    return stage
  }

  static func change(_ stage: inout Stage) {
    stage.snapshot.pane?.messages[4].status = .read
    stage.snapshot[.first].presence[bo] = .offline
    stage.update()
  }

  static let bo = Stage.bo

  /// The colour of what is written at the end of a row.
  private func statusColor(_ stage: Stage) throws -> Color? {
    let row = try #require(stage.paneRow(containing: "v2 attached"))
    let surface = stage.surface
    let column = try #require(
      (0..<stage.size.width).last { surface[$0, row].cluster != " " })
    return surface[column, row].style.foreground
  }

  /// The colour of the dot in the header of the chat.
  private func dotColor(_ stage: Stage) throws -> Color? {
    let surface = stage.surface
    let column = try #require(
      (30..<stage.size.width).first { ["●", "○"].contains(surface[$0, 1].cluster) })
    return surface[column, 1].style.foreground
  }

  @Test(arguments: ["tokyo-night", "catppuccin-latte"])
  func `S6 a status fades in within 0.3 s, readable from its first moment, and then nothing moves`(
    theme: String
  ) throws {
    var stage = try Self.stage(theme)
    #expect(stage.nextMotion == nil)
    stage.snapshot.pane?.messages[4].status = .read
    stage.update()
    #expect(stage.text.contains("✓✓ read"))
    var colors: Set<Color?> = []
    var steps = 0
    while let next = stage.nextMotion, steps < 20 {
      colors.insert(try statusColor(stage))
      #expect(next - stage.uptime <= 50)
      stage.wait(next - stage.uptime)
      steps += 1
    }
    let style = try Theme.load(name: theme).style(.statusRead, on: nil)
    #expect((6...7).contains(steps) && colors.count >= 6)
    #expect(try statusColor(stage) == style.foreground && !colors.contains(style.foreground))
    #expect(stage.nextMotion == nil)
  }

  @Test func `N1 a presence fades from one colour to the other in 0.3 s`() throws {
    var stage = try Self.stage()
    let online = try dotColor(stage)
    stage.snapshot[.first].presence[Stage.bo] = .offline
    stage.update()
    #expect(try dotColor(stage) == online, "the sign changes at once, the colour follows")
    stage.wait(150)
    let between = try dotColor(stage)
    stage.wait(200)
    let offline = try dotColor(stage)
    #expect(between != online && between != offline && online != offline)
    #expect(offline == (try Theme.load(name: "tokyo-night").style(.presenceOffline).foreground))
    #expect(stage.nextMotion == nil)
  }

  @Test(arguments: [
    ("tokyo-night", false, true), ("tokyo-night", true, false), ("terminal", true, true),
    ("mono", true, true),
  ])
  func `S6 nothing fades where that is turned off or the terminal has no colours for it`(
    theme: String, animates: Bool, fadesColors: Bool
  ) throws {
    var stage = try Self.stage(theme, animates: animates, fadesColors: fadesColors)
    Self.change(&stage)
    #expect(stage.nextMotion == nil)
    let before = stage.surface
    stage.wait(150)
    #expect(stage.surface == before)
  }

  @Test func `S6 what comes on the screen by scrolling or by opening a chat does not fade`() throws
  {
    var stage = try Self.stage()
    stage.openPane(
      (1...80).map { Stage.message($0, "message \($0).", mine: $0 % 2 == 0 ? .read : .sent) })
    stage.update()
    stage.press(Key(.pageUp))
    stage.press(Key(.pageUp))
    #expect(stage.nextMotion == nil)
  }

  @Test func `S6 a selected message has its status readable while it fades`() throws {
    var stage = try Self.stage()
    stage.press(Key(.escape))
    stage.snapshot.pane?.messages[4].status = .delivered
    stage.update()
    stage.wait(100)
    #expect(stage.text.contains("✓✓ delivered"))
  }
}
