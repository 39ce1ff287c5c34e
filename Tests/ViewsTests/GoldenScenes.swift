import Model
import Screen
import Store

@testable import Views

/// The states whose whole screens are compared as text.
enum GoldenScenes {
  static func conversation(_ width: Int, _ height: Int) -> Stage {
    .conversation(width, height)
  }

  /// Misspelt words, and what may be meant by one.
  static func spelling(_ width: Int, _ height: Int) -> Stage {
    var stage = SpellingTests.stage(width, height)
    SpellingTests.type("helo wrld, I wrote ", on: &stage)
    stage.press(.alt(";"))
    return stage
  }

  /// Offline with a queue, a failed message, somebody typing before the link went.
  static func offline(_ width: Int, _ height: Int) -> Stage {
    var stage = Stage.conversation(width, height)
    stage.snapshot[.first].connection = .offline(reason: "no route", nextTry: nil)
    stage.snapshot[.first].isPresenceOutdated = true
    stage.snapshot[.first].outbox = OutboxCounts(queued: 2, failed: 1)
    stage.snapshot.chats[0].waiting = 2
    stage.snapshot.pane?.messages += [
      Stage.message(6, "are you there?", mine: .queued),
      Stage.message(
        7, "this one has a text that does not fit in one row of the pane, so it goes on below",
        mine: .queued),
      Stage.message(8, "hi", mine: .failed, failure: "recipient's server does not answer"),
    ]
    stage.update()
    stage.wait(100)
    stage.send(.paste("first line\nsecond line"))
    return stage
  }

  /// Nothing but oneself on the private server, and the question before quitting.
  static func quitting(_ width: Int, _ height: Int) -> Stage {
    var stage = Stage(width, height, isPrivate: true)
    stage.snapshot.chats = [Chat(jid: Stage.me, kind: .notes, name: "Notes", waiting: 1)]
    stage.openPane([], chat: Stage.me.chat)
    stage.snapshot[.first].outbox.queued = 1
    stage.update()
    stage.press(.ctrl("c"))
    return stage
  }

  /// The question after connecting, over the conversation (O5).
  static func asking(_ width: Int, _ height: Int) -> Stage {
    ToastTests.asking(width, height)
  }

  /// The offline queue with one failed and one marked, the second selected (O6).
  static func queue(_ width: Int, _ height: Int) -> Stage {
    var stage = QueueReviewTests.grouped(width, height)
    stage.press(.char(" "))
    return stage
  }

  /// A choice is selected.
  static func settings(_ width: Int, _ height: Int) -> Stage {
    var stage = SettingsScreenTests.stage(width, height)
    stage.press(.char("j"))
    return stage
  }

  /// The life of a message.
  static func life(_ width: Int, _ height: Int) -> Stage {
    MessageInfoTests.told(width, height)
  }

  /// What is marked in texts, and what somebody does: the marks stay (M5).
  static func reply(_ width: Int, _ height: Int) -> Stage {
    var stage = AnswerTests.answered(
      AnswerTests.stored("can you resend the spec?"), mine: .read, width, height)
    var foreign = Stage.message(7, "and where is the picture that belongs to it?")
    foreign.originID = OriginID("bo-7")
    foreign.replyTo = ReplyTarget(id: "gone", author: Stage.me, quote: "all is there")
    stage.snapshot.pane?.messages.append(foreign)
    stage.update()
    stage.interface.navigation.attend(to: .messages)
    stage.press(.char("G"), .char("r"))
    stage.type("in the same place")
    return stage
  }

  static func styling(_ width: Int, _ height: Int) -> Stage {
    var stage = Stage.conversation(width, height)
    let texts =
      StylingTests.texts + ["/me waves", "*this one* goes on in the _rows below_, and ends"]
    stage.openPane(texts.enumerated().map { Stage.message(Int64($0) + 1, $1) })
    stage.update()
    return stage
  }

  /// Deleted by both, a deletion that waits, goes and has failed, and the question before one (M2).
  static func deleted(_ width: Int, _ height: Int) -> Stage {
    var stage = Stage.conversation(width, height)
    func message(_ id: Int64, mine: Bool = true, _ status: DeliveryStatus?, text: String = "")
      -> Message
    {
      var message = Stage.message(id, text, mine: mine ? .read : nil)
      message.retract(
        .init(
          at: Stage.noon,
          pending: status.flatMap {
            .init(
              originID: OriginID("d\(id)"), status: $0, failure: $0 == .failed ? "not allowed" : nil
            )
          }, isErased: status == nil))
      return message
    }
    stage.openPane([
      Stage.message(1, "hello"), message(2, mine: false, nil), message(3, nil),
      message(4, .queued), message(5, .sending),
      message(6, .failed, text: "this one could not be deleted"),
      Stage.message(7, "the last one", mine: .read),
    ])
    stage.update()
    // Where there is room for one pane Esc leads to the list.
    if width >= 72 { stage.press(Key(.escape), .char("d")) }
    return stage
  }

  /// A small group in which people came and went, and some have read what I wrote (D4, G4).
  static func group(_ width: Int, _ height: Int) -> Stage {
    var stage = GroupEventTests.stage(width, height, events: "+Cy -Dee xMax =Bo>Bobby")
    stage.snapshot[.first].rooms[Stage.bo]?.occupants = Occupants(
      ["ana", "Bobby", "Cy", "Eve"].map { Room.Occupant(nick: $0) })
    stage.update()
    return stage
  }

  /// Reactions of both, one that waits and one that is taken back, and the emoji to choose from (M4).
  static func reactions(_ width: Int, _ height: Int) -> Stage {
    var stage = Stage.conversation(width, height)
    func message(
      _ id: Int64, _ text: String, mine: DeliveryStatus? = nil, _ reactions: Message.Reaction...
    ) -> Message {
      var message = Stage.message(id, text, mine: mine)
      message.reactions = reactions
      return message
    }
    stage.openPane([
      message(
        1, "are we on for 6?", ReactionTests.said("👍", "❤️"),
        ReactionTests.said("👍", mine: true)),
      message(2, "see you there", mine: .read, ReactionTests.said("🎉")),
      message(3, "bring the figures", ReactionTests.said("👀", mine: true, by: .queued)),
      message(4, "thx", ReactionTests.said(mine: true, by: .sending)),
      message(5, "all of them", ReactionTests.said("🔥", mine: true, by: .failed)),
    ])
    stage.update()
    // Where there is room for one pane Esc leads to the list.
    if width >= 72 { stage.press(Key(.escape), .char("+")) }
    return stage
  }
}
