import Model
import Screen
import Store
import Testing

@testable import Views

/// Who comes to a group and goes, and who has read there, as it is shown.
@Suite struct GroupEventTests {
  /// `+bo`, `-bo`, `bo>bobby`, `x bo`
  private static func events(_ words: String, after row: Int64? = 4) -> [RoomEvent] {
    words.split(separator: " ").enumerated().map { number, word in
      let nick = String(word.dropFirst().prefix { $0 != ">" })
      let kind: RoomEvent.Kind =
        switch word.first {
        case "+": .joined
        case "-": .left
        case "x": .removed(by: "Ana", reason: "spam")
        default: .renamed(to: String(word.drop { $0 != ">" }.dropFirst()))
        }
      return RoomEvent(number: number + 1, after: row, person: nick, nick: nick, kind: kind)
    }
  }

  @Test(arguments: [
    ("+Bo", "Bo joined"), ("+Bo +Cy", "Bo and Cy joined"),
    ("+Bo +Cy +Dee +Eve", "Bo and 3 others joined"), ("-Cy", "Cy left"),
    ("+Bo -Cy", "Bo joined, Cy left"), ("-Cy +Bo -Dee", "Cy and Dee left, Bo joined"),
    ("-Bo +Bo", ""), ("+Bo -Bo", ""), ("+Bo -Bo +Bo", "Bo joined"), ("-Bo +Bo -Bo", "Bo left"),
    ("=Bo>Bobby", "Bo is now Bobby"), ("=Bo>B =B>Bo", ""), ("=Bo>B =B>C", "Bo is now C"),
    ("+Bo =Bo>B", "B joined"), ("=Bo>B -B", "B left"), ("-Bo +Bo +Cy", "Cy joined"),
    ("xMax", "Max was removed by Ana (spam)"), ("+Max xMax", "Max was removed by Ana (spam)"),
    ("+Bo xMax", "Bo joined, Max was removed by Ana (spam)"),
  ])
  func `G4 what was between two messages is one line of what it came to`(
    events: String, words: String
  ) {
    #expect(FoldedEvents.words(Self.events(events)) == words)
  }

  /// The chat with Bo as if it were a group.
  static func stage(
    _ width: Int = 100, _ height: Int = 30, showsJoins: Bool = true, events: String = "+Cy -Dee"
  ) -> Stage {
    var stage = Stage.conversation(width, height)
    stage.snapshot.chats[0].kind = .room
    var room = Room(jid: Stage.bo, attendance: .joined, nick: "ana")
    room.events = Self.events("+Eve +Fay +Gil +Hal", after: 2) + Self.events(events, after: 5)
    room.reading = ReadCount(originID: OriginID("origin-5"), readers: 3, all: 5)
    stage.snapshot[.first].rooms[Stage.bo] = room
    if !showsJoins { stage.hideJoins() }
    stage.update()
    return stage
  }

  @Test(arguments: [(100, 30), (80, 24), (40, 12)])
  func `G4 it stands in one dim line below the message that it came after`(
    width: Int, height: Int
  ) throws {
    let stage = Self.stage(width, height)
    let row = try #require(stage.row(containing: "Cy joined, Dee left"))
    #expect(stage.rows[row - 1].contains("┃ v2 attached") && !stage.rows[row].contains("┃"))
    if height > 12 {
      let earlier = try #require(stage.row(containing: "Eve and 3 others joined"))
      #expect(stage.rows[earlier - 1].contains("can you resend the spec?"))
    }
  }

  @Test func `G4 what comes while one reads further up moves nothing`() {
    var stage = Self.stage(events: "")
    stage.openPane((1...60).map { Stage.message($0, "line \($0)") })
    stage.update()
    stage.press(Key(.pageUp))
    let before = stage.rows.filter { $0.contains("line") }
    stage.snapshot[.first].rooms[Stage.bo]?.events = Self.events("+Cy", after: 60)
    stage.update()
    #expect(stage.rows.filter { $0.contains("line") } == before)
    for _ in 1...3 { stage.press(Key(.pageDown)) }
    #expect(stage.text.contains("Cy joined"))
  }

