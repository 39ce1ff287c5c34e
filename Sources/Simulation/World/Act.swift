public import Model

/// Something a person does at a device; nothing when the program does not run then.
public struct Act: Sendable {
  public enum Kind: Sendable {
    case write(to: String, text: String)
    case sendFile(to: String, caption: String)
    /// Looks at the chat's newest message.
    case look(at: String)
    /// Tries the oldest failed message again.
    case retry
    /// Takes back the newest message that still waits.
    case cancel
    /// Takes back the newest message that failed, or deletes the chat it is in.
    case bury(withChat: Bool)
    /// Changes the newest message that still waits.
    case edit(text: String)
    /// Corrects what may have left, so many messages before the newest.
    case correct(back: Int, text: String)
    /// Deletes for everyone what may have left, so many messages before the newest.
    case retract(back: Int)
    /// Answers what was said in the chat, so many messages before the newest.
    case reply(to: String, back: Int, text: String)
    /// Reacts to what was said in the chat, so many messages before the newest, or takes that back.
    case react(to: String, back: Int, Emoji)
    /// Sends one of those that wait for the user's word, so many before the newest.
    case pick(back: Int)
    case sendAll
    case setPolicy(SendPolicy)
    case draft(to: String, text: String)
    case type(to: String, Bool)
    case focus(Bool)
    case connectNow
    /// Enters the room, where a member of it is not in it, or is called otherwise.
    case enter(nick: String?)
  }

  /// Virtual milliseconds.
  public var time: Int64
  /// Place in ``Cast/seats``.
  public var seat: Int
  public var kind: Kind

  /// A workload of 20 to 60 messages, in bursts and alone, with what people do in between.
  static func plan(seed: UInt64, until end: Int64) -> [Act] {
    var random = SeededRandom(seed: seed, stream: 2)
    var acts: [Act] = []
    let messages = 20 + random.below(41)
    while acts.count < messages {
      let seat = random.below(Cast.seeded.seats.count)
      let to = random.pick(Cast.seeded.peers(of: Cast.seeded.seats[seat].account))
      var time = random.within(Scenario.calm...end)
      for _ in 0..<random.pick([1, 1, 1, 2, 4, 8]) where acts.count < messages {
        let text = text(number: acts.count, &random)
        acts.append(Act(time: time, seat: seat, kind: .write(to: to, text: text)))
        time += random.within(0...400)
      }
    }
    for number in 0..<messages { acts.append(other(number, until: end, &random)) }
    return acts.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
  }

  /// A few messages at once.
  static func burst(
    to account: String, from number: Int, until end: Int64, _ random: inout SeededRandom
  ) -> [Act] {
    let seat = random.below(Cast.seeded.seats.count)
    var time = random.within(Scenario.calm...end)
    return (0..<1 + random.below(4)).map { index in
      time += random.within(0...400)
      let text = text(number: number + index, &random)
      return Act(time: time, seat: seat, kind: .write(to: account, text: text))
    }
  }

  /// Files, and what is said behind them.
  static func files(until end: Int64, _ random: inout SeededRandom) -> [Act] {
    (0..<4 + random.below(5)).flatMap { number in
      let seat = random.below(Cast.seeded.seats.count)
      let to = random.pick(Cast.seeded.peers(of: Cast.seeded.seats[seat].account))
      var time = random.within(Scenario.calm...end)
      let caption = random.chance(50) ? "" : "p\(number)"
      var acts = [Act(time: time, seat: seat, kind: .sendFile(to: to, caption: caption))]
      for index in 0..<random.below(4) {
        time += random.within(0...2_000)
        let isFile = random.chance(30)
        acts.append(
          Act(
            time: time, seat: seat,
            kind: isFile
              ? .sendFile(to: to, caption: "") : .write(to: to, text: "f\(number)-\(index)")))
      }
      if random.chance(40) {
        acts.append(Act(time: time + random.within(5_000...20_000), seat: seat, kind: .retry))
      }
      return acts
    }
  }

  /// What was said is said in other words, some of it several times and from several devices.
  static func corrections(until end: Int64, _ random: inout SeededRandom) -> [Act] {
    (0..<8 + random.below(16)).map { number in
      Act(
        time: random.within(Scenario.calm...end), seat: random.below(Cast.seeded.seats.count),
        kind: .correct(back: random.pick([0, 0, 0, 1, 3]), text: "c\(number)"))
    }
  }

