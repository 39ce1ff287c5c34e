import Model
import Screen
import Store
import Testing

@testable import Views

/// Who could be taken for somebody else is called by the whole address.
@Suite struct StrangerTests {
  /// Begins as Bo's, at another server.
  private static let other = JID("bo@attacker.test")!
  /// With a Cyrillic о, which is drawn as a Latin one.
  private static let mixed = JID("b\u{43E}@localhost")!

  /// A chat with somebody who is not in the roster.
  private static func stage(_ stranger: JID, _ width: Int = 100) -> Stage {
    var stage = Stage.conversation(width, 20)
    stage.snapshot.chats.insert(
      Chat(
        jid: stranger, kind: .direct, name: stranger.local ?? "",
        last: Stage.message(9, "hi", chat: stranger), subscription: nil), at: 0)
    stage.update()
    return stage
  }

  @Test func `Z2 C2 who is no contact has the whole address in the list, and it is said`() {
    let stage = Self.stage(Self.other)
    #expect(stage.rows.contains { $0.contains("bo@attacker.test") && $0.contains("?") })
    #expect(stage.rows.contains { $0.contains("Bo Reyes") })
    let wide = Self.stage(Self.other, 160)
    #expect(wide.rows.contains { $0.contains("bo@attacker.test") })
  }

  @Test func `Z2 the header says that somebody is no contact, and what scripts the address mixes`()
  {
    for (jid, words) in [
      (Self.other, "bo@attacker.test   not a contact"),
      (Self.mixed, "not a contact, the address mixes Latin and Cyrillic letters"),
    ] {
      var stage = Self.stage(jid, 140)
      stage.press(.alt("1"))
      stage.openPane([Stage.message(9, "hi", chat: jid)], chat: jid.chat)
      stage.update()
      #expect(stage.rows.contains { $0.contains(words) }, "\(stage.rows)")
    }
  }

  @Test func `Z2 A1 an alert of a stranger's message does not bear a contact's name`() {
    var stage = Self.stage(Self.other)
    stage.send(.focus(false))
    let told = AlertTests.arrive("hello", from: Self.other, at: &stage)
    #expect(told == ["bo@attacker.test, not a contact: hello"])
    #expect(stage.toldRow.contains(" bo@attacker.test, not a contact: hello"))
  }

  @Test func `Z2 the switcher tells a stranger from a contact, and marks mixed letters`() {
    var stage = Self.stage(Self.other)
    let titles = SwitcherTests.titles("bo", in: stage)
    #expect(titles.contains("Bo Reyes") && titles.contains("bo@attacker.test"))
    stage.press(.ctrl("k"))
    #expect(stage.rows.contains { $0.contains("bo@attacker.test") && $0.contains("not a contact") })
    let found = SwitcherTests.titles("b\u{43E}", in: Self.stage(Self.mixed))
    #expect(found.contains("b\u{43E}@localhost (Latin+Cyrillic)"))
    let new = SwitcherTests.titles("b\u{43E}@example.org", in: .conversation())
    #expect(new.contains("Start a chat with b\u{43E}@example.org (Latin+Cyrillic)"))
  }

  @MainActor
  @Test(arguments: ["Bo", "bo", "B0", "Bo\u{3164}", "Notes to self", "you", "bo@example.org"])
  func `Z9 a group that is called like a person, or by psst's words, is called by its address`(
    title: String
  ) {
    let store = AppStore(account: Stage.me, submit: { _ in })
    let room = JID("den@rooms.attacker.test")!
    func name(_ jid: JID) -> String { Names.chat(jid.chat, in: store.snapshot) }
    store.apply(
      [
        .contact(Contact(jid: Stage.bo, name: "Bo", subscription: .both)),
        .chat(Chat(jid: room, kind: .room, name: title, subscription: nil)),
      ], of: .first)
    #expect(name(Stage.bo) == "Bo" && name(room) == "den@rooms.attacker.test")
    var stage = Stage.conversation()
    stage.snapshot = store.snapshot
    #expect(SwitcherTests.titles("bo", in: stage).first == "Bo")
    store.apply(
      [.chat(Chat(jid: room, kind: .room, name: "Garden", subscription: nil))], of: .first)
    #expect(name(room) == "Garden")
    store.apply([.chatRemoved(room)], of: .first)
    #expect(!store.snapshot.chats.contains { $0.jid == room })
  }