  @Test func `G4 who comes before the first message is seen, and stays above it`() throws {
    var stage = Self.stage(events: "")
    stage.snapshot[.first].rooms[Stage.bo]?.events = Self.events("+Bo +Cy", after: nil)
    stage.openPane([])
    stage.update()
    #expect(stage.text.contains("No messages yet") && stage.text.contains("Bo and Cy joined"))
    stage.openPane([Stage.message(1, "first"), Stage.message(2, "second")])
    stage.update()
    let row = try #require(stage.row(containing: "Bo and Cy joined"))
    #expect(stage.rows[row + 1].contains("first"))
    stage.openPane([Stage.message(2, "second")], isStart: false)
    stage.update()
    #expect(!stage.text.contains("joined"))
  }

  @Test func `G4 nobody can write a line that looks so`() throws {
    var stage = Self.stage(events: "+Cy")
    stage.openPane([
      Stage.message(4, "hi\nCy joined"), Stage.message(5, "v2 attached", mine: .sent),
    ])
    stage.update()
    let rows = stage.rows(of: stage.layout.messages).filter { $0.hasSuffix("Cy joined") }
    #expect(rows.count == 2)
    // What somebody wrote has the bar before it.
    #expect(rows.map { $0.contains("┃ Cy joined") } == [true, false])
  }

  @Test func `G4 where the user wants it nothing of it is shown`() {
    #expect(!Self.stage(showsJoins: false).text.contains("joined"))
  }

  @Test func `Z2 a name and a reason command no terminal`() {
    let event = RoomEvent(
      number: 1, after: 1, person: "x", nick: "a\u{1B}[2J",
      kind: .removed(by: "b\u{7}", reason: "c\nd"))
    let line = FoldedEvents([event])[1]
    #expect(line?.text.unicodeScalars.allSatisfy { $0.value >= 0x20 } == true)
  }

  @Test(arguments: [
    (DeliveryStatus.sent, 0, 5, "✓ sent"), (.sent, 3, 5, "✓ read by 3 of 5"),
    (.read, 5, 5, "✓✓ read by all"), (.read, 1, 1, "✓✓ read"), (.read, 3, 4, "✓✓ read by 3 of 4"),
  ])
  func `D4 the newest of mine says how many have read it`(
    status: DeliveryStatus, readers: Int, all: Int, badge: String
  ) throws {
    var stage = Self.stage()
    stage.snapshot.pane?.messages[4].status = status
    stage.snapshot[.first].rooms[Stage.bo]?.reading = ReadCount(
      originID: OriginID("origin-5"), readers: readers, all: all)
    stage.update()
    let row = try #require(stage.rows.last { $0.contains("v2 attached") })
    #expect(row.hasSuffix(badge))
    // The older ones have their ticks alone.
    #expect(stage.rows[try #require(stage.row(containing: "sending now"))].hasSuffix("  ✓✓"))
  }

  @Test func `D4 where there is no room for words the numbers stand there`() throws {
    var stage = Self.stage(40, 12)
    stage.snapshot.pane?.messages[4] = Stage.message(5, "these are twenty-seven long", mine: .sent)
    stage.update()
    #expect(stage.text.contains("✓ 3/5"), "\(stage.text)")
  }

  @Test func `D4 D5 the info names who has read it and who has not, without a time`() throws {
    var stage = Self.stage()
    stage.press(Key(.escape), .char(" "))
    let readers = [
      RoomReader(nick: "Cy", hasRead: false),
      RoomReader(nick: "bo", address: Stage.bo, hasRead: true),
    ]
    stage.snapshot.life = MessageLife(
      message: Stage.message(5, "v2 attached", mine: .sent), events: [], readers: readers)
    stage.snapshot.infoOf = SentMessageID(OriginID("origin-5"), of: .first)
    stage.update()
    let row = try #require(stage.row(containing: "Read by 1 of 2"))
    #expect(stage.rows[row + 1] == " ✓✓  bo  bo@localhost")
    #expect(stage.rows[row + 2] == " ✓   Cy  not yet")
  }
}

extension Stage {
  /// As where the user wants to see nobody come and go.
  fileprivate mutating func hideJoins() {
    interface = Interface(theme: .plain, preferences: Preferences(showsJoins: false))
    _ = interface.handle(.resize(size), snapshot: snapshot, now: now)
  }
}
