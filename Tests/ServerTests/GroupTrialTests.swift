import Foundation
import Harness
import Scratch
import Testing

extension ServerTrials {
  /// Three in a group, each writes, and something breaks at a moment that nobody chose. `PSST_TRIALS`: how often each
  /// thing breaks.
  @Suite struct GroupTrialTests {
    static let count = ServerTrials.trials ?? 1

    /// Of a server that is killed nobody has what it had told some: nothing keeps it.
    @Test(
      arguments: [GroupHost.bare, .renaming, .nameless],
      [TrialTests.Breakage.programKilled, .reset, .silence])
    func `O9 T1 G3 G8 without an archive three in a group have each message once and in one order`(
      host: GroupHost, breakage: TrialTests.Breakage
    ) throws {
      let world = try GroupWorld(host)
      defer { world.close() }
      let people = try world.people(["ana", "bo", "cy"])
      let group = try Gathering(people, in: world.room, breakage) { try world.restart() }
      try group.run(breakage == .silence ? max(1, Self.count / 4) : Self.count)
      try group.check()
    }

    @Test(arguments: GroupHost.allCases, TrialTests.Breakage.allCases)
    func `O9 O14 T1 G3 whatever breaks, three in a group have each message once and in one order`(
      host: GroupHost, breakage: TrialTests.Breakage
    ) throws {
      let world = try GroupWorld(host)
      defer { world.close() }
      let people = try world.people(["ana", "bo", "cy"])
      let group = try Gathering(people, in: world.room, breakage) { try world.restart() }
      try group.run(breakage == .silence ? max(1, Self.count / 4) : Self.count)
      try group.check()
    }
  }
}

/// Who is in one group, and what they say there.
private final class Gathering {
  private let room: String
  private let people: [Correspondent]
  private let breakage: ServerTrials.TrialTests.Breakage
  private let killServer: () throws -> Void
  private let wire: CutProxy
  private(set) var said: [String] = []
  private var random = SeededGenerator(seed: 11)

  /// - Parameter people: the first is the one whose program and wire break.
  init(
    _ people: [Correspondent], in room: String, _ breakage: ServerTrials.TrialTests.Breakage,
    killingServer killServer: @escaping () throws -> Void
  ) throws {
    guard let wire = people[0].wire else { preconditionFailure("the first one's wire is held") }
    (self.people, self.room, self.breakage, self.wire) = (people, room, breakage, wire)
    self.killServer = killServer
    for person in people {
      person.say(["/join \(room)"])
      person.talk(to: room)
      try person.program.waitUntil("\(person.name) in the group", bound: 30) {
        $0.outputText.contains(" as \(person.name)")
      }
    }
  }

  func run(_ count: Int) throws {
    for trial in 1...count { try run(trial: trial) }
  }

  private func run(trial: Int) throws {
    let moment = wire.forwarded + Int.random(in: 0..<12_000, using: &random)
    for person in people {
      let texts = (1...5).map { "t\(trial)-\(person.name)-\($0)" }
      said += texts
      person.say(texts)
    }
    _ = Pump.wait(bound: 1) { wire.forwarded >= moment }
    try breakIt()
    if breakage == .silence {
      // Who only listens learns of it with the next ping after silence.
      said.append("t\(trial)-ana-6")
      people[0].say(["t\(trial)-ana-6"])
    }
    for person in people {
      do {
        try person.program.waitUntil("trial \(trial) at \(person.name)", bound: 90) { _ in
          try rows(of: person).count >= said.count
        }
      } catch {
        let missing = try Set(said).subtracting(rows(of: person)).sorted()
        throw Unmet("\(error)\nwithout \(missing):\n\(log(of: missing.first ?? "-"))")
      }
    }
  }

  /// What the programs say of a text, and of whether they are in the group.
  private func log(of text: String) -> String {
    people.flatMap { person in
      person.log.split(separator: "\n").suffix(400)
        .filter { $0.contains(text) || $0.contains("http://jabber.org/protocol/muc") }
        .map { "\(person.name) \($0.prefix(400))" }
    }.joined(separator: "\n")
  }

  private func breakIt() throws {
    switch breakage {
    case .programKilled:
      // What is not on disk may be typed again by its writer: only what was echoed is a promise.
      let last = said.last { $0.contains("-ana-") }!
      try people[0].program.waitUntil("the last on disk") { _ in people[0].hasTaken(last) }
      try people[0].killHard()
      try people[0].restart()
    case .serverKilled: try killServer()
    case .reset: wire.cutNow()
    case .silence: wire.goSilent()
    }
  }

  /// Each has all that was said, once and in one order, and each writer's in the order of writing.
  func check() throws {
    let histories = try histories()
    for (person, history) in zip(people, histories) {
      #expect(history == histories[0], "\(person.name) has another order")
      #expect(history.sorted() == said.sorted(), "of \(person.name)")
    }
    for person in people {
      let own = histories[0].filter { $0.contains("-\(person.name)-") }
      #expect(own == said.filter { $0.contains("-\(person.name)-") }, "of \(person.name)")
    }
  }

  /// What each has of the group, after all have ended and looked once more.
  private func histories() throws -> [[String]] {
    for person in people { try person.finish() }
    return try people.map { try rows(of: $0) }
  }

  /// What somebody's computer has, and nobody waits to send.
  private func rows(of person: Correspondent) throws -> [String] {
    try person.rows(with: room).filter { $0.status == nil || $0.status == "sent" }.map(\.text)
  }
}