  /// What was said is deleted for everyone, much of it while it is corrected, rather at another device.
  static func retractions(until end: Int64, _ random: inout SeededRandom) -> [Act] {
    let seats = Cast.seeded.seats
    return (0..<6 + random.below(8)).flatMap { number in
      let time = random.within(Scenario.calm...end)
      let seat = random.pick([0, 1, 0, 1, 2, 3])
      let back = random.pick([0, 0, 1, 2])
      let retraction = Act(time: time, seat: seat, kind: .retract(back: back))
      let others = seats.indices.filter { $0 != seat && seats[$0].account == seats[seat].account }
      let corrector = random.pick(others + others + [seat])
      let late = max(Scenario.calm, time + random.within(-2_000...2_000))
      let text = "r\(number)"
      guard random.chance(70) else { return [retraction] }
      return [
        retraction, Act(time: late, seat: corrector, kind: .correct(back: back, text: text)),
      ]
    }
  }

  /// What anybody said is answered.
  static func replies(until end: Int64, _ random: inout SeededRandom) -> [Act] {
    (0..<6 + random.below(12)).map { number in
      let seat = random.below(Cast.seeded.seats.count)
      let to = random.pick(Cast.seeded.peers(of: Cast.seeded.seats[seat].account))
      return Act(
        time: random.within(Scenario.calm...end), seat: seat,
        kind: .reply(to: to, back: random.pick([0, 0, 0, 1, 3]), text: "a\(number)"))
    }
  }

  /// What people react with.
  private static let emoji = Emoji.all(in: ["👍", "❤️", "🎉"])

  /// Somebody reacts to what anybody said, often several times soon after each other, and rather at another device.
  static func reactions(until end: Int64, _ random: inout SeededRandom) -> [Act] {
    (0..<8 + random.below(8)).flatMap { _ in
      let seats = Cast.seeded.seats
      let seat = random.below(seats.count)
      let to = random.pick(Cast.seeded.peers(of: seats[seat].account))
      let back = random.pick([0, 0, 0, 1, 3])
      var time = random.within(Scenario.calm...end)
      return (0..<random.pick([1, 1, 2, 3])).map { _ in
        let same = seats.indices.filter { seats[$0].account == seats[seat].account }
        time += random.within(0...3_000)
        return Act(
          time: min(time, end), seat: random.pick(same),
          kind: .react(to: to, back: back, random.pick(emoji)))
      }
    }
  }

  /// What waits is asked about, and people send some of it, or all; in the end all goes by itself.
  static func reviews(until end: Int64, _ random: inout SeededRandom) -> [Act] {
    let seats = Cast.seeded.seats.indices
    let acts = (0..<12 + random.below(12)).map { _ in
      let kind: Kind = random.chance(25) ? .sendAll : .pick(back: random.pick([0, 0, 1, 2, 3]))
      return Act(
        time: random.within(Scenario.calm...end), seat: random.below(seats.count), kind: kind)
    }
    // Once more, since a disk may refuse.
    return acts
      + seats.flatMap { seat in
        [end, end + 5_000].map { Act(time: $0, seat: seat, kind: .setPolicy(.auto)) }
      }
  }

  /// What people say in the room, and do there besides: now and then somebody wants to be called as another was.
  static func inRoom(until end: Int64, _ random: inout SeededRandom) -> [Act] {
    var acts: [Act] = []
    let messages = 16 + random.below(16)
    while acts.count < messages {
      acts += burst(to: RoomHost.room, from: acts.count, until: end, &random)
    }
    let names = ["ana", "bo", "cy", "dee"]
    let kinds =
      (0..<4).map { _ in Kind.look(at: RoomHost.room) }
      + (0..<random.below(5)).map { _ in .enter(nick: random.pick([nil] + names)) }
    return acts
      + kinds.map { kind in
        Act(
          time: random.within(Scenario.calm...end),
          seat: random.below(Cast.seeded.seats.count), kind: kind)
      }
  }

  /// Some texts are equal: a text is no identity.
  private static func text(number: Int, _ random: inout SeededRandom) -> String {
    switch random.below(10) {
    case 0: "ok"
    case 1: "m\(number) <&>\"' ü 👍🏽 ]]>"
    case 2: "m\(number)\nsecond line " + String(repeating: "long ", count: random.below(60))
    default: "m\(number)"
    }
  }

  private static func other(_ number: Int, until end: Int64, _ random: inout SeededRandom) -> Act {
    let seat = random.below(Cast.seeded.seats.count)
    let chat = random.pick(Cast.seeded.peers(of: Cast.seeded.seats[seat].account))
    let kind: Kind =
      switch random.below(20) {
      case 0...8: .look(at: chat)
      case 9, 10: .retry
      case 11: .cancel
      case 12: .edit(text: "e\(number)")
      case 13: .draft(to: chat, text: "d\(number)")
      case 14, 15: .type(to: chat, true)
      case 16: .type(to: chat, false)
      case 17, 18: .focus(random.chance(50))
      default: .connectNow
      }
    return Act(time: random.within(Scenario.calm...end), seat: seat, kind: kind)
  }
}
