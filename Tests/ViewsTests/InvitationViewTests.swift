import Model
import Screen
import Store
import Testing

@testable import Views

/// Invitations to groups in the chat with who invites.
@Suite struct InvitationViewTests {
  private static let team = JID("team@rooms.localhost")!

  private static func invited(
    _ answer: Invitation.Answer = .open, byRoom: Bool = false, mine: DeliveryStatus? = nil
  ) -> Stage {
    var stage = Stage.conversation()
    var message = Stage.message(6, "", mine: mine)
    message.content = .invitation(
      Invitation(room: team, reason: "come", isByRoom: byRoom, answer: answer))
    stage.snapshot.pane?.messages.append(message)
    stage.update()
    return stage
  }

  private static func answer(_ accepts: Bool) -> Action {
    .intent(.answerInvitations(to: team, accepts: accepts))
  }

  @Test func `an invitation says who invites, to which group, and why`() {
    let words = "Bo Reyes invites you to the group team@rooms.localhost: “come”"
    #expect(Self.invited().flowing.contains(words))
    // The name stands there once.
    #expect(!Self.invited().flowing.contains("Bo " + words))
    #expect(Self.invited().text.contains("Enter: accept or decline"))
    let room = "The group team@rooms.localhost says that Bo Reyes invites you: “come”"
    #expect(Self.invited(byRoom: true).flowing.contains(room))
    let mine = "You invite Bo Reyes to the group team@rooms.localhost: “come”"
    #expect(Self.invited(mine: .sent).flowing.contains(mine))
    #expect(!Self.invited(mine: .sent).text.contains("accept or"))
  }

  @Test(arguments: [Invitation.Answer.accepted, .declined])
  func `what was answered says so`(answer: Invitation.Answer) {
    let stage = Self.invited(answer)
    #expect(stage.flowing.contains("“come” (\(answer.rawValue))"))
    #expect(!stage.text.contains("accept or decline"))
  }

  @Test func `who is in the group has accepted`() {
    var stage = Self.invited()
    stage.snapshot[.first].rooms[Self.team] = Room(jid: Self.team, attendance: .joined, nick: "ana")
    stage.snapshot.renew()
    #expect(stage.flowing.contains("“come” (accepted)"))
    #expect(stage.press(Key(.enter)) == [])
  }

  @Test(arguments: [[], [Key(.escape)]])
  func `Enter on it asks, Enter accepts, and d declines`(before: [Key]) {
    for (key, accepts) in [(Key(.enter), true), (.char("d"), false)] {
      var stage = Self.invited()
      before.forEach { stage.press($0) }
      #expect(stage.press(Key(.enter)) == [])
      #expect(stage.text.contains("[d] decline"))
      #expect(stage.press(key).first == Self.answer(accepts))
      #expect(!stage.text.contains("[d] decline"))
    }
    var stage = Self.invited()
    #expect(stage.press(Key(.enter), Key(.escape)) == [])
  }

  @Test func `what was written is sent, and answers nothing`() {
    var stage = Self.invited()
    stage.type("hi")
    stage.press(Key(.enter))
    #expect(!stage.text.contains("[d] decline"))
  }

  @Test(arguments: [("join the group team", true), ("decline the", false)])
  func `the palette answers it too`(query: String, accepts: Bool) {
    var stage = Self.invited()
    stage.press(.ctrl("k"))
    stage.type(query)
    #expect(stage.press(Key(.enter)) == [Self.answer(accepts)])
  }

  @Test func `Z4 those that are too many are offered a few at a time, or declined together`() {
    var stage = Stage.conversation()
    stage.snapshot[.first].invitations = (1...90).map { number in
      let room = JID("room\(number)@evil.example")!
      return FoldedInvitation(Invitation(room: room), by: Stage.bo)
    }
    stage.snapshot.renew()
    #expect(stage.text.contains("90 more invitations: Ctrl-K"))
    let offered = SwitcherTests.titles("", in: stage).filter { $0.hasPrefix("Join the group") }
    #expect(offered.count == 5)
    let found = SwitcherTests.titles("room77", in: stage).filter { $0.contains("room77@evil") }
    #expect(found.count == 2)
    stage.press(.ctrl("k"))
    stage.type("decline all")
    #expect(stage.press(Key(.enter)) == [.intent(.declineFolded)])
  }

  @Test func `the palette invites somebody into the open group`() {
    var stage = Stage.conversation()
    #expect(SwitcherTests.titles("invite", in: stage).allSatisfy { !$0.hasPrefix("invite") })
    stage.snapshot[.first].rooms[Stage.bo] = Room(jid: Stage.bo, attendance: .joined, nick: "ana")
    #expect(
      SwitcherTests.titles("Invite max@x.org", in: stage) == [
        "Invite max@x.org to the group Bo Reyes"
      ])
    stage.press(.ctrl("k"))
    stage.type("inv")
    #expect(stage.press(Key(.enter)) == [])
    stage.type("cy")
    guard case .intent(.invite(let who, to: Stage.bo, _), _)? = stage.press(Key(.enter)).first
    else {
      Issue.record("nobody was invited")
      return
    }
    #expect(who == JID("cy@localhost")!)
  }
}

extension Stage {
  /// What stands right of the list, in one line.
  fileprivate var flowing: String {
    rows.map { $0.split { "│┃".contains($0) }.last ?? "" }.joined(separator: " ")
      .split(separator: " ").joined(separator: " ")
  }
}
