import Model
import Screen
import Store
import Testing

@testable import Views

@Suite struct NavigationTests {
  static let all = Stage.conversation().snapshot.chats

  private static func snapshot(_ chats: [Chat]) -> Snapshot {
    var snapshot = Snapshot(accounts: [AccountState(Stage.me)])
    snapshot.chats = chats
    return snapshot
  }

  static func navigation(in chat: JID = Stage.bo) -> Navigation {
    var navigation = Navigation()
    navigation.begin(in: chat.chat)
    return navigation
  }

  @Test func `a chat that is gone is neither open nor the one before`() {
    var navigation = Self.navigation()
    navigation.enter(Stage.cy.chat)
    #expect(navigation.openChat == Stage.cy.chat && navigation.previousChat == Stage.bo.chat)
    navigation.forget(Stage.bo.chat)
    #expect(navigation.openChat == Stage.cy.chat && navigation.previousChat == nil)
    navigation.forget(Stage.cy.chat)
    #expect(navigation.openChat == nil)
  }

  static let destinations: [(JID, Command, JID?)] = [
    (Stage.bo, .chatBelow, Stage.cy), (Stage.bo, .chatAbove, nil), (Stage.cy, .chatAbove, Stage.bo),
    (Stage.me, .chatBelow, nil), (Stage.bo, .lastChat, nil), (Stage.bo, .chatByNumber, Stage.me),
  ]

  @Test(arguments: destinations)
  func `I1 a command leads to a chat of the list, or to none`(
    from: JID, command: Command, chat: JID?
  ) {
    let navigation = Self.navigation(in: from)
    let destination = navigation.destination(
      of: command, digit: 5, in: Self.snapshot(Self.all), told: nil)
    #expect(destination?.chat == chat?.chat && destination?.isAlert == false)
  }

  @Test(arguments: [(0, 1), (1, 3), (2, 3), (3, 1), (4, 1)])
  func `I1 the next unread chat is below the open one, or else from the top on`(
    open: Int, next: Int
  ) {
    var chats = Self.all
    for index in chats.indices { chats[index].unread = [1, 3].contains(index) ? 1 : 0 }
    let destination = Self.navigation(in: chats[open].jid)
      .destination(of: .nextUnread, digit: 0, in: Self.snapshot(chats), told: nil)
    #expect(destination == Destination(chat: chats[next].id, isUnread: true))
  }

  @Test func `A1 where somebody speaks to me comes before what is unread besides`() {
    var chats = Self.all
    for index in chats.indices { chats[index].unread = 1 }
    chats[3].mentions = 1
    let destination = Self.navigation(in: chats[0].jid)
      .destination(of: .nextUnread, digit: 0, in: Self.snapshot(chats), told: nil)
    #expect(destination == Destination(chat: chats[3].id, isUnread: true))
  }

  @Test func `I1 a chat that is opened is seen in the list, wherever one stood in it before`() {
    var stage = Stage.conversation(100, 12)
    stage.snapshot.chats += (1...40).map {
      Chat(jid: JID("p\($0)@localhost")!, kind: .direct, name: "p\($0)")
    }
    stage.update()
    stage.press(Key(.backTab), Key(.down), Key(.tab))
    for _ in 0..<30 { stage.press(Key(.down, .alt)) }
    #expect(stage.interface.navigation.openChat == JID("p26@localhost")?.chat)
    #expect(stage.rows.contains { $0.prefix(30).contains("p26") }, "\(stage.text)")
  }

  @Test func `I1 back in the composer the screen is as it was before one stepped out`() {
    var stage = Stage.conversation()
    let before = stage.surface
    stage.press(Key(.escape), Key(.up))
    #expect(stage.surface != before)
    stage.press(Key(.escape))
    #expect(stage.surface == before)
  }

  @Test func `A1 the chat that was told of comes before others that are unread`() {
    let dad = JID("dad@localhost")!
    let destination = Self.navigation()
      .destination(of: .nextUnread, digit: 0, in: Self.snapshot(Self.all), told: dad.chat)
    #expect(destination == Destination(chat: dad.chat, isAlert: true, isUnread: true))
  }

  @Test func `a command that leads to no chat is not for the list of them`() {
    #expect(
      Self.navigation().destination(of: .help, digit: 0, in: Self.snapshot(Self.all), told: nil)
        == nil)
  }

  @Test func `where one was on the way to in one chat is not gone to in the next`() {
    var navigation = Self.navigation()
    #expect(
      navigation.go(since: Stage.noon)
        == [.intent(.openSince(chat: Stage.bo, time: Stage.noon))])
    #expect(navigation.target != nil && navigation.focus == .messages)
    navigation.enter(Stage.cy.chat)
    #expect(navigation.isGoingToUnread)
  }
}
