import Model
import Screen
import Store
import Testing

@testable import Views

/// A layer that the interface has never heard of.
private struct Probe: Layer {
  var place: Keymap.Place { .reading }
  var coverage = LayerCoverage.betweenBars
  var opening: [Action] { [.intent(.openQueue)] }
  var closing: [Action] { [.intent(.closeQueue)] }
  var isOver = false
  private(set) var text = ""

  func hintWords(_ context: Context) -> [Command: String] { [.close: "leave the probe"] }

  mutating func handle(_ command: Command, in surroundings: Surroundings) -> Outcome {
    switch command {
    case .close: return .consumed([.close])
    case .down: return .consumed([.show(Probe(coverage: .part))])
    case .up: isOver = true
    default: break
    }
    return .consumed([])
  }

  mutating func type(_ text: String) -> [Effect] {
    self.text += text
    return [.submit(of: .first) { .retract(OriginID("old"), newID: $0) }]
  }

  mutating func point(_ mouse: Mouse, in surroundings: Surroundings) -> [Effect] {
    text += "\(mouse.at.y - surroundings.body.y)"
    return []
  }

  func render(in surroundings: Surroundings, into surface: inout Surface) {
    surface.fill(surroundings.body, style: surroundings.context.look.style(.text))
    surface.draw(
      [Span("probe \(text)", .text)], in: surroundings.body, look: surroundings.context.look)
  }
}

@Suite struct OverlaysTests {
  @Test func `a layer that nothing else knows of gets keys, text and mouse, and the screen`()
    throws
  {
    var stage = Stage.conversation()
    #expect(stage.interface.show(Probe()) == [.intent(.openQueue)])
    stage.update()
    stage.type("x")
    stage.send(.mouse(Mouse(.press, at: Point(x: 3, y: 4))))
    #expect(stage.row(containing: "probe x3") == 1)
    #expect(stage.rows.last?.contains("leave the probe") ?? false)
    guard case .intent(.retract(OriginID("old"), let new), _)? = stage.actions.last else {
      Issue.record("\(stage.actions)")
      return
    }
    #expect(new.value.utf8.count == 36)
    #expect(stage.press(Key(.escape)) == [.intent(.closeQueue)])
    #expect(stage.interface.overlays.isEmpty)
  }

  @Test func `I1 some keys do what they say whatever lies over the screen`() {
    var stage = Stage.conversation()
    _ = stage.interface.show(Probe())
    #expect(stage.press(.ctrl("l")) == [.redraw])
    #expect(stage.press(.ctrl("z")) == [.suspend])
    #expect(stage.press(.alt("c")) == [.intent(.connectNow)])
    #expect(stage.interface.overlays.layers.count == 1)
  }

  @Test func `what lies over a layer goes first, and each gives back what it asked for`() {
    var stage = Stage.conversation()
    _ = stage.interface.show(Probe())
    #expect(stage.press(Key(.down)) == [.intent(.openQueue)])
    #expect(stage.interface.overlays.layers.count == 2)
    #expect(stage.press(Key(.escape)) == [.intent(.closeQueue)])
    #expect(stage.interface.overlays.layers.count == 1)
  }

  @Test func `a layer that has nothing left to say goes when nothing lies over it`() {
    var overlays = Overlays()
    _ = overlays.open(Probe(isOver: true))
    _ = overlays.open(Probe())
    let surroundings = Self.surroundings
    #expect(overlays.update(in: surroundings).isEmpty && overlays.layers.count == 2)
    #expect(overlays.close() == [.intent(.closeQueue)])
    #expect(overlays.update(in: surroundings) == [.intent(.closeQueue)] && overlays.isEmpty)
  }

  @Test(arguments: [true, false])
  func `D2 what comes is read unless a layer covers the chat`(isCovered: Bool) {
    var stage = Stage.conversation()
    stage.send(.focus(true))
    _ = stage.interface.show(Probe(coverage: isCovered ? .betweenBars : .part))
    stage.actions = []
    stage.snapshot.pane?.messages.append(Stage.message(6, "look"))
    stage.snapshot.chats[0].unread = 1
    stage.update()
    let isRead = stage.actions.contains { action in
      if case .intent(.markRead, _) = action { true } else { false }
    }
    #expect(isRead != isCovered)
  }

  @Test func `O6 a layer that was set aside for an edit comes back once, or is given back`() {
    var overlays = Overlays()
    _ = overlays.open(QueueReview())
    if let layer = overlays.lift() { overlays.keep(layer) }
    #expect(overlays.isEmpty && !overlays.recall(openedBy: .search))
    let wasAway = overlays.recall(openedBy: .queue)
    #expect(wasAway && overlays.has(openedBy: .queue))
    #expect(overlays.dropSetAside().isEmpty)
    if let layer = overlays.lift() { overlays.keep(layer) }
    #expect(overlays.dropSetAside() == [.intent(.closeQueue)])
    overlays.recall()
    #expect(overlays.isEmpty)
  }

  private static var surroundings: Surroundings {
    let stage = Stage.conversation()
    return stage.interface.surroundings(stage.interface.context(stage.snapshot, stage.now))
  }
}
