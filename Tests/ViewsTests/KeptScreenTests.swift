import Model
import Screen
import Store
import Testing

@testable import Views

extension Stage {
  /// The same screen as nobody has drawn any of it before.
  fileprivate var drawnFromNothing: Surface {
    var fresh = interface
    fresh.appearance.kept = KeptScreen()
    return fresh.render(snapshot, size: size, now: now)
  }

  /// In colours, so that what changes fades.
  fileprivate static func colored(_ width: Int = 100, _ height: Int = 30) throws -> Stage {
    var stage = Stage.conversation(width, height)
    stage.interface = Interface(
      theme: try Theme.load(name: "nord"), fading: [.colors, .dim])
    stage.resize(width, height)
    return stage
  }

  fileprivate var areas: [(name: String, area: Rect)] {
    let layout = layout
    return [
      ("title", layout.title), ("banner", layout.banner), ("list", layout.list),
      ("separator", layout.separator), ("header", layout.header), ("messages", layout.messages),
      ("edge", layout.edge), ("composer", layout.composer), ("hints", layout.hints),
    ]
  }
}

@Suite struct KeptScreenTests {
  /// What changes what is drawn and has no key.
  private static func change(_ stage: inout Stage, _ dice: inout Dice) throws {
    let someone = [Stage.bo, Stage.cy, Stage.me].randomElement(using: &dice)!
    switch Int.random(in: 0..<14, using: &dice) {
    case 0: stage.snapshot[.first].typing[someone] = Bool.random(using: &dice) ? [someone] : nil
    case 1:
      stage.snapshot[.first].presence[someone] = [.online, .away, nil].randomElement(using: &dice)!
    case 2: stage.snapshot[.first].isPresenceOutdated.toggle()
    case 3: stage.snapshot[.first].outbox.sending = Int.random(in: 0..<2, using: &dice)
    case 4: stage.snapshot[.first].outbox.failed = Int.random(in: 0..<2, using: &dice)
    case 5: stage.events = [.notice(Notice(.information, "Something \(stage.uptime)"))]
    case 6: stage.events = [.arrived(Stage.message(stage.uptime, "psst", chat: Stage.cy))]
    case 7:
      let name = Theme.shippedNames.randomElement(using: &dice)!
      stage.interface.draw(in: try Theme.load(name: name), of: .shipped)
    case 8:
      stage.interface.replaceComposer(
        ["", "one\ntwo", "e\u{301}", "é"].randomElement(using: &dice)!)
    case 9:
      let text = String(repeating: "word ", count: .random(in: 1_790..<2_010, using: &dice))
      stage.interface.replaceComposer(text)
    case 10: stage.uptime += .random(in: 0..<90_000, using: &dice)
    case 11:
      stage.snapshot[.first].connection = [
        .connecting(attempt: 1), .online(roundTrip: 7), .readOnly, .connecting(attempt: 3),
      ].randomElement(using: &dice)!
      // What lasts shorter is not shown.
      if Bool.random(using: &dice) { _ = stage.surface }
    default: FuzzTests.change(&stage, &dice)
    }
    stage.update()
  }

  @Test(arguments: 1...12)
  func `I2 what stays of the screen is what would be drawn from nothing`(seed: Int) throws {
    var dice = Dice(state: UInt64(seed))
    var stage = seed % 3 == 0 ? Stage.conversation() : try Stage.colored()
    for step in 0..<250 {
      let input = FuzzTests.input(&dice)
      if case .resize(let size) = input { stage.size = size }
      stage.send(input)
      if Int.random(in: 0..<4, using: &dice) == 0 { try Self.change(&stage, &dice) }
      stage.uptime += .random(in: 0..<200, using: &dice)
      let surface = stage.surface
      let same = surface == stage.drawnFromNothing
      #expect(same, "step \(step), \(input)")
      guard same else { return }
    }
  }

  /// A key, the keys before it, and the only parts that are drawn then.
  struct Case: CustomTestStringConvertible {
    var testDescription: String
    var before: [Key] = []
    var key: Key
    var parts: Set<String>
  }

