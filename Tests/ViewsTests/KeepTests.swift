import Model
import Screen
import Store
import Testing

@testable import Views

/// How long messages are kept is for the user to say (P4).
struct KeepTests {
  private static let question = KeepQuestion(
    messages: 12_345, oldest: Timestamp(milliseconds: Stage.conversation().now.wall.milliseconds),
    days: 30)

  private static func asked() -> Stage {
    var stage = Stage.conversation()
    stage.snapshot[.first].keepQuestion = question
    stage.snapshot.renew()
    stage.press(.ctrl("k"))
    stage.type("old messages")
    return stage
  }

  @Test func `P4 what is old is removed by Enter, kept by k, and left alone by Esc`() {
    var stage = Self.asked()
    stage.press(Key(.enter))
    #expect(stage.text.contains("12,345 messages are older than 30 days"))
    #expect(stage.press(Key(.enter)) == [.intent(.setKeep(.standard))])
    stage = Self.asked()
    stage.press(Key(.enter))
    #expect(stage.press(.char("k")) == [.intent(.setKeep(.forever))])
    stage = Self.asked()
    stage.press(Key(.enter))
    #expect(stage.press(Key(.escape)).isEmpty)
  }

  @Test func `P4 all chats, or the open one, can be kept in the switcher`() {
    var stage = Stage.conversation()
    stage.press(.ctrl("k"))
    stage.type("keep all messages")
    #expect(stage.press(Key(.enter)) == [.everywhere(.setKeep(.forever))])
    stage.press(.ctrl("k"))
    stage.type("keep messages for 30")
    #expect(stage.press(Key(.enter)) == [.everywhere(.setKeep(.standard))])
    stage.press(.ctrl("k"))
    stage.type("keep this chat")
    #expect(stage.press(Key(.enter)) == [.intent(.keepAll(Stage.bo, true))])
  }

  @Test(arguments: [true, false])
  func `P6 below what was found, or where nothing was, it says that the server may have more`(
    isFound: Bool
  ) {
    let words = "Older messages may be on the server"
    var stage = Stage.conversation()
    stage.press(.alt("g"))
    stage.type("plan")
    let hit = SearchHit(message: Stage.message(1, "the plan"), matches: [4..<8])
    for isDeeper in [true, false] {
      stage.snapshot.search = OpenSearch(
        SearchQuery("plan"),
        results: SearchResults(
          query: SearchQuery("plan"), hits: isFound ? [hit] : [], isServerDeeper: isDeeper))
      stage.update()
      #expect(stage.text.contains(words) == isDeeper)
    }
  }
}
