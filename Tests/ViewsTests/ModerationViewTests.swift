import Model
import Screen
import Store
import Testing

@testable import Views

/// Moderating a group from its list of people, and from the palette.
@Suite struct ModerationViewTests {
  private static let dad = JID("dad@localhost")!

  /// In the group's chat as its owner, with a participant whose address is told, and one whose is not.
  private static func stage(
    _ affiliation: Room.Affiliation = .owner, _ width: Int = 100, _ height: Int = 30
  ) -> Stage {
    var stage = Stage.conversation(width, height)
    var room = Room(
      jid: Stage.bo, attendance: .joined, nick: "ana", topic: "figures",
      occupants: [
        .init(
          nick: "ana", address: Stage.me,
          role: affiliation == .owner ? .moderator : .participant, affiliation: affiliation),
        .init(nick: "cy", address: Stage.cy, occupantID: "one cy"), .init(nick: "dee"),
      ])
    room.occupants["cy"]?.hats = ["Host\u{1B}[2J"]
    room.people = [
      .init(address: Stage.cy, affiliation: .member), .init(address: dad, affiliation: .outcast),
      .init(address: JID("eve@localhost")!, affiliation: .admin),
    ]
    stage.snapshot[.first].rooms[Stage.bo] = room
    return stage
  }

  private static func use(_ power: RoomPower, on subject: Room.Subject, _ reason: String = "")
    -> Action
  {
    .intent(.moderate(Stage.bo, .use(power, on: subject, reason: reason)))
  }

  @Test func `A1 G6 muting the group stands before muting somebody in it`() throws {
    var stage = Self.stage()
    stage.snapshot.chats[0].kind = .room
    stage.update()
    stage.press(.ctrl("k"))
    stage.type("mute")
    let group = try #require(stage.row(containing: "Mute this group: no alerts"))
    #expect(stage.rows[group].contains("▸"))
    #expect(try #require(stage.row(containing: "Mute: somebody")) > group)
  }

  private static let cy = Room.Subject(nick: "cy", address: Stage.cy, occupantID: "one cy")

  @Test(arguments: [(100, 30), (80, 24), (40, 12)])
  func `G6 an owner chooses what to do with somebody, and is asked for a reason`(
    width: Int, height: Int
  ) {
    var stage = Self.stage(.owner, width, height)
    stage.press(.alt("p"))
    stage.type("cy")
    stage.press(Key(.enter))
    #expect(stage.text.contains("write to") && stage.text.contains("make an admin"))
    while stage.rows.first(where: { $0.contains("kick: remove") })?.contains("▸") != true,
      stage.uptime < 1_000_020
    {
      stage.press(Key(.down))
      stage.uptime += 1
    }
    stage.press(Key(.enter))
    #expect(stage.text.contains("Remove cy from the group"))
    stage.type("enough now")
    #expect(stage.text.contains("Reason: enough now"))
    #expect(stage.press(Key(.enter)).contains(Self.use(.kick, on: Self.cy, "enough now")))
  }

  @Test func `G6 to who may do nothing nothing is offered, and Enter writes`() {
    var stage = Self.stage(.member)
    stage.press(.alt("p"))
    stage.type("cy")
    stage.press(Key(.enter))
    #expect(!stage.text.contains("kick") && !stage.text.contains("make a"))
    #expect(stage.press(Key(.enter)).contains(.intent(.open(Stage.cy))))
  }

  @Test func `G6 those who are not there stand under headings, and who is banned can come back`() {
    var stage = Self.stage()
    #expect(stage.press(.alt("p")).contains(.intent(.moderate(Stage.bo, .listPeople))))
    let order = ["not here now", "eve@localhost", "banned", "dad@localhost"]
    let rows = order.map { word in stage.rows.firstIndex { $0.contains(word) } ?? -1 }
    #expect(rows == rows.sorted() && rows.first ?? -1 > 0, "\(stage.text)")
    // Whoever is there does not stand there twice.
    #expect(!stage.text.contains("○ cy@localhost"))
    // No heading is ever chosen: from the last one there, eve, then dad.
    for _ in 0..<4 { stage.press(Key(.down)) }
    #expect(stage.rows.contains { $0.contains("▸") && $0.contains("dad@localhost") })
    stage.press(Key(.enter))
    for _ in 0..<9 { stage.press(Key(.down)) }
    #expect(stage.rows.contains { $0.contains("▸") && $0.contains("unban") }, "\(stage.text)")
    let subject = Room.Subject(address: Self.dad)
    #expect(stage.press(Key(.enter)).contains(Self.use(.unban, on: subject)))
  }

