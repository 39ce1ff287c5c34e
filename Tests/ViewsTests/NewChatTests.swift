import Model
import Screen
import Store
import Testing

@testable import Views

extension [Action] {
  fileprivate var sentTexts: [String] {
    compactMap { if case .intent(.send(_, let text, _, _), _) = $0 { text } else { nil } }
  }
}

/// A new chat, and what one calls people (C2).
@Suite struct NewChatTests {
  private static func open(_ typed: String = "") -> Stage {
    var stage = Stage.conversation()
    stage.snapshot[.first].rooms[JID("team@rooms.localhost")!] = Room(
      jid: JID("team@rooms.localhost")!, attendance: .joined, nick: "ana")
    stage.snapshot.chats.append(
      Chat(jid: JID("team@rooms.localhost")!, kind: .room, name: "team"))
    stage.press(.alt("n"))
    stage.type(typed)
    return stage
  }

  @Test func `C2 N1 it begins with the people, and where each is`() {
    let stage = Self.open()
    #expect(stage.text.contains("New chat:"))
    #expect(stage.rows.contains { $0.contains("▸● Bo Reyes") || $0.contains("● Bo Reyes  ") })
    let titles = Switcher(peopleOnly: true)
      .items(stage.interface.context(stage.snapshot, stage.now)).map(\.title)
    #expect(titles.starts(with: ["Bo Reyes", "Cy", "Dad", "Lia"]))
    #expect(!titles.contains("team") && !titles.contains("Notes"))
  }

  @Test func `C2 its key stands in the last line, and the palette has it`() {
    var stage = Stage.conversation(120)
    #expect(stage.rows.last?.contains("Alt-N new chat") == true)
    stage.press(.ctrl("k"))
    stage.type("new chat")
    stage.press(Key(.enter))
    #expect(stage.text.contains("New chat:"))
  }

  @Test(arguments: [
    ("max@", "Behind the @ a server is missing: max@example.org"),
    ("@example.org", "Before the @ a name is missing: name@example.org"),
    ("max@@b", "An address has only one @"), ("max@exa mple.org", "An address has no spaces"),
    ("max@exa<mple", "This is no valid address"), ("zzzz zz", "No matches"),
  ])
  func `C2 what is no address is said in words`(typed: String, words: String) {
    #expect(Self.open(typed).text.contains(words))
  }

  @Test func `C2 by address one begins with anybody, offline too`() {
    var stage = Self.open("max@example.org")
    stage.snapshot[.first].connection = .offline(reason: "", nextTry: nil)
    #expect(stage.press(Key(.enter)) == [.intent(.open(JID("max@example.org")!))])
  }

  @Test func `Z2 a first message to an address that I know nothing of is asked about`() throws {
    var stage = Self.open("max@exmaple.org")
    stage.press(Key(.enter))
    let max = JID("max@exmaple.org")!.chat
    stage.openPane([], chat: max)
    stage.type("hello")
    #expect(stage.press(Key(.enter)).sentTexts.isEmpty)
    #expect(stage.text.contains("You have never written to max@exmaple.org"))
    stage.press(Key(.escape))
    #expect(stage.text.contains("hello"))
    stage.press(Key(.enter))
    #expect(stage.press(Key(.enter)).sentTexts == ["hello"])
    stage.openPane([Stage.message(1, "hello", mine: .sent)], chat: max)
    stage.type("again")
    #expect(stage.press(Key(.enter)).sentTexts == ["again"])
  }

  @Test func `C2 the person of the open chat is renamed in the palette`() {
    var stage = Stage.conversation()
    stage.press(.ctrl("k"))
    stage.type("rename")
    #expect(stage.text.contains("Rename Bo Reyes"))
    stage.press(Key(.enter))
    #expect(stage.text.contains("Rename bo@localhost") && stage.text.contains("Name: Bo Reyes"))
    stage.press(.ctrl("u"))
    stage.type("Robert")
    #expect(stage.press(Key(.enter)) == [.intent(.nameContact(Stage.bo, "Robert"))])
  }
}
