import Foundation
import Model
import Screen
import Store
import Testing

@testable import Views

/// What is asked above the composer about the other of the chat (C2).
@Suite struct SubscriptionRowTests {
  private static let max = JID("max@example.org")!

  /// In the chat with somebody who is no contact.
  private static func stage(_ width: Int = 100, asks: Bool = true, wrote: Bool = false) -> Stage {
    var stage = Stage.conversation(width)
    let mine = Stage.message(9, "hi", mine: .sent, chat: max)
    stage.snapshot.chats.insert(
      Chat(jid: max, kind: .direct, name: "max", last: wrote ? mine : nil, subscription: nil),
      at: 0)
    if asks { stage.snapshot[.first].requests = [max] }
    stage.press(.alt("1"))
    stage.openPane(wrote ? [mine] : [], chat: max.chat)
    stage.update()
    return stage
  }

  @Test(arguments: [
    (100, "Contact request"), (140, "max@example.org asks to see when you are online"),
    (80, "Contact request"), (40, "Alt-I Accept"),
  ])
  func `C2 a request stands in its chat, above the composer, with its keys`(
    width: Int, text: String
  ) throws {
    let stage = Self.stage(width)
    let row = try #require(stage.row(containing: text + " "))
    for key in ["Alt-I Accept", "Alt-X Decline", "Alt-Z Block"] {
      #expect(stage.rows[row].contains(key))
    }
    #expect(row == stage.layout.composer.y - 2 && row == stage.size.height - 4)
    #expect(stage.row(containing: "─ Write to max@example.org ─") == row + 1)
  }

  @Test(arguments: [(Character("i"), SubscriptionAction.grant), ("x", .refuse)])
  func `C2 a key answers it`(key: Character, action: SubscriptionAction) {
    var stage = Self.stage()
    stage.type("hello")
    #expect(stage.press(.alt(key)).contains(.intent(.subscription(Self.max, action))))
    #expect(stage.interface.drafts.composer.text == "hello")
  }

  @Test func `C2 who asks can be blocked, which is asked about first`() {
    var stage = Self.stage()
    #expect(stage.press(.alt("z")).isEmpty)
    #expect(stage.text.contains("Block max@example.org?"))
    #expect(stage.press(Key(.enter)) == [.intent(.block(Self.max))])
    stage.snapshot[.first].blocked.entries = [Self.max]
    #expect(!stage.text.contains("Alt-I Accept"))
    #expect(stage.press(.alt("z")) == [.intent(.unblock(Self.max))])
  }

  @Test func `C2 a click answers as well`() throws {
    var stage = Self.stage()
    let row = try #require(stage.row(containing: "Alt-X Decline"))
    let before = stage.rows[row].components(separatedBy: "Decline")[0].count
    let mouse = Mouse(.press, at: Point(x: before, y: row))
    #expect(stage.send(.mouse(mouse)).contains(.intent(.subscription(Self.max, .refuse))))
  }

  @Test func `C2 to whom I write without their being a contact, I can ask in the chat itself`() {
    #expect(!Self.stage(asks: false).text.contains("Alt-I Add"), "nothing was written")
    var stage = Self.stage(140, asks: false, wrote: true)
    #expect(stage.text.contains("is not in your contacts") && stage.text.contains("Alt-I Add"))
    #expect(stage.press(.alt("i")).contains(.intent(.subscription(Self.max, .ask))))
    stage.press(.alt("x"))
    #expect(!stage.text.contains("Alt-I Add"), "not asked again")
    stage.press(.alt("i"))
    #expect(stage.toldRow.contains("Nobody asks for anything here."))
  }

  @Test func `C6 on the private server everyone is everyone's contact`() {
    var stage = Self.stage(asks: false, wrote: true)
    stage.snapshot[.first].isPrivate = true
    #expect(!stage.text.contains("Alt-I Add"))
  }

  @Test func `C2 who asks is marked in the list, and the key of what is unread leads there`() {
    var stage = Self.stage(160)
    #expect(stage.text.contains("request "))
    stage.press(.alt("2"))
    #expect(stage.press(.alt("a")).contains(.intent(.open(Stage.cy))))
    for index in stage.snapshot.chats.indices { stage.snapshot.chats[index].unread = 0 }
    #expect(stage.press(.alt("a")).contains(.intent(.open(Self.max))))
  }
}
