import Model
import Screen
import Store
import Testing

@testable import Views

/// How many rows a chat takes in the list, and what its second row says.
@Suite struct ListStyleTests {
  @Test(arguments: [
    (ListStyle.auto, 28, 2), (.auto, 27, 1), (.compact, 60, 1), (.preview, 12, 2),
  ])
  func `a chat takes one row or two, as is set and as there is room`(
    style: ListStyle, height: Int, rows: Int
  ) {
    var stage = Stage.conversation(100, height)
    stage.interface = Interface(theme: .plain, preferences: Preferences(listStyle: style))
    stage.send(.resize(stage.size))
    let list = stage.rows(of: stage.layout.list)
    #expect(list[0].hasPrefix("▌● Bo Reyes"))
    #expect(list[rows].hasPrefix(" ● Cy"))
    #expect(list[1].hasPrefix("▌  you: v2 attached") == (rows == 2))
    #expect(list[2 * rows].hasPrefix(" ○ Dad"))
  }

  @Test func `that there are no chats is said only where there are none`() {
    var stage = Stage.conversation(100, 1)
    stage.interface = Interface(theme: .plain, preferences: Preferences(listStyle: .preview))
    stage.send(.resize(stage.size))
    #expect(stage.layout.list.height == 1 && !stage.text.contains("No chats yet"))
    stage.snapshot.chats = []
    stage.update()
    #expect(stage.text.contains("No chats yet"))
  }

  @Test func `the selected chat is seen whole, however far down it is`() {
    var stage = Stage.conversation(100, 29)
    stage.snapshot.chats = (0..<40).map { number in
      let jid = JID("chat\(number)@localhost")!
      return Chat(
        jid: jid, kind: .direct, name: "Chat \(number).",
        last: Stage.message(1, "text \(number).", chat: jid))
    }
    stage.update()
    stage.press(Key(.backTab))
    for _ in 0..<39 { stage.press(.char("j")) }
    let rows = stage.rows(of: stage.layout.list)
    #expect(rows.contains { $0.contains("Chat 39.") } && rows.contains { $0.contains("text 39.") })
    // There is no half of one.
    #expect(rows.count { $0.contains("Chat") } == rows.count { $0.contains("text") })
  }

  @Test(arguments: [ListStyle.compact, .preview])
  func `A1 C5 a muted chat and a pinned one are marked beside their names`(style: ListStyle) {
    var stage = Stage.conversation(100, 30)
    stage.interface = Interface(theme: .plain, preferences: Preferences(listStyle: style))
    stage.send(.resize(stage.size))
    let place = stage.snapshot.chats.firstIndex { $0.jid == Stage.cy }!
    (stage.snapshot.chats[place].isPinned, stage.snapshot.chats[place].alerts) = (true, .nothing)
    stage.update()
    let row = stage.rows(of: stage.layout.list).first { $0.contains("● Cy") }
    #expect(row?.contains("muted") == true && row?.contains("▴") == true, "\(row ?? "")")
  }

  // MARK: The second row

  private static func deleted(mine: Bool) -> Message {
    var message = Stage.message(1, "gone", mine: mine ? .read : nil, chat: Stage.cy)
    message.retract(.init(at: message.writtenAt, isErased: true))
    return message
  }

  private static func said(_ text: String, by nick: String) -> Message {
    var message = Stage.message(1, text, chat: Stage.cy)
    message.sender = Stage.cy.with(resource: nick)!
    return message
  }

  private static func chat(
    _ last: Message?, kind: Chat.Kind = .direct, draft: String = "", waiting: Int = 0,
    failed: Int = 0
  ) -> Chat {
    Chat(
      jid: Stage.cy, kind: kind, name: "Cy", last: last, draft: draft, waiting: waiting,
      failed: failed)
  }

  private static func mine(_ text: String, _ status: DeliveryStatus) -> Message {
    Stage.message(1, text, mine: status, chat: Stage.cy)
  }

  private static let theirs = Stage.message(1, "see\n you", chat: Stage.cy)

  static let previews: [(Chat, String)] = [
    (chat(theirs), "   see you"),
    (chat(nil), ""),
    (chat(mine("hi", .delivered)), "   you: hi                 ✓✓"),
    (chat(theirs, draft: "not\n yet "), "   Draft: not yet"),
    (chat(said("hello", by: "dee"), kind: .room), "   dee: hello"),
    (chat(mine("hello", .sent), kind: .room), "   you: hello               ✓"),
    (chat(deleted(mine: false)), "   deleted"),
    (chat(deleted(mine: true)), "   you: deleted"),
    (chat(Stage.message(1, "/me waves", chat: Stage.cy)), "   * Cy waves"),
    (chat(said("/me waves", by: "dee"), kind: .room), "   * dee waves"),
    (chat(mine("/me waves", .sent)), "   * ana waves              ✓"),
    (chat(mine("hi", .failed), failed: 1), "   you: hi                 !1"),
    (chat(mine("hi", .queued), waiting: 2), "   you: hi                 ⚠2"),
    (
      chat(mine(String(repeating: "wörd ", count: 9), .read)), "   you: wörd wörd wörd w… ✓✓r"
    ),
    (chat(Stage.message(1, "\u{1B}[2J", chat: Stage.cy)), "   ␛[2J"),
  ]

  @Test(arguments: previews)
  func `S7 the second row tells the last message, or what is drafted`(chat: Chat, words: String) {
    var stage = Stage.conversation()
    stage.snapshot.chats[1] = chat
    stage.update()
    #expect(stage.rows(of: stage.layout.list)[3] == words)
  }

  @Test func `D3 that somebody types comes before all else in it`() {
    var stage = Stage.conversation()
    stage.snapshot.chats[1] = Self.chat(Self.theirs, draft: "hm")
    stage.snapshot[.first].typing[Stage.cy] = [Stage.cy]
    stage.update()
    #expect(stage.rows(of: stage.layout.list)[3] == "   Cy is typing…")
    stage.snapshot.chats[1].kind = .room
    stage.snapshot[.first].typing[Stage.cy] = [Stage.cy.with(resource: "dee")!]
    stage.update()
    #expect(stage.rows(of: stage.layout.list)[3] == "   dee is typing…")
  }

  @Test func `P1 the draft of the open chat stands in the composer alone`() {
    var stage = Stage.conversation()
    stage.snapshot.chats[0].draft = "hm"
    stage.update()
    #expect(stage.rows(of: stage.layout.list)[1].hasPrefix("▌  you: v2 attached"))
  }

  @Test func `Z2 C2 who is no contact is told so before the time is`() {
    var stage = Stage.conversation()
    let stranger = JID("a.long.name@attacker.test")!
    stage.snapshot.chats[1] = Chat(
      jid: stranger, kind: .direct, name: "a", last: Stage.message(1, "hi", chat: stranger),
      subscription: nil)
    stage.update()
    #expect(stage.rows(of: stage.layout.list)[2].contains("?"), "\(stage.text)")
  }
}
