import Model
import Screen
import Store
import Testing

@testable import Views

@Suite struct MemberListTests {
  private static let team = JID("team@rooms.localhost")!

  /// In the group's chat, with four people there.
  private static func stage(_ width: Int = 100, _ height: Int = 30) -> Stage {
    var stage = Stage.conversation(width, height)
    let room = Room(
      jid: Stage.bo, attendance: .joined, nick: "ana",
      occupants: [
        .init(nick: "ana", address: Stage.me, affiliation: .member),
        .init(nick: "bo", address: Stage.bo, role: .moderator, affiliation: .owner),
        .init(nick: "cy", address: Stage.cy, presence: .away), .init(nick: "dee", role: .visitor),
      ])
    stage.snapshot[.first].rooms[Stage.bo] = room
    return stage
  }

  @Test(arguments: [(100, 30), (80, 24), (40, 12)])
  func `N5 Alt-P shows who is in the group, who may do most first`(width: Int, height: Int) {
    var stage = Self.stage(width, height)
    stage.press(.alt("p"))
    let rows = stage.rows
    let places = ["● bo", "● ana", "◐ cy", "○ dee"].map { name in
      rows.firstIndex { $0.contains(name == "○ dee" ? "● dee" : name) }
    }
    #expect(
      places.allSatisfy { $0 != nil }
        && places.compactMap(\.self) == places.compactMap(\.self).sorted())
    let words = ["4 online", "owner", "you", "may not speak", "bo@localhost"]
    #expect(words.allSatisfy { word in rows.contains { $0.contains(word) } }, "\(stage.text)")
    stage.press(Key(.escape))
    #expect(!stage.text.contains("may not speak"))
  }

  @Test func `G9 Enter writes to who is selected: to their address, or through the group`() {
    var stage = Self.stage()
    stage.press(.alt("p"))
    stage.type("cy")
    stage.press(Key(.enter))
    #expect(stage.text.contains("write to") && stage.text.contains("write privately in this group"))
    #expect(stage.press(Key(.enter)).contains(.intent(.open(Stage.cy))))
    stage = Self.stage()
    stage.press(.alt("p"))
    stage.type("cy")
    let throughGroup = Stage.bo.with(resource: "cy")!
    #expect(
      stage.press(Key(.enter), Key(.down), Key(.enter)).contains(.intent(.open(throughGroup))))
    stage = Self.stage()
    stage.press(.alt("p"))
    stage.type("dee")
    let dee = Stage.bo.with(resource: "dee")!
    #expect(stage.press(Key(.enter)).contains(.intent(.open(dee))), "its address is not told")
    #expect(stage.text.contains("dee in Bo Reyes"))
  }

  @Test(arguments: [
    ("/msg cy", nil), ("/msg cy  psst", "psst"), ("/msg dee and you?", "and you?"),
  ])
  func `G9 /msg begins a chat with one person of the group`(line: String, text: String?) {
    var stage = Self.stage()
    stage.type(line)
    let actions = stage.press(Key(.enter))
    let nick = line.contains("cy") ? "cy" : "dee"
    let chat = Stage.bo.with(resource: nick)!
    #expect(actions.contains(.intent(.open(chat))))
    let sent = actions.compactMap {
      if case .intent(.send(chat, let text, _, _), _) = $0 { text } else { nil }
    }
    #expect(sent == (text.map { [$0] } ?? []))
  }

  @Test func `G9 nobody who is not there is written to through a group`() {
    var stage = Self.stage()
    stage.type("/msg zoe hello")
    #expect(stage.press(Key(.enter)).isEmpty)
    #expect(stage.text.contains("Nobody in the group is called zoe."))
    #expect(stage.text.contains("/msg zoe hello"))
  }

  @Test func `where no group is open Alt-P says so`() {
    var stage = Stage.conversation()
    stage.press(.alt("p"))
    #expect(stage.text.contains("You are in no group here."))
  }

  @Test(arguments: [
    (["bo"], "bo is typing…"), (["bo", "cy"], "bo, cy are typing…"),
    (["a", "b", "c", "d"], "several people are typing…"),
  ])
  func `D3 those who type in a group are named, many are counted as several`(
    nicks: [String], words: String
  ) {
    var stage = Self.stage()
    stage.snapshot.chats = stage.snapshot.chats.map { chat in
      var chat = chat
      if chat.jid == Stage.bo { chat.kind = .room }
      return chat
    }
    stage.snapshot[.first].typing[Stage.bo] = nicks.map { Stage.bo.with(resource: $0)! }
    stage.update()
    #expect(stage.rows[1].contains(words), "\(stage.rows[1])")
  }
}
