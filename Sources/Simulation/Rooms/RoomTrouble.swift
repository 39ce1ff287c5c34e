/// What goes wrong with the room of the seeds, and on the way to it.
public enum RoomTrouble: Sendable {
  /// Its service loses a device, and tells it or not.
  case lost(seat: Int, isTold: Bool)
  /// A moderator puts somebody out for so long (ms): who is banned does not get in before.
  case putOut(account: String, for: Int64, isBanned: Bool)
  /// Its service is away for so long (ms), and knows afterwards who was there, or not.
  case restart(for: Int64, remembers: Bool)
  /// The way to somebody's server is cut for so long (ms).
  case split(account: String, for: Int64, isKnownHere: Bool, isKnownThere: Bool)
  /// What is written to it next is lost on the way; somebody else may say the same there, under the same id.
  case missesNext(isRepeatedByOther: Bool)
  /// What it tells next of what was said does not come to who said it.
  case losesEcho

  static func plan(until end: Int64, _ random: inout SeededRandom) -> [Fault] {
    let all = (0..<random.pick([0, 1, 2, 4, 7])).map { _ in
      Fault(time: random.within(Scenario.calm...end), kind: .room(drawn(&random)))
    }
    return all + (random.chance(30) ? [lastSplit(until: end, &random)] : [])
  }

  /// Nobody knows of it, and what it loses is often the last that is said.
  private static func lastSplit(until end: Int64, _ random: inout SeededRandom) -> Fault {
    let time = random.within(500...2_500)
    let account = random.pick(Cast.seeded.seats).account
    return Fault(
      time: end - time,
      kind: .room(.split(account: account, for: time, isKnownHere: false, isKnownThere: false)))
  }

  private static func drawn(_ random: inout SeededRandom) -> RoomTrouble {
    let seat = random.below(Cast.seeded.seats.count)
    let account = Cast.seeded.seats[seat].account
    let time = random.pick([100, 1_000, 8_000, 20_000]) + random.within(0...500)
    switch random.below(10) {
    case 0, 1: return .lost(seat: seat, isTold: random.chance(50))
    case 2, 3: return .putOut(account: account, for: time, isBanned: random.chance(50))
    case 4: return .restart(for: time, remembers: random.chance(50))
    case 5, 6:
      return .split(
        account: account, for: time, isKnownHere: random.chance(50),
        isKnownThere: random.chance(50))
    case 7: return .losesEcho
    default: return .missesNext(isRepeatedByOther: random.chance(60))
    }
  }
}

extension World {
  func strike(_ trouble: RoomTrouble) {
    let (rooms, room) = (server.rooms!, server.rooms.talk)
    switch trouble {
    case .lost(let seat, let isTold): room.lose(devices[seat].seat.address, isTold: isTold)
    case .putOut(let account, let time, let isBanned):
      breaks(for: time)
      room.putOut(account, isBanned: isBanned)
      after(time) { [self] in letIn(account) }
    case .restart(let time, let remembers):
      breaks(for: time)
      rooms.leave(for: time, remembers: remembers)
    case .split(let account, let time, let isKnownHere, let isKnownThere):
      breaks(for: time)
      let split = RoomWays.Split(isKnownHere: isKnownHere, isKnownThere: isKnownThere)
      rooms.cut(account, split, for: time)
    case .missesNext(let isRepeatedByOther): room.missesNext = .lost(isRepeated: isRepeatedByOther)
    case .losesEcho: room.missesNext = .echoLost
    }
  }

  /// They may come in again, and do, where they know that they are out.
  private func letIn(_ account: String) {
    server.rooms.talk.forgive(account)
    for device in devices where device.seat.account == account && device.isRunning {
      device.comeBack()
    }
  }
}
