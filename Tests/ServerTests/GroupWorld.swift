import Foundation
import Harness
import Testing

/// Whose groups a test is in.
enum GroupHost: String, CaseIterable, CustomTestStringConvertible {
  case prosody, ejabberd
  /// Debian's Prosody, whose groups have no archive.
  case bare
  /// The same, and they give each message another id.
  case renaming
  /// ejabberd as shipped, whose groups have neither an archive nor ids of people.
  case nameless

  static let allCases: [GroupHost] = [.prosody, .ejabberd]

  var testDescription: String { rawValue }

  /// Where its groups are.
  var service: String {
    switch self {
    case .prosody: "rooms.localhost"
    case .ejabberd, .bare, .renaming: "rooms.psst.test"
    case .nameless: "conference.psst.test"
    }
  }
}

/// In a function of its own: the compiler warns of a call that never returns where others follow.
private func cancelled() throws { try Test.cancel("ejabberd is not installed") }
private func unreadable() throws {
  try Test.cancel("only root may read Debian's Prosody configuration")
}

/// A server with groups: psst's private one, or ejabberd as `psst server config` configures it.
final class GroupWorld {
  let host: GroupHost
  let home: PsstHome
  private let prosody: RealServer?
  private let stock: (any StockServer)?
  private let authority: TestAuthority
  private var others: [PsstHome] = []
  /// Of who is there in a terminal, by the account.
  private var screens: [String: PsstHome] = [:]

  static let names = ["ana", "bo", "cy", "dee", "eve"]

  /// Ends the test, or its case, where this computer does not have the server.
  /// - Parameter largestFile: bytes that ejabberd takes of a file.
  init(_ host: GroupHost, largestFile: Int = StockEjabberd.largestFile) throws {
    if host == .bare || host == .renaming, !StockProsody.isReadable { try unreadable() }
    if host == .ejabberd || host == .nameless, !Ejabberd.isInstalled { try cancelled() }
    self.host = host
    home = try PsstHome()
    do {
      authority = try TestAuthority(in: home.path + "/certs")
      switch host {
      case .prosody: (prosody, stock) = (try RealServer(in: home), nil)
      case .bare, .renaming:
        let server = try StockProsody(
          .archive, "psst.test", in: home.path + "/server", trusting: authority,
          module: host == .renaming ? Self.renaming : nil,
          components: StockProsody.groups(
            at: "rooms.psst.test", with: host == .renaming ? ["test"] : []))
        for name in Self.names { try server.register(name) }
        try server.start()
        (prosody, stock) = (nil, server)
      case .ejabberd:
        let server = try StockEjabberd(
          "psst.test", in: home.path + "/server", trusting: authority, accounts: Self.names,
          configuredBy: home, largestFile: largestFile)
        try server.start()
        (prosody, stock) = (nil, server)
      case .nameless:
        let server = try StockEjabberd(
          "psst.test", in: home.path + "/server", trusting: authority, hasArchive: false,
          accounts: Self.names)
        try server.start()
        (prosody, stock) = (nil, server)
      }
    } catch {
      home.close()
      throw error
    }
  }

  /// A message has another id for all who hear it, and nobody is promised anything else (XEP-0045 §18.4).
  private static let renaming = """
    local new_id = require "util.id".medium
    module:hook("muc-broadcast-message", function (event)
      event.stanza.attr.id = new_id()
      event.stanza:remove_children("origin-id", "urn:xmpp:sid:0")
    end, 1000)
    module:hook("muc-disco#info", function (event)
      event.reply.tags[1]:maptags(function (tag)
        if tag.attr.var ~= "http://jabber.org/protocol/muc#stable_id" then return tag end
      end)
    end, -1000)
    """

  func close() {
    others.forEach { $0.close() }
    home.close()
  }

  /// The address of a group there.
  func room(_ name: String) -> String { "\(name)@\(host.service)" }

  /// The group most tests are in.
  var room: String { room("team") }

  func invitation(_ name: String) throws -> Peer.Invitation {
    try prosody?.invite(name) ?? stock!.invitation(name, trusting: authority)
  }

  /// As after a power cut, and up again.
  func restart() throws {
    if let stock { return try stock.restart() }
    kill(try #require(home.serverProcess()), SIGKILL)
    let start = try home.run("server", "start")
    guard start.exitCode == 0 else { throw Unmet("psst server start: \(start.errorText)") }
  }

  /// Who is online, in plain mode.
  func person(_ name: String) throws -> Correspondent {
    let person = try Correspondent(invitation(name))
    others.append(person.home)
    try person.waitUntilOnline()
    return person
  }

  func people(_ names: [String]) throws -> [Correspondent] { try names.map { try person($0) } }

  /// In the group together, and what they say is said there; the first has made it.
  func meeting(_ names: [String]) throws -> [Correspondent] {
    try names.reduce(into: []) { people, name in
      let person = try person(name)
      person.say(["/join \(room)"])
      try person.waits(for: "in team as \(name)")
      // Who is not known to be there cannot be named.
      for other in people { try other.waits(for: "\(name) joined") }
      person.talk(to: room)
      people.append(person)
    }
  }

  /// A desktop program, with a chat open.
  func desktop(_ program: DesktopClient.Program, _ name: String, with other: String) throws
    -> DesktopClient
  {
    try DesktopClient(
      program, invitation(name), in: home.path + "/" + program.rawValue, with: other)
  }

  /// A psst in a terminal, which makes the group or enters it.
  func enter(as name: String) throws -> TerminalSession {
    let own = try PsstHome()
    others.append(own)
    let invitation = try invitation(name)
    screens[name] = own
    own.environment["SSL_CERT_FILE"] = invitation.authority
    try own.add(
      invitation, server: "127.0.0.1:\(invitation.port)",
      tls: invitation.authority == nil ? "off" : "starttls")
    let screen = try own.open("--account", invitation.jid)
    try screen.wait(for: "● online", bound: 30)
    try screen.choose(room)
    try screen.wait(for: "1 online", bound: 20)
    return screen
  }

  /// The same psst, started again.
  func enterAgain(as name: String) throws -> TerminalSession {
    let own = try #require(screens[name])
    return try own.open("--account", try invitation(name).jid)
  }
}

extension Correspondent {
  /// Until plain mode has said that.
  func waits(for words: String, bound: Double = 30) throws {
    try program.waitUntil("\(name): \(words)", bound: bound) { $0.outputText.contains(words) }
  }

  /// As ``waits(for:bound:)``, so often.
  func waits(for words: String, times: Int) throws {
    try program.waitUntil("\(name): \(words) \(times) times", bound: 30) {
      $0.outputText.split(separator: words, omittingEmptySubsequences: false).count > times
    }
  }
}
