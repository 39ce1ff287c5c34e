/// Something that breaks.
public struct Fault: Sendable {
  public enum Side: Sendable { case device, server, both }

  /// How far the server comes with a message before it crashes.
  public enum Stage: Sendable, CaseIterable {
    case beforeArchive, afterArchive, afterDelivery, afterAcknowledgement
  }

  /// What becomes of a connection whose program was killed.
  public enum Ending: Sendable, CaseIterable {
    /// What was written still arrives, then the end does.
    case drained
    /// What was under way is gone, the other side knows at once.
    case reset
    /// The computer is gone: nothing arrives, nobody is told.
    case silent
  }

  /// What becomes of those who try to connect.
  public enum NewLinks: Sendable, CaseIterable {
    case made, refused, unanswered
    /// They are made, and carry nothing.
    case mute
  }

  /// What goes wrong.
  public enum Kind: Sendable {
    /// Both sides are told.
    case cut(seat: Int)
    /// One side is told; what the other one writes goes nowhere.
    case halfOpen(seat: Int, told: Side)
    /// Packets vanish for so long (ms), towards `side`; then the connection is cut.
    case void(seat: Int, towards: Side, for: Int64)
    /// Packets wait for so long (ms), towards `side`, and nobody is told; then they come.
    case stall(seat: Int, towards: Side, for: Int64, NewLinks)
    /// No connection can be made for so long (ms): refused, or without any answer.
    case noNetwork(seat: Int, for: Int64, refuses: Bool)
    /// The program is killed after so many more effects, and started again after `down` ms.
    case kill(seat: Int, effects: Int, ending: Ending, reboots: Bool, down: Int64)
    /// The server dies at this stage of the next message, or soon, and is back after `down` ms.
    case serverCrash(Stage, down: Int64)
    /// The wall clock is set (ms).
    case clock(seat: Int, by: Int64)
    /// RFC 6120 §4.9.3.
    case streamError(seat: Int, condition: String)
    /// The next acknowledgement is off by so many: backwards, or beyond what was sent. A lie in between
    /// nobody could find out.
    case wrongCount(seat: Int, by: Int)
    /// Sessions without a connection cannot be resumed any more.
    case expiry
    /// A moderator of the room deletes what was said there so many messages before the newest.
    case removedInRoom(back: Int)
    /// Somebody who is no moderator pretends that one did.
    case forgedRemoval(seat: Int, back: Int)
    /// Of the room of the seeds.
    case room(RoomTrouble)
  }

  /// Virtual milliseconds.
  public var time: Int64
  public var kind: Kind

  static func plan(seed: UInt64, until end: Int64) -> [Fault] {
    var random = SeededRandom(seed: seed, stream: 3)
    let count = random.pick([0, 2, 5, 10, 15])
    let faults = (0..<count).map { _ in
      Fault(time: random.within(Scenario.calm...end), kind: kind(&random))
    }
    return faults.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }

  /// Links that carry nothing for a while.
  static func stalls(until end: Int64, _ random: inout SeededRandom) -> [Fault] {
    (0..<3 + random.below(6)).map { _ in
      let time = random.pick([1_000, 3_000, 4_000, 6_000, 12_000, 30_000]) + random.within(0...999)
      let kind = Kind.stall(
        seat: random.below(Cast.seeded.seats.count),
        towards: random.pick([.device, .server, .both, .both]), for: time,
        random.pick([.made, .made] + NewLinks.allCases))
      return Fault(time: random.within(Scenario.calm...end), kind: kind)
    }
  }

  private static func kind(_ random: inout SeededRandom) -> Kind {
    let seat = random.below(Cast.seeded.seats.count)
    let time = random.pick([100, 1_000, 8_000, 30_000]) + random.within(0...500)
    switch random.below(16) {
    case 0...2: return .cut(seat: seat)
    case 3: return .halfOpen(seat: seat, told: random.pick([.device, .server]))
    case 4, 5:
      let side = random.pick([Side.device, .server, .both])
      return .void(seat: seat, towards: side, for: time)
    case 6: return .noNetwork(seat: seat, for: time, refuses: random.chance(70))
    case 7...9:
      return .kill(
        seat: seat, effects: random.below(12), ending: random.pick(Ending.allCases),
        reboots: random.chance(20), down: time)
    case 10...12: return .serverCrash(random.pick(Stage.allCases), down: time)
    case 13: return .clock(seat: seat, by: random.within(-400_000_000...400_000_000))
    case 14: return rare(seat, &random)
    default: return .expiry
    }
  }

  private static func rare(_ seat: Int, _ random: inout SeededRandom) -> Kind {
    guard random.chance(50) else {
      return .wrongCount(seat: seat, by: random.pick([-3, -1, 1000]))
    }
    let conditions = ["system-shutdown", "policy-violation", "reset", "undefined-condition"]
    return .streamError(seat: seat, condition: random.pick(conditions))
  }
}