  static let cases = [
    Case(testDescription: "a letter", key: .char("a"), parts: ["edge", "composer"]),
    Case(
      testDescription: "another", before: [.char("a")], key: .char("b"),
      parts: ["edge", "composer"]),
    Case(
      testDescription: "a deletion", before: [.char("a"), .char("b")], key: Key(.backspace),
      parts: ["edge", "composer"]),
    Case(
      testDescription: "the same chat", key: Key(.function(9)), parts: []),
    Case(
      testDescription: "another message", before: [Key(.escape), Key(.up)], key: Key(.up),
      parts: ["header", "messages"]),
    Case(
      testDescription: "another chat in the list", before: [Key(.escape), Key(.tab)],
      key: Key(.down), parts: ["list"]),
  ]

  @Test(arguments: cases)
  func `P1 I2 a key draws only what it changes`(key: Case) throws {
    var stage = try Stage.colored(100, 12)
    stage.openPane((1...60).map { Stage.message($0, "message \($0)") })
    stage.update()
    for key in key.before { stage.press(key) }
    stage.wait(1_000)
    _ = stage.surface
    // Whatever is not drawn again stays a `#`.
    let all = Rect(x: 0, y: 0, width: stage.size.width, height: stage.size.height)
    stage.interface.appearance.kept.surface.fill(all, cluster: "#", style: Style())
    stage.press(key.key)
    let surface = stage.surface
    #expect(Set(stage.areas.filter { isDrawn($0.area, of: surface) }.map(\.name)) == key.parts)
  }

  /// Something happens of which the screen shows something, though no part of it was told so.
  struct Change: CustomTestStringConvertible {
    var testDescription: String
    var isColored = false
    var before: @Sendable (inout Stage) throws -> Void = { _ in }
    var change: @Sendable (inout Stage) throws -> Void
  }

  @Test(arguments: changesOfAll + changesOfBars + changesOfParts)
  func `I2 what is seen of a change is drawn, whatever else stays as it was`(change: Change) throws
  {
    var stage = change.isColored ? try Stage.colored() : Stage.conversation()
    try change.before(&stage)
    let before = stage.surface
    try change.change(&stage)
    let after = stage.surface
    #expect(after != before)
    let same = after == stage.drawnFromNothing
    #expect(same)
  }

  private func isDrawn(_ area: Rect, of surface: Surface) -> Bool {
    (area.y..<area.maxY).contains { y in
      (area.x..<area.maxX).contains { surface[$0, y] != .init(cluster: "#", style: Style()) }
    }
  }

  @Test func `P1 I2 rows that no key has changed are not even compared`() throws {
    var stage = try Stage.colored()
    let before = stage.surface
    stage.type("a")
    let after = stage.surface
    let rows = (0..<stage.size.height).filter { !after.sharesRow($0, with: before) }
    // The edge counts the lines.
    #expect(rows == [stage.layout.edge.y, stage.layout.composer.y])
  }

  @Test func `I6 what is kept of the screen does not grow with what was drawn over`() throws {
    var stage = try Stage.colored(30, 6)
    for _ in 0..<500 {
      stage.type("👍🏽")
      _ = stage.surface
      stage.press(Key(.backspace))
      _ = stage.surface
    }
    #expect(!stage.interface.appearance.kept.surface.isCrowded)
    #expect(stage.surface == stage.drawnFromNothing)
  }
}

