import Model
import Screen
import Store
import Testing

@testable import Views

/// The rule above the composer: whom one writes to, or what one is doing instead.
@Suite struct ComposerEdgeTests {
  private func edge(_ stage: Stage) -> String {
    stage.rows(of: stage.layout.edge).first ?? ""
  }

  /// The title on the rule, which goes on to both ends.
  private func title(_ stage: Stage) -> String {
    let edge = edge(stage)
    #expect(edge.hasPrefix("─ ") && edge.hasSuffix(" ─") || edge.hasSuffix("──"))
    #expect(edge.count == stage.layout.edge.width)
    return String(edge.dropFirst(2).prefix { $0 != "─" }).trimmedEnd
  }

  @Test func `I8 it says whom one writes to, and what one does instead`() {
    var stage = AnswerTests.stage()
    #expect(title(stage) == "Write to Bo Reyes")
    stage.press(Key(.escape))
    #expect(title(stage) == "Browsing · c to write")
    stage.press(.char("r"))
    #expect(title(stage) == "Reply to Bo Reyes")
    stage.press(Key(.escape))
    #expect(title(stage) == "Write to Bo Reyes")
    stage.press(Key(.up))
    #expect(title(stage) == "Edit the message")
    stage.press(Key(.escape), Key(.backTab))
    #expect(title(stage) == "Chats · c to write")
    stage.snapshot[.first].blocked.entries = [Stage.bo]
    stage.update()
    #expect(title(stage) == "You blocked Bo Reyes. Unblock to write.")
  }

  @Test func `it is bright while what is typed goes there, and faint while not`() throws {
    let theme = try Theme.load(name: "nord")
    var stage = Stage.conversation()
    stage.interface = Interface(theme: theme)
    stage.resize(100, 30)
    func color() -> Color? { stage.surface[99, stage.layout.edge.y].style.foreground }
    #expect(color() == theme.style(.composerEdge, on: nil).foreground)
    stage.press(Key(.escape))
    #expect(color() == theme.style(.border, on: nil).foreground)
    #expect(theme.style(.composerEdge, on: nil) != theme.style(.border, on: nil))
  }

  @Test func `S8 what has several lines says how many`() {
    var stage = Stage.conversation()
    stage.type("one")
    #expect(!edge(stage).contains("line"))
    stage.send(.paste("\ntwo"))
    #expect(edge(stage).hasSuffix("─ 2 lines ─"))
    stage.send(.paste(String(repeating: "\nmore", count: 1_200)))
    #expect(edge(stage).hasSuffix("─ 1,202 lines ─"))
    stage.snapshot.chats[0] = Chat(
      jid: Stage.bo, kind: .direct, name: String(repeating: "long ", count: 30) + "end")
    stage.update()
    #expect(edge(stage).hasPrefix("─ Write to long"))
    #expect(edge(stage).hasSuffix("… ─ 1,202 lines ─"), "\(edge(stage))")
  }

  @Test func `I2 on a low screen it stands in the empty composer instead`() {
    var stage = Stage.conversation(40, 9)
    #expect(edge(stage).isEmpty)
    #expect(stage.rows(of: stage.layout.composer) == [" ❯ Write to Bo Reyes"])
    stage.type("hi")
    #expect(stage.rows(of: stage.layout.composer) == [" ❯ hi"])
    stage.resize(40, 10)
    #expect(edge(stage).hasPrefix("─ Write to Bo Reyes ─"))
    #expect(stage.rows(of: stage.layout.composer) == [" ❯ hi"])
  }
}
