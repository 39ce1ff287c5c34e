/// The way between two servers (RFC 6120, server to server), and the far one.
struct Distance: Sendable {
  static let domain = "far.example"

  /// Milliseconds one way.
  var delay: ClosedRange<Int64> = 5...100
  /// What goes over then is lost, though both servers have acknowledged it.
  var losses: [ClosedRange<Int64>] = []
  /// The far server restarts, and is not found.
  var restarts: [ClosedRange<Int64>] = []
  /// What is said of it then: the error's type and condition.
  var words = (kind: "cancel", condition: "remote-server-not-found")

  /// What breaks between `start` and `end`.
  init(seed: UInt64, from start: Int64, until end: Int64) {
    var random = Oddity.distantServer.numbers(seed: seed)
    _ = random.next()
    delay = random.pick([1...5, 5...100, 100...400])
    for _ in 0..<1 + random.below(3) {
      let time = random.within(start...end)
      let span = time...min(end, time + random.within(1_000...10_000))
      if random.chance(50) { losses.append(span) } else { restarts.append(span) }
    }
    if random.chance(30) {
      words = ("wait", "remote-server-timeout")
    } else if random.chance(30) {
      words = ("cancel", "recipient-unavailable")
    }
  }

  func loses(at time: Int64) -> Bool { losses.contains { $0.contains(time) } }

  func isRestarting(at time: Int64) -> Bool { restarts.contains { $0.contains(time) } }
}

extension Cast {
  /// The same people, one of them at another server.
  static func apart(extras: [String]) -> Cast {
    Cast(
      domain: seeded.domain,
      seats: seeded.seats.map { Seat(account: moved($0.account), resource: "psst-" + $0.resource) },
      extras: extras, epoch: seeded.epoch)
  }

  /// Where somebody is when not all are at one server.
  static func moved(_ account: String) -> String {
    account.hasPrefix("bo@") ? "bo@" + Distance.domain : account
  }
}

extension Act.Kind {
  /// The same with people where they are.
  func moved() -> Act.Kind {
    switch self {
    case .write(let to, let text): .write(to: Cast.moved(to), text: text)
    case .reply(let to, let back, let text): .reply(to: Cast.moved(to), back: back, text: text)
    case .look(let chat): .look(at: Cast.moved(chat))
    case .draft(let to, let text): .draft(to: Cast.moved(to), text: text)
    case .type(let to, let isTyping): .type(to: Cast.moved(to), isTyping)
    default: self
    }
  }
}
