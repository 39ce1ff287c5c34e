import Model
import Screen
import Store
import Testing

@testable import Views

/// Lines that begin with a slash.
@Suite struct TypedCommandTests {
  private static func group() -> Stage {
    var stage = Stage.conversation()
    stage.snapshot[.first].rooms[Stage.bo] = Room(
      jid: Stage.bo, attendance: .joined, nick: "ana",
      occupants: [
        .init(nick: "ana", role: .moderator, affiliation: .owner),
        .init(nick: "cy", address: Stage.cy),
      ])
    return stage
  }

  private static func sent(_ actions: [Action]) -> [String] {
    actions.compactMap { if case .intent(.send(_, let text, _, _), _) = $0 { text } else { nil } }
  }

  private static let team = JID("team@rooms.example.org")!

  @Test(arguments: [
    ("/join team@rooms.example.org", nil), ("/join team@rooms.example.org Anna B", "Anna B"),
    ("/JOIN team@rooms.example.org as Anna", "Anna"),
  ])
  func `G1 /join enters a group, and is no message`(line: String, nick: String?) {
    var stage = Stage.conversation()
    stage.type(line)
    let actions = stage.press(Key(.enter))
    #expect(actions.contains(.intent(.join(Self.team, nick: nick, password: nil))))
    #expect(actions.contains(.intent(.open(Self.team))))
    #expect(Self.sent(actions).isEmpty)
    #expect(!stage.text.contains("/join") && !stage.text.contains("/JOIN"))
  }

  @Test func `T3 /date goes to a day of the chat, and says what it needs`() {
    var stage = Stage.conversation()
    stage.type("/date soon")
    #expect(stage.press(Key(.enter)).isEmpty)
    #expect(stage.text.contains("/date needs a day: /date 2026-05-12"))
    stage = Stage.conversation()
    stage.type("/date 1970-01-02")
    let day = Intent.openSince(chat: Stage.bo, time: Timestamp(milliseconds: 86_400_000))
    #expect(stage.press(Key(.enter)).contains(.intent(day)))
  }

  @Test func `G1 a /join without an address is kept, and says what it needs`() {
    var stage = Stage.conversation()
    stage.type("/join the team")
    #expect(stage.press(Key(.enter)).isEmpty)
    #expect(stage.text.contains("/join needs the address of a group"))
    #expect(stage.text.contains("/join the team"))
  }

  @Test func `G1 what is done in a group is done by typing it there, and nowhere else`() {
    var stage = Self.group()
    stage.type("/nick Anna B")
    #expect(stage.press(Key(.enter)).contains(.intent(.rename(in: Stage.bo, nick: "Anna B"))))
    stage.type("/kick cy")
    #expect(Self.sent(stage.press(Key(.enter))).isEmpty)
    stage.press(Key(.enter))
    #expect(stage.text.contains("Remove cy from the group"))
    stage.press(Key(.escape))
    stage.type("/leave")
    stage.press(Key(.enter))
    #expect(stage.text.contains("Leave the group"))
    #expect(stage.press(Key(.enter)).contains(.intent(.leave(Stage.bo))))

    var direct = Stage.conversation()
    direct.type("/kick cy")
    #expect(direct.press(Key(.enter)).isEmpty)
    #expect(direct.text.contains("/kick is for groups"))
  }

  @Test func `words that other programs know do here what the keys do`() {
    var stage = Stage.conversation()
    stage.type("/help")
    stage.press(Key(.enter))
    #expect(stage.text.contains("psst: keys"))
    stage.press(Key(.escape))
    stage.type("/search tram")
    #expect(
      stage.press(Key(.enter)).contains {
        if case .everywhere(.search(let query)) = $0 { query.text == "tram" } else { false }
      })
    #expect(stage.text.contains("tram"))
    stage.press(Key(.escape))
    stage.type("/to cy")
    #expect(stage.press(Key(.enter)).contains(.intent(.open(Stage.cy))))
    stage.type("/to bo r")
    stage.press(Key(.enter))
    #expect(stage.text.contains("Bo Reyes"))
    #expect(stage.press(Key(.enter)).contains(.intent(.open(Stage.bo))))
    stage.type("/quit")
    #expect(stage.press(Key(.enter)).contains(.quit))
  }

  @Test func `an unknown word is asked about before it is sent`() {
    var stage = Stage.conversation()
    stage.type("/jion team@rooms.example.org")
    #expect(Self.sent(stage.press(Key(.enter))).isEmpty)
    #expect(stage.text.contains("There is no command /jion. Send it as a message?"))
    #expect(stage.text.contains("Did you mean /join?"))
    stage.press(Key(.escape))
    #expect(stage.text.contains("/jion team@rooms.example.org"))
    stage.press(Key(.enter))
    #expect(Self.sent(stage.press(Key(.enter))) == ["/jion team@rooms.example.org"])
    #expect(!stage.text.contains("There is no command"))
  }

  @Test(arguments: [
    ("query bo", "to"), ("part", "leave"), ("away", "status"),
    ("exit", "quit"),
  ])
  func `I1 the words of other programs are answered with the ones of this`(
    line: String, meant: String
  ) {
    var stage = Stage.conversation()
    stage.type("/" + line)
    #expect(Self.sent(stage.press(Key(.enter))).isEmpty)
    #expect(stage.text.contains("Did you mean /\(meant)?"))
  }

  @Test func `C3 in a group that I have left nothing is queued, and /join leads back`() {
    var stage = Stage.conversation()
    stage.snapshot.chats[0] = Chat(jid: Stage.bo, kind: .room, name: "team")
    stage.update()
    stage.type("hello")
    #expect(Self.sent(stage.press(Key(.enter))).isEmpty)
    #expect(stage.text.contains("You are not in this group, so nothing was sent."))
    #expect(stage.text.contains("❯ hello"))
    stage.press(.ctrl("c"))
    stage.press(.ctrl("k"))
    stage.type("again")
    #expect(stage.text.contains("▸+ Join the group team again"))
    stage.press(Key(.escape))
    stage.type("/join")
    let join = Intent.join(Stage.bo, nick: nil, password: nil)
    #expect(stage.press(Key(.enter)).contains(.intent(join, of: .first)))
  }

  @Test(arguments: ["/me waves", "/usr/bin/env is a path", "/ alone", "/1 of 2", "a /join in it"])
  func `what only looks like a command is a message`(text: String) {
    var stage = Stage.conversation()
    stage.type(text)
    #expect(Self.sent(stage.press(Key(.enter))) == [text])
  }
}