  @Test func `Z2 G6 what a group calls somebody is shown, and commands no terminal`() {
    var stage = Self.stage()
    stage.press(.alt("p"))
    #expect(stage.rows.contains { $0.contains("● cy") && $0.contains("Host") })
    #expect(!stage.text.unicodeScalars.contains("\u{1B}"))
  }

  @Test func `G6 the palette kicks, and changes the topic`() {
    var stage = Self.stage()
    stage.press(.ctrl("k"))
    stage.type("kick cy")
    stage.press(Key(.enter))
    #expect(stage.text.contains("Remove cy from the group"))
    #expect(stage.press(Key(.enter)).contains(Self.use(.kick, on: Self.cy)))

    stage.press(.ctrl("k"))
    stage.type("topic")
    stage.press(Key(.enter))
    #expect(stage.text.contains("Topic: figures"))
    stage.press(.ctrl("u"))
    stage.type("plots")
    #expect(stage.press(Key(.enter)).contains(.intent(.moderate(Stage.bo, .topic("plots")))))
  }

  @Test func `G6 the palette offers a member nobody to kick`() {
    var stage = Self.stage(.member)
    stage.press(.ctrl("k"))
    stage.type("kick")
    #expect(!stage.text.contains("kick: somebody"))
  }

  @Test func `G6 /topic in the composer asks with what is typed, and is no message`() {
    var stage = Self.stage()
    stage.type("/topic sums and figures")
    #expect(
      !stage.press(Key(.enter)).contains { if case .intent(.send, _) = $0 { true } else { false } })
    #expect(stage.text.contains("sums and figures"))
    #expect(
      stage.press(Key(.enter)).contains(
        .intent(.moderate(Stage.bo, .topic("sums and figures")))))
    #expect(!stage.text.contains("/topic"))
  }

  // MARK: What others said

  /// With a message of Cy's in the group.
  private static func said(_ role: Room.Role = .moderator, deletes: Bool = true) -> Stage {
    var stage = stage()
    stage.snapshot[.first].rooms[Stage.bo]?.occupants["ana"]?.role = role
    stage.snapshot[.first].rooms[Stage.bo]?.deletesMessages = deletes
    var message = Stage.message(6, "buy this")
    message.sender = Stage.bo.with(resource: "cy")!
    stage.snapshot.pane?.messages.append(message)
    stage.update()
    stage.press(Key(.escape))
    return stage
  }

  @Test func `G6 M2 d on what another said asks a moderator, and nobody else`() {
    var stage = Self.said()
    stage.press(.char("d"))
    #expect(stage.text.contains("Delete for everyone?") && stage.text.contains("buy this"))
    #expect(stage.press(Key(.enter)).contains(.intent(.moderate(Stage.bo, .delete(row: 6)))))
    for (role, deletes, words) in [
      (Room.Role.participant, true, "Only a moderator deletes what others said."),
      (.moderator, false, "This group cannot delete what others said."),
    ] {
      var stage = Self.said(role, deletes: deletes)
      stage.press(.char("d"))
      #expect(stage.text.contains(words), "\(stage.text)")
      #expect(!stage.text.contains("Delete for everyone?"))
    }
  }

  @Test(arguments: [
    (Removal(by: "bo", reason: "spam"), "bo deleted a message of cy: spam"),
    (Removal(by: "ana"), "You deleted a message of cy"),
    (Removal(), "A moderator deleted a message of cy"),
  ])
  func `G6 in its place stands who deleted it, whose it was and why`(
    removal: Removal, words: String
  ) {
    var stage = Self.said()
    let last = (stage.snapshot.pane?.messages.count ?? 1) - 1
    stage.snapshot.pane?.messages[last].retract(
      .init(at: Stage.noon, isErased: true, removal: removal))
    stage.update()
    #expect(stage.text.contains(words), "\(stage.text)")
    #expect(!stage.text.contains("buy this"))
  }
}
