import Foundation
import Harness

/// A person with a psst in plain mode whose wire the test holds, and what that psst keeps.
final class Correspondent {
  /// A message as `psst export` gives it.
  struct Row: Decodable, Equatable {
    let from: String
    let text: String
    var id: String?
    var archiveID: String?
    var status: String?
    var error: String?
  }

  let account: String
  let home: PsstHome
  /// Between psst and its server; `nil` where psst reaches it by itself.
  let wire: CutProxy?
  private(set) var program: ChildProcess
  private var other: String?

  /// Starts it; the home has the account.
  init(_ account: String, in home: PsstHome, behind wire: CutProxy? = nil) throws {
    (self.account, self.home, self.wire) = (account, home, wire)
    program = try home.start("--account", account, "--log-stanzas")
  }

  /// With an account that has been made elsewhere, in a folder of its own.
  convenience init(_ invitation: Peer.Invitation) throws {
    let home = try PsstHome()
    let wire = try CutProxy(to: invitation.port)
    do {
      home.environment["SSL_CERT_FILE"] = invitation.authority
      try home.add(
        invitation, server: "127.0.0.1:\(wire.port)",
        tls: invitation.authority == nil ? "off" : "starttls")
      try self.init(invitation.jid, in: home, behind: wire)
    } catch {
      home.close()
      throw error
    }
  }

  /// Accounts of the private server may be named without it.
  var address: String { account.contains("@") ? account : account + "@localhost" }

  var name: String { String(account.prefix { $0 != "@" }) }

  func waitUntilOnline(bound: Double = 30) throws {
    try program.waitUntil("\(name) online", bound: bound) { $0.outputText.contains("online\n") }
  }

  /// From now on, what it says is said to the other.
  func talk(to other: String) {
    self.other = other
    program.write("/to \(other)\n")
  }

  func say(_ texts: [String]) { texts.forEach { program.write($0 + "\n") } }

  /// The text has been taken: it is on this computer's disk.
  func hasTaken(_ text: String) -> Bool { program.outputText.contains("] \(text): ") }

  /// Ends psst as a power cut would.
  func killHard() throws {
    program.signal(SIGKILL)
    try program.waitForEnd()
  }

  /// Starts psst again, after ``killHard()`` or ``finish(bound:)``.
  func restart() throws {
    program = try home.start("--account", account, "--log-stanzas")
    if let other { program.write("/to \(other)\n") }
  }

  /// Nothing more is said: psst ends when all is sent, or when it has tried for long enough.
  @discardableResult
  func finish(bound: Double = 90) throws -> Int32 {
    program.endInput()
    return try program.waitForEnd(bound: bound)
  }

  /// All that is kept of the chat with the other, in its order.
  func rows(with other: String) throws -> [Row] {
    let export = try home.run("--account", account, "export", other, "--json")
    guard export.exitCode == 0 else { throw Unmet("psst export: \(export.errorText)") }
    return try JSONDecoder().decode([Row].self, from: Data(export.output))
  }

  /// psst's own log, with what its wire carried.
  var log: String {
    ["log.old", "log"].map { name in
      (try? String(contentsOfFile: home.path + "/state/" + name, encoding: .utf8)) ?? ""
    }.joined()
  }

  /// How often psst handed each of the texts to its wire, by its own log.
  func transmissions(of texts: [String]) -> [Int] {
    var counts: [Substring: Int] = [:]
    for line in log.split(separator: "\n") where line.contains(" out ") {
      for part in line.matches(of: /<body>([^<]*)</) { counts[part.1, default: 0] += 1 }
    }
    return texts.map { counts[$0[...]] ?? 0 }
  }
}

/// Ana and Bo, who see each other, on one server or on two.
final class Correspondence {
  let ana: Correspondent
  let bo: Correspondent
  /// All that Ana said to Bo.
  private(set) var said: [String] = []

  init(_ ana: Correspondent, _ bo: Correspondent) {
    (self.ana, self.bo) = (ana, bo)
    ana.talk(to: bo.address)
  }

  func close() {
    ana.home.close()
    bo.home.close()
  }

  /// Each becomes a contact of the other; where everyone sees everyone there is nothing to ask.
  func becomeContacts() throws {
    try ana.waitUntilOnline()
    try bo.waitUntilOnline()
    ana.say(["/add \(bo.address)"])
    try bo.program.waitUntil("Ana's request", bound: 30) {
      $0.outputText.contains("/accept \(ana.name)")
    }
    bo.say(["/accept \(ana.name)"])
    try ana.program.waitUntil("Bo's presence", bound: 30) {
      $0.outputText.contains("\(bo.name) is online")
    }
  }

  func say(_ texts: [String]) {
    said += texts
    ana.say(texts)
  }

  /// Waits until Bo's program has shown as much as was said, or Ana's has given up the rest or said that nobody
  /// confirms it.
  func waitUntilAllIsShown(_ what: String, bound: Double) throws {
    try bo.program.waitUntil(what, bound: bound) { _ in
      shownLive.count + toldLive.count >= said.count
    }
  }

  /// Waits until Ana's server has all that was said.
  func waitUntilAllIsTaken() throws {
    try ana.program.waitUntil("the server to have all", bound: 30) {
      let taken = $0.outputText.matches(of: /\] (\S+): (?:sent|delivered|read)/).map {
        String($0.1)
      }
      return Set(said).isSubset(of: taken)
    }
  }

  /// What Bo's program showed since it was started last.
  private var shownLive: Set<String> {
    Set(bo.program.outputText.split(whereSeparator: \.isWhitespace).map(String.init))
      .intersection(said)
  }

  private var toldLive: Set<String> {
    let lines = ana.program.outputText.matches(of: /\] (\S+): (?:failed|sent, not confirmed)/)
      .map { String($0.1) }
    return Set(lines).subtracting(shownLive)
  }

  /// Both end, each after all it had to send, then look once more for what came meanwhile.
  func settle() throws {
    for person in [ana, bo] { try person.finish() }
    for person in [bo, ana] {
      try person.restart()
      try person.waitUntilOnline()
      try person.finish()
    }
  }

  /// What became of these texts of Ana's, by her program's records and by what both wires carried.
  func trace(of texts: [String]) throws -> String {
    let rows = try ana.rows(with: bo.address).filter { texts.contains($0.text) }
    let ids = rows.compactMap(\.id)
    let lines = [ana, bo].flatMap { person in
      person.log.split(separator: "\n").filter { line in ids.contains { line.contains($0) } }
        .map { "\(person.name) \($0.prefix(600))" }
    }
    return (rows.map { "\($0)" } + lines).joined(separator: "\n")
  }

  func tally(_ place: String) throws -> Tally {
    let mine = try ana.rows(with: bo.address)
    let theirs = try bo.rows(with: ana.address).filter { $0.from.hasPrefix(ana.address) }
    return Tally(
      place, said: said, shown: theirs.map(\.text),
      refused: Set(mine.filter { $0.status == "failed" && $0.error != nil }.map(\.text)),
      doubted: Set(mine.filter { $0.status == "sent" && $0.error != nil }.map(\.text)),
      transmissions: ana.transmissions(of: said))
  }
}
