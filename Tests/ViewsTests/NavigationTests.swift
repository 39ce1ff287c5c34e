import Model
import Screen
import Store
import Testing

@testable import Views

@Suite struct NavigationTests {
  static let all = Stage.conversation().snapshot.chats

  static func navigation(in chat: JID = Stage.bo) -> Navigation {
    var navigation = Navigation()
    navigation.begin(in: chat)
    return navigation
  }

  @Test func `a chat that is gone is neither open nor the one before`() {
    var navigation = Self.navigation()
    navigation.enter(Stage.cy)
    #expect(navigation.openChat == Stage.cy && navigation.previousChat == Stage.bo)
    navigation.forget(Stage.bo)
    #expect(navigation.openChat == Stage.cy && navigation.previousChat == nil)
    navigation.forget(Stage.cy)
    #expect(navigation.openChat == nil)
  }

  static let destinations: [(Command, JID?)] = [
    (.chatBelow, Stage.cy), (.chatAbove, nil), (.nextUnread, Stage.cy), (.lastChat, nil),
    (.chatByNumber, Stage.me),
  ]

  @Test(arguments: destinations)
  func `I1 a command leads to a chat of the list, or to none`(command: Command, chat: JID?) {
    let navigation = Self.navigation()
    let destination = navigation.destination(of: command, digit: 5, in: Self.all, told: nil)
    #expect(destination?.chat == chat && destination?.isAlert == false)
  }

  @Test func `A1 the chat that was told of comes before others that are unread`() {
    let dad = JID("dad@localhost")!
    let destination = Self.navigation()
      .destination(of: .nextUnread, digit: 0, in: Self.all, told: dad)
    #expect(destination == Destination(chat: dad, isAlert: true, isUnread: true))
  }

  @Test func `a command that leads to no chat is not for the list of them`() {
    #expect(Self.navigation().destination(of: .help, digit: 0, in: Self.all, told: nil) == nil)
  }

  @Test func `where one was on the way to in one chat is not gone to in the next`() {
    var navigation = Self.navigation()
    #expect(
      navigation.go(since: Stage.noon)
        == [.intent(.openSince(chat: Stage.bo, time: Stage.noon))])
    #expect(navigation.target != nil && navigation.focus == .messages)
    navigation.enter(Stage.cy)
    #expect(navigation.target == nil)
  }
}
