import Foundation
import Harness

/// The independent client (peer.py): commands out, events in.
final class Peer {
  struct Event: Decodable {
    let event: String
    var from: String?
    var to: String?
    var body: String?
    var id: String?
    var origin: String?
    var archive: String?
    var state: String?
    var type: String?
    var reason: String?
    var messages: [Stored]?
    /// The id of the message that it corrects (XEP-0308); empty where it stands by itself.
    var replaces: String?
    /// The author and the id of the message that it answers (XEP-0461); empty where it answers none.
    var replyTo: String?
    var replyID: String?
    /// The body without what it quotes, and that.
    var stripped: String?
    var fallback: String?
    var retracts: String?
    /// The id of the message that it reacts to (XEP-0444), and with what.
    var reactsTo: String?
    var emoji: String?
    /// By whom and which: all ids of archives that came with the message.
    var ids: [String]?
  }

  /// A message as the server's archive gives it.
  struct Stored: Decodable {
    let from: String
    let to: String
    let body: String
    let id: String
    let origin: String
    let archive: String
  }

  /// An account and where its server listens: what `psst invite NAME --json` prints.
  struct Invitation: Codable {
    let jid: String
    let password: String
    let host: String
    let port: UInt16
    /// Who certifies the server: a PEM file's name; `nil` where it speaks without TLS.
    var authority: String?
  }

  let jid: String
  private let program: ChildProcess
  private var parsedBytes = 0
  private var all: [Event] = []

  /// Signs in, and is online when it returns. `place`: see ``PsstHome/init(at:)``.
  init(_ invitation: Invitation, at place: [String] = []) throws {
    jid = invitation.jid
    let script = Repository.root + "/Tests/ServerTests/peer.py"
    guard FileManager.default.isExecutableFile(atPath: Repository.peerPython) else {
      throw Unmet("no \(Repository.peerPython): README's test command makes it")
    }
    program = try ChildProcess(place + [Repository.peerPython, script])
    command([
      "do": "connect", "jid": jid, "password": invitation.password, "host": invitation.host,
      "port": "\(invitation.port)", "authority": invitation.authority ?? "",
    ])
    try waitUntil("being online", bound: 20) { $0.contains { $0.event == "online" } }
  }

  /// The message that one of the peer's answers, and what it quotes of that.
  struct Answered {
    var author: String
    var id: String
    var text: String
  }

  func send(
    _ body: String, to other: String, id: String, replacing replaced: String? = nil,
    answering answered: Answered? = nil
  ) {
    var values = ["do": "send", "to": other, "body": body, "id": id]
    values["replaces"] = replaced
    if let answered {
      values["answers"] = answered.id
      values["author"] = answered.author
      values["quote"] = answered.text
    }
    command(values)
  }

  /// A displayed marker for the message with this id.
  func markRead(_ id: String, of other: String) {
    command(["do": "marker", "to": other, "id": id])
  }

  func show(_ state: String, to other: String) {
    command(["do": "state", "to": other, "state": state])
  }

  /// From now on nobody who asks may see it.
  func refuseAll() { command(["do": "refuse"]) }

  /// From now on every message comes back to who sent it: it cannot be kept now.
  func bounceAll() { command(["do": "bounce"]) }

  func quit() { command(["do": "quit"]) }

  /// Deletes what was sent to somebody under an id.
  func retract(_ id: String, to other: String) {
    command(["do": "retract", "to": other, "id": id])
  }

  /// Reacts to what was sent under an id.
  func react(_ emoji: String, to id: String, of other: String) {
    command(["do": "react", "to": other, "id": id, "emoji": emoji])
  }

  /// The reactions that came, in the order they came.
  var reactions: [Event] { events.filter { $0.event == "reactions" } }

  func sendRaw(_ xml: String) { command(["do": "raw", "xml": xml]) }

  /// All messages with a body in this account's own archive, oldest first.
  func archive(bound: Double = 30) throws -> [Stored] {
    let before = events.filter { $0.event == "archive" }.count
    command(["do": "archive"])
    try waitUntil("the archive", bound: bound) {
      $0.filter { $0.event == "archive" }.count > before
    }
    let stored = events.last { $0.event == "archive" }?.messages ?? []
    return stored.filter { !Self.isEcho($0.from) }
  }

  /// The messages that came from people, in the order they came.
  var received: [Event] { events.filter { $0.event == "message" && !Self.isEcho($0.from) } }

  /// The server's own Echo greets every account (C6).
  private static func isEcho(_ address: String?) -> Bool {
    address?.hasPrefix("echo@") == true
  }

  var events: [Event] {
    let new = program.output[parsedBytes...]
    guard let end = new.lastIndex(of: UInt8(ascii: "\n")) else { return all }
    for line in new[..<end].split(separator: UInt8(ascii: "\n")) {
      if let event = try? JSONDecoder().decode(Event.self, from: Data(line)) { all.append(event) }
    }
    parsedBytes = end + 1
    return all
  }

  func waitUntil(
    _ what: String, bound: Double = 10, line: Int = #line, condition: ([Event]) throws -> Bool
  ) throws {
    try program.waitUntil("\(what) at the peer", bound: bound, line: line) { _ in
      try condition(events)
    }
  }

  private func command(_ values: [String: String]) {
    // All values are text: what encodes a dictionary of text cannot fail.
    let line = (try? JSONEncoder().encode(values)) ?? Data()
    program.write(String(decoding: line, as: UTF8.self) + "\n")
  }
}
