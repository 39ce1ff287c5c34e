import Model
import Screen
import Store
import Testing

@testable import Views

/// Chats that are out of sight (A6).
@Suite struct ArchiveTests {
  /// Cy's and Dad's chats are archived, and the list has the keys.
  private static func stage(_ width: Int = 100, archived: [JID] = [Stage.cy, dad]) -> Stage {
    var stage = Stage.conversation(width, 30)
    for place in stage.snapshot.chats.indices {
      let chat = stage.snapshot.chats[place].jid
      stage.snapshot.chats[place].isArchived = archived.contains(chat)
    }
    stage.snapshot.chats.sort(by: Chat.standsBefore)
    stage.update()
    stage.press(Key(.escape))
    if width >= 72 { stage.press(Key(.tab)) }
    return stage
  }

  private static let dad = JID("dad@localhost")!

  /// What the rows of the list begin with, without what was said last.
  private static func list(_ stage: Stage) -> [String] {
    let names = ["Bo", "Cy", "Dad", "Lia", "Notes", "Archived"]
    return stage.rows(of: stage.layout.list).compactMap { row in
      let first = row.split { " ▌●○•↓▸".contains($0) }.first.map(String.init) ?? ""
      return names.contains(first) ? first : nil
    }
  }

  @Test func `A6 a in the list, and the palette, archive the chat, and bring it back`() {
    var stage = Self.stage(archived: [])
    #expect(!stage.text.contains("Archived"))
    #expect(stage.type("a").contains(.intent(.archive(Stage.bo, true))))
    #expect(stage.toldRow.contains("Bo Reyes is archived."))
    // The next one has the cursor then.
    #expect(stage.type("p").contains(.intent(.pin(Stage.cy, true))))
    stage = Self.stage(archived: [Stage.bo])
    stage.press(.ctrl("k"))
    stage.type("archive this")
    #expect(stage.press(Key(.enter)).contains(.intent(.archive(Stage.bo, false))))
    #expect(stage.toldRow.contains("Bo Reyes is no longer archived."))
  }

  @Test(arguments: [100, 72, 40])
  func `A6 what is archived is out of sight behind a row with its number, which shows it`(
    width: Int
  ) {
    var stage = Self.stage(width)
    #expect(Self.list(stage) == ["Bo", "Lia", "Notes", "Archived"], "\(stage.text)")
    #expect(stage.text.contains("Archived (2)"))
    stage.press(.char("G"))
    #expect(!stage.rows[29].contains("about") && !stage.rows[29].contains("d delete"))
    #expect(stage.press(Key(.enter)).isEmpty)
    #expect(Self.list(stage) == ["Bo", "Lia", "Notes", "Archived", "Cy", "Dad"], "\(stage.text)")
    stage.press(.char("j"), .char("j"), .char("k"))
    #expect(stage.type("a").contains(.intent(.archive(Stage.cy, false))))
    #expect(stage.press(Key(.enter)).contains(.intent(.open(Stage.cy))))
  }

  @Test func `A6 no key of a chat acts on the row, and Enter hides them again`() {
    var stage = Self.stage()
    stage.press(.char("G"))
    for key in "admpuM i" { #expect(stage.type(String(key)).isEmpty, "\(key)") }
    stage.press(Key(.enter), Key(.enter))
    #expect(Self.list(stage).last == "Archived")
    stage.press(.char("k"))
    #expect(stage.type("m").contains(.intent(.setAlerts(Stage.me, .nothing))))
  }

  @Test func `A6 a click on the row shows them`() throws {
    var stage = Self.stage()
    let y = try #require(stage.row(containing: "Archived (2)"))
    stage.send(.mouse(Mouse(.press, at: Point(x: 3, y: y))))
    #expect(Self.list(stage).last == "Dad")
  }

  @Test func `A6 the palette finds what is archived by its name, and says that it is`() {
    var stage = Self.stage()
    stage.press(.ctrl("k"))
    #expect(!stage.text.contains("● Cy") && !stage.text.contains("○ Dad"))
    stage.type("cy")
    #expect(stage.rows.contains { $0.contains("Cy") && $0.contains("archived") })
    #expect(stage.press(Key(.enter)).contains(.intent(.open(Stage.cy))))
    stage.press(Key(.escape), Key(.tab))
    #expect(stage.rows(of: stage.layout.list).contains { $0.hasPrefix("▌▸ Archived (2)") })
  }

  @Test func `A6 the keys that go from chat to chat leave it out, and the unread one finds it`() {
    var stage = Self.stage()
    #expect(stage.press(Key(.down, .alt)).contains(.intent(.open(JID("lia@localhost")!))))
    #expect(stage.press(.alt("4")).isEmpty)
    #expect(stage.press(.alt("a")).contains(.intent(.open(Stage.cy))))
    #expect(stage.rows[0].contains("2 unread"))
  }
}
