import Model
import Screen
import Store
import Testing

@testable import Views

@Suite struct FadeTests {
  static func stage(
    _ theme: String = "tokyo-night", animates: Bool = true, fading: FadeMeans = [.colors, .dim]
  ) throws -> Stage {
    var stage = Stage.conversation()
    let theme = try Theme.load(name: theme)
    var interface = Interface(
      theme: theme, fading: fading, preferences: Preferences(animates: animates))
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

  @Test(
    arguments: [
      ("tokyo-night", false, [.colors, .dim]), ("tokyo-night", true, []),
      ("terminal", false, [.colors, .dim]), ("terminal", true, .colors), ("mono", true, .colors),
      ("mono", true, []),
    ] as [(String, Bool, FadeMeans)])
  func `S6 nothing fades where that is turned off or the terminal has no means for it`(
    theme: String, animates: Bool, fading: FadeMeans
  ) throws {
    var stage = try Self.stage(theme, animates: animates, fading: fading)
    Self.change(&stage)
    #expect(stage.nextMotion == nil)
    let before = stage.surface
    stage.wait(150)
    #expect(stage.surface == before)
  }

  /// The style of what is written at the end of a row.
  private func status(_ stage: Stage) throws -> Style {
    let row = try #require(stage.paneRow(containing: "v2 attached"))
    let surface = stage.surface
    let column = try #require(
      (0..<stage.size.width).last { surface[$0, row].cluster != " " })
    return surface.style(column, row)
  }

  private func dot(_ stage: Stage) throws -> Style {
    let surface = stage.surface
    let column = try #require(
      (30..<stage.size.width).first { ["●", "○"].contains(surface[$0, 1].cluster) })
    return surface.style(column, 1)
  }

  @Test(arguments: ["terminal", "mono"], [FadeMeans.dim, [.colors, .dim]])
  func `S6 where no colour between is known a status is dim, then normal, then what it is`(
    theme: String, fading: FadeMeans
  ) throws {
    var stage = try Self.stage(theme, fading: fading)
    let read = try Theme.load(name: theme).style(.statusRead, on: nil)
    stage.snapshot.pane?.messages[4].status = .read
    stage.update()
    var styles: [Style] = []
    for _ in 0..<7 {
      let style = try status(stage)
      if styles.last != style { styles.append(style) }
      stage.wait(50)
    }
    var (dim, normal) = (read, read)
    (dim.isDim, dim.isBold, normal.isBold) = (true, false, false)
    #expect(styles == [dim, normal, read])
    #expect(stage.nextMotion == nil)
  }

  @Test func `N1 S6 in the terminal's own colours a presence is dim before it is green`() throws {
    var stage = try Self.stage("terminal", fading: .dim)
    stage.snapshot[.first].presence[Stage.bo] = .offline
    stage.update()
    stage.wait(1000)
    let green = try Theme.load(name: "terminal").style(.presenceOnline, on: .paneHeader)
    stage.snapshot[.first].presence[Stage.bo] = .online
    stage.update()
    #expect(try dot(stage).foreground == green.foreground && dot(stage).isDim)
    stage.wait(300)
    #expect(try dot(stage) == green)
    #expect(stage.nextMotion == nil)
  }

  @Test func `S6 a terminal that tells its colours gets those between them`() throws {
    var stage = try Self.stage("terminal")
    stage.interface.know(
      TerminalColors(
        foreground: .rgb(200, 200, 200), background: .rgb(0, 0, 0),
        palette: [2: .rgb(0, 200, 0), 6: .rgb(0, 200, 200), 8: .rgb(100, 100, 100)]))
    Self.change(&stage)
    stage.wait(150)
    #expect(try status(stage).foreground == .rgb(0, 130, 130), "out of the ground")
    #expect(try dot(stage).foreground == .rgb(50, 150, 50), "from one to the other")
    #expect(try !status(stage).isDim && !dot(stage).isDim)
    stage.wait(150)
    #expect(try status(stage).foreground == .palette(6))
    #expect(try dot(stage).foreground == .palette(8))
    #expect(stage.nextMotion == nil)
  }

  @Test func `S6 what is dim in the end does not move to get there`() throws {
    var stage = try Self.stage("mono", fading: .dim)
    stage.snapshot[.first].presence[Stage.bo] = .offline
    stage.update()
    #expect(stage.nextMotion == nil)
  }

  /// Offline, and then online again.
  private static func connected(_ theme: String, fading: FadeMeans) throws -> Stage {
    var stage = try stage(theme, fading: fading)
    stage.snapshot[.first].connection = .offline(reason: "cut", nextTry: nil)
    stage.update()
    stage.wait(1000)
    stage.snapshot[.first].connection = .online(roundTrip: nil)
    stage.update()
    return stage
  }

  @Test func `O2 Connected comes in from the colour before, and fades after about two seconds`()
    throws
  {
    var stage = try Self.connected("tokyo-night", fading: [.colors, .dim])
    let theme = try Theme.load(name: "tokyo-night")
    let (yellow, green) = (theme.style(.bannerOffline).background, theme.style(.bannerOnline))
    func ground() -> Color? { stage.surface.style(50, 1).background }
    #expect(stage.rows[1] == " ✓ Connected" && ground() == yellow)
    stage.wait(150)
    #expect(ground() != yellow && ground() != green.background)
    stage.wait(150)
    #expect(stage.surface.style(3, 1) == green)
    #expect(stage.interface.nextWake == stage.uptime + 1_400, "nothing moves meanwhile")
    stage.wait(1_400)
    var grounds: Set<Color?> = []
    while let next = stage.nextMotion, grounds.count < 20 {
      grounds.insert(ground())
      stage.wait(next - stage.uptime)
    }
    #expect((6...7).contains(grounds.count))
    #expect(stage.rows[1].contains("Bo Reyes"))
  }

  @Test
  func
    `O2 in the terminal's own colours Connected is dim and plain before it is green, and at its end`()
    throws
  {
    var stage = try Self.connected("terminal", fading: .dim)
    let green = try Theme.load(name: "terminal").style(.bannerOnline, on: nil)
    var (dim, plain) = (green, green)
    (dim.foreground, dim.background, dim.isDim) = (green.background, nil, true)
    (plain.foreground, plain.background) = (green.background, nil)
    var styles: [Style] = []
    while stage.rows[1] == " ✓ Connected" {
      let style = stage.surface.style(3, 1)
      if styles.last != style { styles.append(style) }
      let next = try #require(stage.nextMotion)
      stage.wait(next - stage.uptime)
    }
    #expect(styles == [dim, plain, green, plain, dim])
    #expect(stage.nextMotion == nil)
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