/// Each changes one alone of what the screen is drawn from.
extension KeptScreenTests {
  static let changesOfAll = [
    Change(testDescription: "somebody goes") {
      $0.snapshot[.first].presence[Stage.cy] = nil
      $0.update()
    },
    Change(testDescription: "a minute goes by") { $0.wait(60_000) },
    Change(testDescription: "another theme") {
      $0.interface.draw(in: try Theme.load(name: "dracula"), of: .shipped)
    },
    Change(testDescription: "another size") { $0.resize(99, 30) },
    Change(testDescription: "a second line is written") {
      $0.interface.replaceComposer("one\ntwo")
      $0.update()
    },
    Change(
      testDescription: "the chat that one stands on in the list is opened by its number",
      before: { $0.press(Key(.backTab), Key(.down)) }, change: { $0.press(.alt("2")) }),
    Change(
      testDescription: "a message waits for long enough to be counted",
      before: {
        $0.snapshot[.first].outbox.queued = 1
        $0.update()
      }, change: { $0.wait(Timing.flicker) }),
    Change(
      testDescription: "the banner goes by and by", isColored: true,
      before: {
        $0.snapshot[.first].connection = .connecting(attempt: 2)
        $0.update()
        $0.wait(Timing.flicker)
        $0.snapshot[.first].connection = .online(roundTrip: nil)
        $0.update()
        $0.wait(Timing.connected - Fades.duration)
      }, change: { $0.wait(Fades.step) }),
    Change(
      testDescription: "a dot changes its colour by and by", isColored: true,
      before: {
        $0.snapshot[.first].presence[Stage.cy] = .away
        $0.update()
      }, change: { $0.wait(Fades.step) }),
  ]

  static let changesOfBars = [
    Change(
      testDescription: "a link has been gone for long enough to say so",
      before: {
        $0.snapshot[.first].disk = DiskTrouble(
          state: .refusing, reason: "full", advice: "Make room.", path: "/psst")
        $0.update()
        $0.snapshot[.first].connection = .connecting(attempt: 2)
        $0.update()
      }, change: { $0.wait(Timing.flicker) }),
    Change(
      testDescription: "the next try is a second nearer",
      before: {
        $0.send(.focus(true))
        $0.snapshot[.first].connection = .offline(reason: "", nextTry: $0.uptime + 30_000)
        $0.update()
        $0.wait(Timing.flicker)
      }, change: { $0.wait(1_000) }),
    Change(testDescription: "other keys are for the list") { $0.press(Key(.backTab)) },
    Change(
      testDescription: "other keys are for another's message",
      before: { $0.press(Key(.escape)) }, change: { $0.press(Key(.up)) }),
    Change(testDescription: "something is told") {
      $0.events = [.notice(Notice(.information, "Something"))]
      $0.update()
    },
    Change(
      testDescription: "what was told goes",
      before: {
        $0.events = [.notice(Notice(.information, "Something"))]
        $0.update()
      }, change: { $0.wait(Timing.notice) }),
    Change(testDescription: "a message is edited") { $0.press(Key(.up)) },
    Change(
      testDescription: "a letter of a text that is counted",
      before: {
        $0.interface.replaceComposer(String(repeating: "a", count: Message.longestText - 5))
        $0.update()
      }, change: { $0.type("b") }),
  ]

  static let changesOfParts = [
    Change(
      testDescription: "another chat in the list", isColored: true,
      before: { $0.press(Key(.backTab)) }, change: { $0.press(Key(.down)) }),
    Change(
      testDescription: "from the list to the composer", isColored: true,
      before: { $0.press(Key(.backTab)) }, change: { $0.press(Key(.tab)) }),
    Change(
      testDescription: "another message",
      before: { $0.press(Key(.escape)) }, change: { $0.press(Key(.up)) }),
    Change(
      testDescription: "what is being sent pulses",
      before: {
        $0.snapshot[.first].outbox.sending = 1
        $0.snapshot.pane?.messages.append(Stage.message(6, "on its way", mine: .sending))
        $0.update()
        $0.wait(Timing.flicker)
      }, change: { $0.wait(Timing.pulse) }),
    Change(
      testDescription: "the messages are waited for, for long enough to say so",
      before: {
        $0.snapshot.pane = Pane(chat: Stage.bo.chat)
        $0.update()
      }, change: { $0.wait(Timing.flicker) }),
    Change(testDescription: "a letter") { $0.type("a") },
    Change(
      testDescription: "from the messages to the list",
      before: { $0.press(Key(.escape)) }, change: { $0.press(Key(.tab)) }),
    Change(
      testDescription: "a reply is let go",
      before: {
        $0.snapshot.pane?.messages[3].originID = OriginID("bo-4")
        $0.update()
        $0.press(Key(.escape), .char("k"), .char("r"))
      }, change: { $0.press(Key(.escape)) }),
    Change(testDescription: "from the composer to the messages") { $0.press(Key(.escape)) },
  ]
}
