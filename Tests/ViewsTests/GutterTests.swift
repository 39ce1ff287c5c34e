import Model
import Screen
import Store
import Testing

@testable import Views

/// Time, name and a bar beside the messages: one gutter in every chat.
@Suite struct GutterTests {
  /// The chat with Bo under a name, or a group in which the other has that nickname.
  private static func stage(
    _ name: String, isGroup: Bool, saying messages: [Message], _ width: Int = 100,
    _ height: Int = 30
  ) -> Stage {
    var stage = Stage.conversation(width, height)
    stage.snapshot.chats[0] = Chat(
      jid: Stage.bo, kind: isGroup ? .room : .direct, name: isGroup ? "team" : name)
    stage.openPane(
      messages.map {
        var message = $0
        if isGroup, !message.isMine { message.sender = Stage.bo.with(resource: name)! }
        return message
      })
    stage.update()
    return stage
  }

  private func pane(_ stage: Stage) -> [String] {
    stage.rows(of: stage.layout.messages).filter { !$0.isEmpty && !$0.contains("──") }
  }

  @Test(arguments: [(140, 30), (100, 30), (80, 24), (72, 24), (60, 20), (40, 12), (20, 8)])
  func `I2 texts begin in the same column in every chat, behind a bar`(width: Int, height: Int) {
    var columns: Set<Int> = []
    for name in ["Bo", "Bartholomea"] {
      for isGroup in [false, true] {
        let stage = Self.stage(
          name, isGroup: isGroup,
          saying: [Stage.message(1, "theirs"), Stage.message(2, "mine", mine: .sent)], width, height
        )
        for text in ["theirs", "mine"] {
          let row = pane(stage).first { $0.contains("┃ \(text)") }
          #expect(row != nil, "\(stage.text)")
          columns.insert(row?.prefix { $0 != "┃" }.count ?? -1)
        }
      }
    }
    #expect(columns.count == 1)
  }

  @Test func `a long name is cut, and ends at the bar as a short one does`() {
    func name(_ width: Int, _ height: Int) -> String? {
      let stage = Self.stage(
        "Bartholomea Reyes", isGroup: false, saying: [Stage.message(1, "hello")], width, height)
      return pane(stage).first { $0.contains("14:02") }
    }
    #expect(name(100, 30) == " 14:02 Barthol… ┃ hello")
    #expect(name(80, 24) == " 14:02 Bart… ┃ hello")
    #expect(name(40, 12) == " 14:02 Bartholomea")
  }

  static let spoken = [
    Stage.message(1, "one", minutesAgo: 2), Stage.message(2, "two", minutesAgo: 0),
    Stage.message(3, "three", minutesAgo: -3),
    Stage.message(4, "four", mine: .sent, minutesAgo: -3),
    Stage.message(5, "five\nmore", mine: .sent, minutesAgo: -4),
  ]

  @Test func `T1 time and name stand where the speaker changes, or five minutes`() {
    let blank = String(repeating: " ", count: 16)
    let rows = pane(Self.stage("Bo", isGroup: false, saying: Self.spoken)).map {
      $0.prefix(23).trimmedEnd
    }
    #expect(
      rows == [
        " 14:00       Bo ┃ one", blank + "┃ two", " 14:05       Bo ┃ three",
        " 14:05      you ┃ four", blank + "┃ five", blank + "┃ more",
      ])
    let narrow = pane(Self.stage("Bo", isGroup: false, saying: Self.spoken, 40, 20))
    #expect(
      narrow.map { $0.prefix(10).trimmedEnd } == [
        " 14:00 Bo", " ┃ one", " ┃ two", " 14:05 Bo", " ┃ three", " 14:05 you", " ┃ four",
        " ┃ five",
        " ┃ more",
      ])
  }

  @Test func `G5 in a group another who speaks in the same minute is named`() {
    var stage = Self.stage(
      "cy", isGroup: true, saying: [Stage.message(1, "one"), Stage.message(2, "two")])
    #expect(pane(stage).count { $0.contains(" cy ┃") } == 1)
    stage.snapshot.pane?.messages[1].sender = Stage.bo.with(resource: "dee")!
    stage.update()
    #expect(pane(stage).last == " 14:02      dee ┃ two")
  }

  @Test func `below the line of what is unread time and name stand again`() throws {
    var stage = ReadTests.stage()
    stage.update()
    let rows = stage.rows(of: stage.layout.messages)
    let line = try #require(rows.firstIndex { $0.contains("── 5 unread ──") })
    #expect(rows[line - 1].hasPrefix("                ┃ message 35"))
    #expect(rows[line + 1] == " 14:02       Bo ┃ message 36")
    #expect(rows[line + 2].hasPrefix("                ┃ message 37"))
  }

  @Test func `the bar stands beside every row of a message`() {
    var message = Stage.message(2, "one\ntwo", mine: .failed, failure: "no such user")
    message.replyTo = AnswerTests.stored("what?")
    message.reactions = [ReactionTests.said("👍")]
    let rows = pane(Self.stage("Bo", isGroup: false, saying: [message]))
    #expect(rows.count == 5)
    #expect(rows.allSatisfy { $0.prefix { $0 != "┃" }.count == 16 })
    #expect(rows[0].hasPrefix(" 14:02      you ┃ ╎ Bo: what?"))
  }

  @Test func `all rows of a selected message have its mark`() {
    var stage = Self.stage("Bo", isGroup: false, saying: Self.spoken)
    stage.press(Key(.escape))
    let rows = pane(stage)
    #expect(rows.suffix(2).allSatisfy { $0.hasPrefix("▌") })
    #expect(!rows.dropLast(2).contains { $0.hasPrefix("▌") })
  }
}
