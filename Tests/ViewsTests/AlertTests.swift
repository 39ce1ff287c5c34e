import Model
import Screen
import Store
import Testing

@testable import Views

@Suite struct AlertTests {
  /// Bo's chat is open, and somebody sits there.
  static func stage() -> Stage {
    var stage = Stage.conversation(100, 20)
    stage.send(.focus(true))
    return stage
  }

  static func arrive(_ text: String, from chat: JID, at stage: inout Stage) -> [String] {
    stage.told += 1
    stage.events.append(.arrived(Stage.message(100 + stage.told, text, chat: chat)))
    return told(stage.update())
  }

  /// What was told outside of the screen.
  static func told(_ actions: [Action]) -> [String] {
    actions.compactMap {
      if case .alert(_, let title, let text) = $0 { "\(title): \(text)" } else { nil }
    }
  }

  @Test
  func `A1 a message elsewhere is told of above the composer, and a key or a click leads there`() {
    var stage = Self.stage()
    let text = "are we still on for six o'clock, or shall we make it seven?"
    #expect(Self.arrive(text, from: Stage.cy, at: &stage).isEmpty)
    let told = stage.rows(of: stage.layout.notice)
    #expect(
      told == [" Cy: are we still on for six o'clock, or shall we make …", " [Alt-A] go there"])
    #expect(stage.interface.nextWake == stage.uptime + 5_000)
    #expect(stage.layout.notice.maxY == stage.layout.edge.y)
    var clicked = stage
    let row = stage.layout.notice
    #expect(
      clicked.send(.mouse(Mouse(.press, at: Point(x: row.x + 5, y: row.y))))
        .contains(.intent(.open(Stage.cy))))
    #expect(stage.press(.alt("a")).contains(.intent(.open(Stage.cy))))
    #expect(!stage.toldRow.contains("Cy:"))
  }

  @Test(arguments: [(140, 1), (100, 2), (80, 2), (60, 2), (40, 2)])
  func `A1 fifty characters are shown, in a second row where one is too short`(
    width: Int, rows: Int
  ) {
    var stage = Stage.conversation(width, 20)
    stage.send(.focus(true))
    let text = "1234567 1 234567 2 234567 3 234567 4 234567 5 234567890"
    _ = Self.arrive(text, from: Stage.cy, at: &stage)
    let told = stage.rows(of: stage.layout.notice)
    #expect(told.count == rows)
    let words = told.joined().filter { $0 != " " }
    #expect(words == "Cy:\(text.prefix(50).filter { $0 != " " })…[Alt-A]gothere")
    let area = stage.layout.notice
    for row in area.y..<area.maxY {
      var clicked = stage
      let actions = clicked.send(.mouse(Mouse(.press, at: Point(x: area.x + 1, y: row))))
      #expect(actions.contains(.intent(.open(Stage.cy))))
    }
  }

  @Test func `A1 C5 what another device has read is not told of any longer`() throws {
    var stage = Self.stage()
    let place = try #require(stage.snapshot.chats.firstIndex { $0.jid == Stage.cy })
    for count in 1...3 {
      stage.snapshot.chats[place].unread = count
      _ = Self.arrive("m\(count)", from: Stage.cy, at: &stage)
    }
    #expect(stage.toldRow.contains("Cy: 3 messages"))
    stage.snapshot.chats[place].unread = 1
    stage.update()
    #expect(stage.toldRow.contains("Cy: m3"))
    stage.snapshot.chats[place].unread = 0
    stage.update()
    #expect(!stage.toldRow.contains("Cy"))
  }

  @Test func `A1 the key leads there from the queue, the search and the switcher as well`() {
    for key in [Key.alt("q"), .alt("g"), .ctrl("k")] {
      var stage = Self.stage()
      stage.press(key)
      _ = Self.arrive("hello", from: Stage.cy, at: &stage)
      #expect(stage.toldRow.contains("Cy: hello"))
      #expect(stage.press(.alt("a")).contains(.intent(.open(Stage.cy))))
      #expect(stage.interface.overlays.isEmpty && stage.interface.navigation.focus == .composer)
    }
  }

  @Test func `A1 it goes by itself, and takes nothing from the hints`() {
    var stage = Self.stage()
    let hints = stage.rows.last
    _ = Self.arrive("hello", from: Stage.cy, at: &stage)
    stage.wait(4_999)
    #expect(stage.toldRow.contains("Cy: hello"))
    #expect(stage.rows.last == hints)
    stage.wait(1)
    #expect(stage.toldRow.isEmpty && !stage.text.contains("Cy: hello"))
    #expect(stage.rows.last == hints)
  }

  @Test func `A1 the chat in front is not told of, the same behind the queue is`() {
    var stage = Self.stage()
    #expect(Self.arrive("hello", from: Stage.bo, at: &stage).isEmpty)
    #expect(!stage.toldRow.contains("hello"))
    stage.press(Key(.function(1)))
    _ = Self.arrive("are you there?", from: Stage.bo, at: &stage)
    #expect(stage.toldRow.contains("are you there?"))
    stage.press(Key(.escape))
    #expect(!stage.toldRow.contains("are you there?"), "it is looked at now")
  }

  @Test func `A2 X3 in the background it is told outside, on return it is not told again`() {
    var stage = Self.stage()
    stage.send(.focus(false))
    #expect(Self.arrive("hello", from: Stage.bo, at: &stage) == ["Bo Reyes: hello"])
    #expect(stage.toldRow.contains("Bo Reyes: hello"))
    #expect(Self.told(stage.send(.focus(true))).isEmpty)
    #expect(!stage.toldRow.contains("hello"))
  }

  @Test func `A2 a burst is summed up`() {
    var stage = Self.stage()
    stage.send(.focus(false))
    #expect(Self.arrive("1", from: Stage.bo, at: &stage) == ["Bo Reyes: 1"])
    #expect(Self.arrive("2", from: Stage.bo, at: &stage).isEmpty)
    #expect(stage.toldRow.hasPrefix(" Bo Reyes: 2 messages "))
    for number in 3...12 {
      let chat = [Stage.bo, Stage.cy, JID("dad@localhost")!][number % 3]
      #expect(Self.arrive("\(number)", from: chat, at: &stage).isEmpty)
    }
    #expect(stage.toldRow.hasPrefix(" 12 messages from 3 chats "))
    #expect(stage.interface.nextWake == stage.uptime + 5_000)
    #expect(Self.told(stage.wait(5_000)) == ["psst: 11 messages from 3 chats"])
    #expect(Self.told(stage.wait(60_000)).isEmpty)
  }

  @Test func `A1 a muted chat and do not disturb are quiet`() {
    var stage = Self.stage()
    stage.send(.focus(false))
    stage.snapshot.chats[0].alerts = .nothing
    #expect(Self.arrive("hello", from: Stage.bo, at: &stage).isEmpty)
    #expect(stage.row(containing: "muted") == 1)
    stage.press(.alt("m"))
    #expect(stage.toldRow.contains("Do not disturb is on"))
    #expect(Self.arrive("hello", from: Stage.cy, at: &stage).isEmpty)
    stage.press(.alt("m"))
    stage.send(.focus(false))
    #expect(Self.arrive("again", from: Stage.cy, at: &stage) == ["Cy: again"])
  }

  @Test func `A1 D2 the switches of a chat are keys of the list and of the messages`() {
    var stage = Self.stage()
    stage.press(Key(.escape))
    #expect(stage.press(.char("m")).contains(.intent(.setAlerts(Stage.bo, .nothing))))
    #expect(stage.press(.char("M")).contains(.intent(.hideReading(Stage.bo, true))))
    stage.snapshot.chats[0].alerts = .nothing
    #expect(stage.press(.char("m")).contains(.intent(.setAlerts(Stage.bo, .all))))
    stage.press(Key(.tab), .char("j"))
    #expect(stage.press(.char("m")).contains(.intent(.setAlerts(Stage.cy, .nothing))))
  }

  @Test func `A1 a chat is muted for an hour by name, and says until when, until that is over`() {
    var stage = Self.stage()
    stage.press(.ctrl("k"))
    stage.type("mute this chat for")
    #expect(stage.text.contains("Mute this chat for an hour"))
    let end = Timestamp(milliseconds: Stage.noon.milliseconds + 3_600_000)
    #expect(stage.press(Key(.enter)).contains(.intent(.mute(Stage.bo, until: end))))
    #expect(stage.toldRow.contains("Bo Reyes is muted until 15:02."))
    stage.snapshot.chats[0].mutedUntil = end
    stage.send(.focus(false))
    #expect(Self.arrive("hello", from: Stage.bo, at: &stage).isEmpty)
    #expect(stage.rows[1].contains("muted until 15:02"))
    #expect(stage.rows(of: stage.layout.list)[0].contains("muted"))
    stage.wait(5_000)
    #expect(stage.nextMotion == nil, "nobody is woken for its end")
    stage.wait(3_595_000)
    #expect(!stage.text.contains("muted"))
    #expect(Self.arrive("hello", from: Stage.bo, at: &stage) == ["Bo Reyes: hello"])
  }

  @Test(arguments: [("/mute tomorrow", "until tomorrow 08:00"), ("/mute 1h", "until 15:02")])
  func `A1 it is typed with a time, and the key unmutes`(line: String, words: String) {
    var stage = Self.stage()
    stage.type("/mute soon")
    stage.press(Key(.enter))
    #expect(stage.text.contains("/mute takes a time, or none"))
    stage.press(.ctrl("u"))
    stage.type(line)
    let actions = stage.press(Key(.enter))
    let ends = actions.compactMap {
      if case .intent(.mute(Stage.bo, let end), _) = $0 { end } else { nil }
    }
    #expect(ends.count == 1 && stage.toldRow.contains("Bo Reyes is muted \(words)."))
    stage.snapshot.chats[0].mutedUntil = ends.first
    stage.press(Key(.escape))
    #expect(stage.press(.char("m")).contains(.intent(.setAlerts(Stage.bo, .all))))
  }

  /// The chat with Bo is a group.
  private static func group(_ alerts: Chat.Alerts? = nil) -> Stage {
    var stage = stage()
    stage.snapshot.chats[0] = Chat(jid: Stage.bo, kind: .room, name: "team", alerts: alerts)
    stage.snapshot[.first].rooms[Stage.bo] = Room(jid: Stage.bo, attendance: .joined, nick: "ana")
    stage.update()
    return stage
  }

  @Test(arguments: [
    (Chat.Alerts?.none, Chat.Alerts.nothing, "team is muted.", "0 online"),
    (.nothing, .all, "Alerts for team: all messages.", "0 online, muted"),
    (.all, .mentions, "Alerts for team: mentions and replies.", "0 online, all alerts"),
  ])
  func `A1 in a group one key leads from mentions to none, all, and mentions again`(
    alerts: Chat.Alerts?, next: Chat.Alerts, notice: String, header: String
  ) {
    var stage = Self.group(alerts)
    #expect(stage.rows[1].hasSuffix(header))
    stage.press(Key(.escape))
    #expect(stage.press(.char("m")).contains(.intent(.setAlerts(Stage.bo, next))))
    #expect(stage.toldRow.contains(notice))
  }

  @Test func `A1 what a group tells can be chosen by name, and what is so now is marked`() {
    var stage = Self.group()
    stage.press(.ctrl("k"))
    stage.type("alerts")
    let rows = stage.rows.filter { $0.lowercased().contains("alerts") && $0.contains("this group") }
    #expect(rows.count == 3 && rows[1].contains("mentions and replies") && rows[1].contains("now"))
    stage.press(Key(.down), Key(.down))
    #expect(stage.press(Key(.enter)).contains(.intent(.setAlerts(Stage.bo, .nothing))))
    #expect(stage.toldRow.contains("team is muted"))
    var other = Self.stage()
    other.press(.ctrl("k"))
    other.type("mute")
    #expect(other.press(Key(.enter)).contains(.intent(.setAlerts(Stage.bo, .nothing))))
  }

  @Test func `A1 a group that is muted for a time tells afterwards what it told before`() {
    var stage = Self.group()
    stage.snapshot.chats[0].mutedUntil = Timestamp(milliseconds: Stage.noon.milliseconds + 60_000)
    stage.update()
    #expect(stage.rows[1].hasSuffix("0 online, muted until 14:03"))
    stage.press(Key(.escape))
    #expect(stage.press(.char("m")).contains(.intent(.setAlerts(Stage.bo, .mentions))))
  }

  @Test(arguments: [100, 72, 50])
  func `A1 the list says how much of a group is for me`(width: Int) {
    var stage = Stage.conversation(width, 20)
    stage.snapshot.chats[1] = Chat(
      jid: Stage.cy, kind: .room, name: "a team of many people",
      last: Stage.message(1, "hi", chat: Stage.cy), unread: 12, mentions: 3)
    if width < 72 { stage.press(Key(.escape)) }
    stage.update()
    #expect(stage.row(containing: " @3 12 ") == 2, "\(stage.text)")
    stage.snapshot.chats[1].mentions = 0
    #expect(!stage.text.contains("@3"))
  }

  @Test func `A1 in a list of no room the mentions are said before all else`() {
    var stage = Stage.conversation(72, 20)
    stage.snapshot.chats[1] = Chat(
      jid: Stage.cy, kind: .room, name: "a team of many people", unread: 1_200, mentions: 30,
      waiting: 12, failed: 10)
    #expect(stage.row(containing: " @30 ") == 2, "\(stage.text)")
  }

  @Test func `A1 of a group it is told who says it`() {
    var stage = Self.group(.all)
    stage.send(.focus(false))
    var message = Stage.message(100, "hello")
    message.sender = Stage.bo.with(resource: "cy")!
    stage.events.append(.arrived(message))
    #expect(Self.told(stage.update()) == ["team: cy: hello"])
  }

  @Test func `Z2 a hostile sender commands nothing`() {
    var stage = Self.stage()
    _ = Self.arrive("\u{1B}]0;owned\u{7}\nsecond line", from: Stage.cy, at: &stage)
    #expect(!stage.text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    #expect(!stage.text.contains("second line"))
  }
}