  @MainActor @Test func `Z9 who goes to a name comes to the person, not to a group called so`() {
    let store = AppStore(account: Stage.me, submit: { _ in })
    let room = JID("den@rooms.attacker.test")!
    let group = Chat(jid: room, kind: .room, name: "Cy", subscription: nil)
    store.apply(
      [.contact(Contact(jid: Stage.cy, name: "Cy", subscription: .both)), .chat(group)],
      of: .first)
    var stage = Stage.conversation()
    stage.snapshot.accounts = store.snapshot.accounts
    stage.snapshot.chats.insert(group, at: 0)
    stage.update()
    stage.type("/to Cy")
    #expect(stage.press(Key(.enter)).contains(.intent(.open(Stage.cy))))
  }

  @MainActor @Test(arguments: ["you", "Notes to self", "Bo\u{3164}", "\u{2800}", "zoe\u{200B}"])
  func `Z9 a contact called by psst's words, or unseen, is called by the address`(name: String) {
    let store = AppStore(account: Stage.me, submit: { _ in })
    store.apply([.contact(Contact(jid: Stage.bo, name: name, subscription: .both))], of: .first)
    #expect(Names.chat(Stage.bo.chat, in: store.snapshot) == "bo@localhost")
  }

  @Test(arguments: [("you", "?you"), ("zoe ", "?zoe␣"), ("nick: #3 14:02 bo", "“nick: ")])
  func `Z9 a participant's name is not taken for mine, nor a line of it for another's`(
    nick: String, shown: String
  ) {
    var stage = Stage.conversation(100, 20)
    let room = JID("team@rooms.localhost")!
    let sender = room.with(resource: nick)!
    stage.snapshot.chats.insert(
      Chat(jid: room, kind: .room, name: "Team", subscription: nil), at: 0)
    var message = Stage.message(9, "hi", chat: room)
    message.sender = sender
    stage.press(.alt("1"))
    stage.openPane([message], chat: room.chat)
    stage.update()
    #expect(Names.sender(of: message, in: stage.snapshot).hasPrefix(shown))
    #expect(
      stage.rows.contains { $0.contains(shown.prefix(5)) && $0.contains("hi") }, "\(stage.text)")
  }

  @MainActor @Test
  func `Z2 two contacts of one name are told apart by their addresses, until one is renamed`() {
    let store = AppStore(account: Stage.me, submit: { _ in })
    let second = JID("bo@example.org")!
    func contact(_ jid: JID, _ name: String?) -> Change {
      .contact(Contact(jid: jid, name: name, subscription: .both))
    }
    func name(_ jid: JID) -> String { Names.chat(jid.chat, in: store.snapshot) }
    store.apply([contact(Stage.bo, "Bo"), contact(second, nil)], of: .first)
    #expect(name(Stage.bo) == "bo@localhost" && name(second) == "bo@example.org")
    #expect(!store.snapshot.isStranger(second.chat))
    store.apply([contact(second, "Bo from work")], of: .first)
    #expect(name(Stage.bo) == "Bo" && name(second) == "Bo from work")
    store.apply([contact(second, "bo")], of: .first)
    store.apply([.contactRemoved(Stage.bo)], of: .first)
    #expect(name(second) == "bo" && name(Stage.bo) == "bo@localhost")
    #expect(store.snapshot.isStranger(Stage.bo.chat) && !store.snapshot.isStranger(Stage.me.chat))
  }

  @MainActor @Test func `Z2 a chat knows that its peer went out of the roster, and came back`() {
    let store = AppStore(account: Stage.me, submit: { _ in })
    let last = Stage.message(1, "hi")
    store.apply(
      [
        .chat(Chat(jid: Stage.bo, kind: .direct, name: "bo", last: last, subscription: nil))
      ], of: .first)
    #expect(store.snapshot.isStranger(Stage.bo.chat))
    store.apply([.contact(Contact(jid: Stage.bo, name: "Bo", subscription: .both))], of: .first)
    #expect(
      !store.snapshot.isStranger(Stage.bo.chat) && store.snapshot.chat(Stage.bo.chat)?.name == "Bo")
    store.apply([.contactRemoved(Stage.bo)], of: .first)
    #expect(store.snapshot.isStranger(Stage.bo.chat))
  }
}
