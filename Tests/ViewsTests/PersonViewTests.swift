import Model
import Screen
import Store
import Testing

@testable import Views

/// A person's card (C2).
@Suite struct PersonViewTests {
  private static func open(_ width: Int = 100, _ height: Int = 30) -> Stage {
    var stage = Stage.conversation(width, height)
    stage.press(.ctrl("k"))
    stage.type("about")
    let actions = stage.press(Key(.enter))
    precondition(actions == [.intent(.openCard(Stage.bo))], "the card was expected")
    stage.snapshot[.first].card = PersonCard(
      jid: Stage.bo,
      devices: [
        .init(resource: "phone", presence: .online, program: "Other\u{1B}[2J 1.0"),
        .init(resource: "desk", presence: .away),
      ])
    stage.update()
    return stage
  }

  @Test(arguments: [(100, 30), (80, 24), (60, 16)])
  func `C2 N1 P8 it says who somebody is, where, and on which devices`(width: Int, height: Int) {
    let screen = Self.open(width, height).text
    // Whatever stands between label and value.
    let text = screen.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    for words in [
      "Bo Reyes", "Address bo@localhost", "Presence online",
      "Device phone, online: Other",
      "Device desk, away", "Contact you see each other", "Alerts on",
      "Labels none", "Read receipts on", "Blocked no",
    ] {
      #expect(text.contains(words), "\(words)")
    }
    #expect(
      !text.unicodeScalars.contains("\u{1B}"), "nothing a stranger wrote commands the terminal")
  }

  @Test func `N3 Z2 what they say of themselves stands there, and behind the name of the chat`() {
    var stage = Self.open()
    #expect(!stage.text.contains("Status"))
    stage.snapshot[.first].statuses[Stage.bo] = "at lunch\u{1B}[2J"
    #expect(stage.text.contains("Status"))
    #expect(stage.text.contains("at lunch") && !stage.text.unicodeScalars.contains("\u{1B}"))
    stage.press(Key(.escape))
    #expect(stage.text.contains("at lunch"))
  }

  @Test func `C2 labels are put on in the card, and find people`() {
    var stage = Self.open()
    stage.snapshot[.first].labels[Stage.bo] = ["Work"]
    for _ in 0..<6 { stage.press(Key(.down)) }
    stage.press(Key(.enter))
    #expect(stage.text.contains("Labels: Work"))
    stage.type(", Friends")
    #expect(stage.press(Key(.enter)) == [.intent(.label(Stage.bo, ["Work", " Friends"]))])
    stage.press(Key(.escape))
    stage.press(.alt("n"))
    stage.type("work")
    #expect(stage.text.contains("▸● Bo Reyes"))
  }

  @Test func `P8 their picture is asked for and drawn; else their initials stand there`() {
    var stage = Self.open()
    #expect(stage.text.contains("BR"))
    stage.snapshot[.first].card?.avatar = "abc"
    let request = PictureRequest(
      .avatar("abc", of: .first), columns: Portrait.width, rows: Portrait.height)
    #expect(stage.update() == [.readPicture(request)])
    #expect(stage.update().isEmpty && stage.text.contains("BR"))
    let cells = [Picture.Cell]("▚▚▚▚".unicodeScalars.map { .init($0, .rgb(0xFF), on: nil) })
    stage.snapshot.pictures.put(Picture(width: 2, cells: cells, pixels: (8, 8)), for: request)
    #expect(stage.text.contains("▚▚") && !stage.text.contains("BR"))
  }

  @Test(arguments: [
    ("Bo Reyes", "BR"), ("bo@localhost", "BL"), ("李小龍", "李"), ("\u{1B}[2J", "2"), ("…", ""),
  ])
  func `P8 Z2 initials are letters`(name: String, initials: String) {
    let found = Portrait.initials(of: name)
    #expect(found == initials || name.hasPrefix("\u{1B}") && found.hasPrefix(initials))
  }

  @Test(arguments: [
    ("~/me.png", "~/me.png"), ("'/tmp/my face.png'", "/tmp/my face.png"),
    ("/tmp/my\\ face.png ", "/tmp/my face.png"), ("me.png", "me.png"),
  ])
  func `P8 the palette asks for my picture, by a path as terminals paste it`(
    _ typed: String, _ path: String
  ) {
    var stage = Stage.conversation()
    stage.press(.ctrl("k"))
    stage.type("set my picture")
    stage.press(Key(.enter))
    stage.type(typed)
    #expect(stage.press(Key(.enter)) == [.showPicture(path, of: .first)])
  }

  @Test func `C2 it says when who is gone was last there`() {
    var stage = Self.open()
    var card = PersonCard(jid: Stage.bo)
    card.lastSeen = Timestamp(milliseconds: Stage.noon.milliseconds - 3_600_000)
    stage.snapshot[.first].card = card
    #expect(stage.text.contains("Last seen") && stage.text.contains("Tue 12 May, 13:02"))
  }

  @Test func `P8 my own name stands in the title, and the palette sets it`() {
    var stage = Stage.conversation()
    stage.press(.ctrl("k"))
    stage.type("set my name")
    stage.press(Key(.enter))
    stage.type("Ana Müller")
    #expect(stage.press(Key(.enter)) == [.intent(.setMyName("Ana Müller"))])
    stage.snapshot[.first].ownName = "Ana Müller\u{1B}"
    #expect(stage.text.contains("Ana Müller") && !stage.text.unicodeScalars.contains("\u{1B}"))
  }

  @Test func `N3 the palette and /status set what I say`() {
    var stage = Stage.conversation()
    stage.snapshot[.first].ownStatus = "here"
    stage.press(.ctrl("k"))
    stage.type("set status")
    stage.press(Key(.enter))
    #expect(stage.text.contains("Status: here"))
    stage.press(.ctrl("u"))
    stage.type("there")
    #expect(stage.press(Key(.enter)) == [.intent(.setStatus("there"))])
    stage.type("/status at lunch")
    #expect(stage.press(Key(.enter)).contains(.intent(.setStatus("at lunch"))))
    stage.type("/status")
    #expect(stage.press(Key(.enter)).contains(.intent(.setStatus(""))))
  }

  @Test func `N4 without a connection it says of when that is`() {
    var stage = Self.open()
    stage.snapshot[.first].isPresenceOutdated = true
    #expect(stage.text.contains("online, before the connection was lost"))
  }

  private static let acts: [(Int, Action)] = [
    (1, .copy("bo@localhost")), (5, .intent(.subscription(Stage.bo, .withdraw))),
    (7, .intent(.setAlerts(Stage.bo, .nothing))),
    (8, .intent(.mute(Stage.bo, until: .init(milliseconds: Stage.noon.milliseconds + 3_600_000)))),
    (10, .intent(.hideReading(Stage.bo, true))),
  ]

  @Test(arguments: acts)
  func `C2 Enter on a row does what the last line says`(row: Int, action: Action) {
    var stage = Self.open()
    for _ in 0..<row { stage.press(Key(.down)) }
    #expect(stage.press(Key(.enter)).contains(action))
    #expect(stage.text.contains("Read receipts"), "one stays there")
  }

  @Test func `C2 it renames, and blocks after a question`() {
    var stage = Self.open()
    stage.press(Key(.enter))
    #expect(stage.text.contains("Rename bo@localhost"))
    stage.press(Key(.escape))
    for _ in 0..<20 { stage.press(Key(.down)) }
    stage.press(Key(.enter))
    #expect(stage.text.contains("Block Bo Reyes?"))
    #expect(stage.press(Key(.enter)) == [.intent(.block(Stage.bo))])
    stage.snapshot[.first].blocked.entries = [Stage.bo]
    #expect(stage.press(Key(.enter)) == [.intent(.unblock(Stage.bo))])
    #expect(stage.press(Key(.escape)).contains(.intent(.closeCard)))
  }

  @Test func `C2 Space on a chat of the list, and a click on its header, lead there as well`() {
    var stage = Stage.conversation()
    stage.press(Key(.escape))
    stage.press(Key(.tab))
    stage.type(" ")
    #expect(stage.text.contains("Read receipts"))
    stage.press(Key(.escape))
    #expect(
      stage.send(.mouse(Mouse(.press, at: Point(x: 50, y: 1)))) == [.intent(.openCard(Stage.bo))])
  }
}
