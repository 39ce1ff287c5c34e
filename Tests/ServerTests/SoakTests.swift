import Foundation
import Harness
import Scratch
import Testing

/// Two psst write to each other for a while, five messages a second, and everything that can happen to them
/// does. `PSST_SOAK_MINUTES`: how long; `PSST_SOAK_SEED`: other faults at other moments.
@Suite(.serialized, .thread(.trials)) struct SoakTests {
  static let minutes =
    ProcessInfo.processInfo.environment["PSST_SOAK_MINUTES"].flatMap { Double($0) }
  static let seed =
    ProcessInfo.processInfo.environment["PSST_SOAK_SEED"].flatMap { UInt64($0) } ?? 1

  @Test func `O9 O14 T1 whatever happens to two psst and their server, all have the same`() throws {
    let soak = try Soak(seed: Self.seed)
    defer { soak.close() }
    try soak.run(seconds: (Self.minutes ?? 1.0 / 3) * 60)
    try soak.end()
    let verdict = try soak.verdict()
    print(verdict.text)
    #expect(verdict.isClean, "seed \(Self.seed)\n\(verdict.text)")
  }
}

/// What can happen.
private enum Fault: String, CaseIterable {
  case programKilled = "kill -9 of a psst"
  case serverKilled = "kill -9 of the server"
  case reset, silence, programStopped = "SIGSTOP of a psst", serverStopped = "SIGSTOP of the server"
  case half = "half a connection", inTheMiddle = "a cut in the middle of a stanza"
}

