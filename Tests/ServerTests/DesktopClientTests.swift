import Foundation
import Harness
import Testing

extension ServerTests {
  /// Dino and Gajim on a screen that nobody sees: what each shows of what psst does, and psst of what they do. Both are
  /// large, so that README's test command does not install them; the manual's page on testing has theirs.
  @Suite(
    .enabled(
      if: DesktopClient.isInstalled && ProcessInfo.processInfo.environment["PSST_DESKTOP"] != nil,
      "Dino and Gajim have a command of their own: the manual's page on testing has it"),
    .serialized)
  struct DesktopClientTests {
    @Test(arguments: DesktopClient.Program.allCases)
    func `D1 M1 M2 M3 M4 in a conversation of two each shows what the other does`(
      program: DesktopClient.Program
    ) throws {
      // Dino signs in by no mechanism that psst's own configuration of ejabberd has.
      let world = try GroupWorld(.bare)
      defer { world.close() }
      let ana = try world.person("ana")
      let cy = try world.desktop(program, "cy", with: ana.address)
      ana.talk(to: cy.address)
      ana.say(["tea at four"])
      try cy.shows("tea at four")
      try cy.enter("which one?")
      try ana.waits(for: "which one?")
      try Self.act(ana, cy, program, answers: true)

      try cy.enter("/me waves")
      try ana.waits(for: "cy waves")
    }

    @Test(arguments: DesktopClient.Program.allCases)
    func
      `G2 G9 M1 M2 M3 M4 in a group each shows what the other does, and what is said to one alone`(
        program: DesktopClient.Program
      ) throws
    {
      // Dino wants TLS, and ids of the group's archive for answers and reactions: there it has none.
      let world = try GroupWorld(program == .dino ? .bare : .prosody)
      defer { world.close() }
      let ana = try #require(try world.meeting(["ana"]).first)
      let cy = try world.desktop(program, "cy", with: ana.address)
      try cy.join(world.room, as: "cy")
      try ana.waits(for: "cy joined")
      ana.say(["tea at four"])
      try cy.shows("tea at four")
      try cy.enter("which one?")
      try ana.waits(for: "which one?")
      try Self.act(ana, cy, program, answers: program != .dino)

      try cy.say("psst", toAlone: "ana")
      try ana.waits(for: "cy in team, to you alone: psst")
      ana.say(["/msg cy the green one, but do not tell"])
      try cy.open("\(world.room)/ana")
      try cy.shows("the green one, but do not tell")
      ana.talk(to: world.room)
      ana.say(["to all"])
      try cy.open(world.room)
      try cy.shows("to all")
      #expect(try !cy.shown().contains { $0.contains("do not tell") })
    }

    /// Each corrects; ana answers, reacts and deletes; cy does what their program can.
    private static func act(
      _ ana: Correspondent, _ cy: DesktopClient, _ program: DesktopClient.Program, answers: Bool
    ) throws {
      ana.say([answers ? "/reply the green one" : "the green one"])
      try cy.shows("the green one")
      #expect(try !cy.shown().contains { $0.contains("> which one?") }, "it is shown as an answer")
      if answers { ana.say(["/react 👍"]) }
      if answers, program == .dino { try cy.shows("👍") }
      ana.say(["/edit the red one"])
      try cy.shows("the red one")
      try cy.showsNoMore("the green one")
      ana.say(["/delete"])
      try cy.shows("deleted an earlier message")
      #expect(try program == .dino || !cy.shown().contains { $0.contains("👍") })
      try cy.correct("which two?")
      try ana.waits(for: "which two? (edited)")
      guard answers, program == .dino else { return }
      try cy.answer("tea at four", "at five")
      try ana.waits(for: "at five")
      try cy.react("😀", to: "tea at four")
      // Dino's emoji say that they are to be in colour.
      try ana.waits(for: "cy reacted 😀\u{FE0F}")
    }
  }
}

/// A desktop program (desktop.py): commands out, events in.
final class DesktopClient {
  enum Program: String, CaseIterable { case dino, gajim }

  private struct Event: Decodable {
    let event: String
    var reason: String?
    var texts: [String]?
  }

  static var isInstalled: Bool {
    let files = ["dino-im", "gajim", "Xvfb", "dbus-daemon"].map { "/usr/bin/\($0)" }
    return getuid() == 0 && files.allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
  }

  let address: String
  private let program: ChildProcess
  private var parsed = 0
  private var events: [Event] = []

  /// Signs in, and has a chat open when it returns.
  init(
    _ kind: Program, _ invitation: Peer.Invitation, in home: String, with other: String
  ) throws {
    address = invitation.jid
    program = try ChildProcess(
      ["/usr/bin/python3", Repository.root + "/Tests/ServerTests/desktop.py"])
    try perform([
      "do": "start", "client": kind.rawValue, "jid": invitation.jid,
      "password": invitation.password, "host": invitation.host, "port": "\(invitation.port)",
      "authority": invitation.authority ?? "", "home": home, "chat": other,
    ])
  }

  func enter(_ text: String) throws { try perform(["do": "enter", "text": text]) }

  /// Its last message.
  func correct(_ text: String) throws { try perform(["do": "correct", "text": text]) }

  func join(_ room: String, as nick: String) throws {
    try perform(["do": "join", "room": room, "nick": nick])
  }

  /// Another chat; of somebody in a group by the address there.
  func open(_ chat: String) throws { try perform(["do": "open", "chat": chat]) }

  func say(_ text: String, toAlone nick: String) throws {
    try perform(["do": "private", "nick": nick, "text": text])
  }

  /// The message that is shown with these words.
  func answer(_ said: String, _ text: String) throws {
    try perform(["do": "reply", "to": said, "text": text])
  }

  func react(_ emoji: String, to said: String) throws {
    try perform(["do": "react", "to": said, "emoji": emoji])
  }

  /// The texts in the open chat, from the top.
  func shown() throws -> [String] {
    try perform(["do": "shown"])
    return events.last { $0.event == "shown" }?.texts ?? []
  }

  func shows(_ words: String) throws { try look(for: words, isThere: true) }

  func showsNoMore(_ words: String) throws { try look(for: words, isThere: false) }

  private func look(for words: String, isThere: Bool) throws {
    var texts: [String] = []
    for _ in 0..<40 {
      texts = try shown()
      if texts.contains(where: { $0.contains(words) }) == isThere { return }
      _ = Pump.wait(bound: 0.5) { false }
    }
    throw Unmet("\(isThere ? "not" : "still") shown: \(words)\n\(texts)")
  }

  private func perform(_ values: [String: String]) throws {
    func ends() -> [Event] { events.filter { ["done", "failed"].contains($0.event) } }
    let before = ends().count
    let line = (try? JSONEncoder().encode(values)) ?? Data()
    program.write(String(decoding: line, as: UTF8.self) + "\n")
    try program.waitUntil("\(values["do"] ?? "")", bound: 60) { _ in
      read()
      return ends().count > before
    }
    if let end = ends().last, end.event == "failed" {
      throw Unmet("\(values): \(end.reason ?? "")")
    }
  }

  private func read() {
    let new = program.output[parsed...]
    guard let end = new.lastIndex(of: UInt8(ascii: "\n")) else { return }
    for line in new[..<end].split(separator: UInt8(ascii: "\n")) {
      if let event = try? JSONDecoder().decode(Event.self, from: Data(line)) {
        events.append(event)
      }
    }
    parsed = end + 1
  }
}