private final class Soak {
  private static let interval: Int64 = 200
  private let server: RealServer
  private let invitations: [Peer.Invitation]
  private let people: [Correspondent]
  /// What each was given to say, and what of it was taken: that is a promise.
  private var said: [[String]] = [[], []]
  private var taken: [Set<String>] = [[], []]
  private var faults: [Fault: Int] = [:]
  private var random: SeededGenerator
  /// What is stopped, and when it goes on.
  private var stopped: [(pid: Int32, until: Int64)] = []

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    server = try RealServer()
    do {
      invitations = try ["ana", "bo"].map(server.invite)
      people = try invitations.map { try Correspondent($0) }
      people[0].talk(to: people[1].address)
      people[1].talk(to: people[0].address)
      try people.forEach { try $0.waitUntilOnline() }
    } catch {
      server.close()
      throw error
    }
  }

  func close() {
    stopped.forEach { kill($0.pid, SIGCONT) }
    people.forEach { $0.home.close() }
    server.close()
  }

  func run(seconds: Double) throws {
    let start = Monotonic.milliseconds
    let end = start + Int64(seconds * 1_000)
    var nextMessage = start
    var nextFault = start + 1_500
    while Monotonic.milliseconds < end {
      try wait(until: min(nextMessage, nextFault))
      goOn(at: Monotonic.milliseconds)
      if Monotonic.milliseconds >= nextMessage {
        say()
        nextMessage += Self.interval
      }
      if Monotonic.milliseconds >= nextFault {
        try perform(Fault.allCases.randomElement(using: &random) ?? .reset)
        nextFault = Monotonic.milliseconds + Int64.random(in: 800...4_000, using: &random)
      }
    }
  }

  private func wait(until moment: Int64) throws {
    let bound = Double(max(0, moment - Monotonic.milliseconds)) / 1_000
    _ = Pump.wait(bound: bound) { false }
  }

  private func say() {
    let who = Int.random(in: 0...1, using: &random)
    let text = "\(people[who].name)-\(said[who].count)-"
    said[who].append(text)
    people[who].say([text])
  }

  // MARK: Faults

  private func perform(_ fault: Fault) throws {
    faults[fault, default: 0] += 1
    let who = Int.random(in: 0...1, using: &random)
    let wire = people[who].wire
    switch fault {
    case .programKilled: try killProgram(who)
    case .serverKilled: try killServer()
    case .reset: wire?.cutNow()
    case .silence: wire?.goSilent()
    case .programStopped: stop(people[who].program.pid)
    case .serverStopped: server.home.serverProcess().map(stop)
    case .half: wire?.halve(resetting: Bool.random(using: &random) ? .client : .server)
    case .inTheMiddle: wire?.cut(afterBytes: Int.random(in: 1...2_000, using: &random))
    }
  }

  private func killProgram(_ who: Int) throws {
    note(who)
    try people[who].killHard()
    note(who)
    try people[who].restart()
  }

  private func killServer() throws {
    server.home.serverProcess().map { _ = kill($0, SIGKILL) }
    try startServer()
  }

  private func startServer() throws {
    let start = try server.home.run("server", "start")
    guard start.exitCode == 0 else { throw Unmet("psst server start: \(start.errorText)") }
  }

  private func stop(_ pid: Int32) {
    guard !stopped.contains(where: { $0.pid == pid }) else { return }
    kill(pid, SIGSTOP)
    stopped.append((pid, Monotonic.milliseconds + Int64.random(in: 300...8_000, using: &random)))
  }

  /// Whatever was stopped for long enough.
  private func goOn(at now: Int64) {
    for one in stopped where one.until <= now { kill(one.pid, SIGCONT) }
    stopped.removeAll { $0.until <= now }
  }

  /// What the program that runs now has taken so far: its lines `[bo] ana-1-: queued`.
  private func note(_ who: Int) {
    let lines = people[who].program.outputText.matches(of: #/\] (\S+-): /#)
    taken[who].formUnion(lines.map { String($0.1) })
  }

  // MARK: The end

  /// Nothing happens any more: each sends what it has, and looks for what the other sent last.
  func end() throws {
    goOn(at: .max)
    try startServer()
    for (who, person) in people.enumerated() {
      // What was typed last is taken first.
      try person.program.waitUntil("the last on disk", bound: 60) { _ in
        said[who].last.map { person.hasTaken($0) || taken[who].contains($0) } ?? true
      }
      note(who)
      person.say(["/send"])
      #expect(try person.finish(bound: 120) == 0, "\(person.program.errorText)")
    }
    for person in people {
      try person.restart()
      try person.waitUntilOnline()
      try person.finish()
    }
  }

  func verdict() throws -> (isClean: Bool, text: String) {
    let kept = try [
      people[0].rows(with: people[1].address), people[1].rows(with: people[0].address),
    ]
    let archives = try invitations.map { try Peer($0).archive().map(\.body) }
    let tallies = (0...1).map { who in
      let mine = kept[who].filter { $0.from.hasPrefix(people[who].address) }.map(\.text)
      // What psst never took was never promised.
      let promised = said[who].filter { taken[who].contains($0) || mine.contains($0) }
      let theirs = kept[1 - who].filter { $0.from.hasPrefix(people[who].address) }.map(\.text)
      return Tally(
        "soak, \(people[who].name)", said: promised, shown: theirs,
        transmissions: people[who].transmissions(of: promised))
    }
    let texts = kept.map { $0.map(\.text) }
    let isSame = texts[0] == texts[1] && texts[0] == archives[0] && texts[0] == archives[1]
    let told = faults.sorted { $0.key.rawValue < $1.key.rawValue }.map {
      "\($0.key.rawValue) \($0.value)"
    }
    var text = tallies.map(\.report).joined(separator: "\n")
    text += "\n\(faults.values.reduce(0, +)) faults: " + told.joined(separator: ", ")
    text += "\nmessages kept by ana \(texts[0].count), by bo \(texts[1].count), in the archives "
    text += archives.map { "\($0.count)" }.joined(separator: " and ")
    text += isSame ? ", all in one order" : "; they differ" + Self.difference(texts + archives)
    return (isSame && tallies.allSatisfy(\.isClean), text)
  }

  /// Where they part first.
  private static func difference(_ lists: [[String]]) -> String {
    let names = ["ana", "bo", "ana's archive", "bo's archive"]
    let length = lists.map(\.count).max() ?? 0
    guard
      let place = (0..<length).first(where: { index in
        Set(lists.map { $0.indices.contains(index) ? $0[index] : "" }).count > 1
      })
    else { return "" }
    return zip(names, lists).map { "\n  \($0) from \(place): \($1.dropFirst(place).prefix(5))" }
      .joined()
  }
}
