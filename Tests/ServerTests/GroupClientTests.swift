import Foundation
import Harness
import Testing

extension ServerTests {
  /// One group, and programs of different makers in it, as people use them.
  @Suite struct GroupClientTests {
    @Test(
      .enabled(
        if: Profanity.isInstalled && Poezio.isInstalled,
        "profanity or poezio is not installed: README's test command installs them"))
    func `G1 G2 G4 G5 M1 four programs in one group read, correct, call and see each other`() throws
    {
      let world = try GroupWorld(.prosody)
      defer { world.close() }
      let room = world.room
      let ana = try world.enter(as: "ana")
      let cy = try Profanity(world.invitation("cy"), in: world.home)
      cy.enter("/join \(room) nick cy")
      try cy.screen.wait(for: "You have joined the room as cy", bound: 20)
      let dee = try Peer(world.invitation("dee"))
      dee.enter(room)
      let eve = try Poezio(world.invitation("eve"), in: world.home, entering: "\(room)/eve")
      try eve.screen.wait(for: "dee", bound: 10)
      try cy.screen.wait(for: "eve", bound: 20)
      try ana.wait(for: "4 online", bound: 20)

      ana.say("tea from ana")
      cy.enter("tea from cy")
      dee.say("tea from dee", in: room, id: "d-1")
      try eve.enter("tea from eve")
      for name in ["ana", "cy", "dee", "eve"] {
        let text = "tea from \(name)"
        for screen in [ana, cy.screen, eve.screen] { try screen.wait(for: text, bound: 20) }
        #expect(ana.lines.count { $0.contains(text) } == 1)
        try dee.waitUntil(text, bound: 20) { $0.contains { $0.body == text } }
      }

      try ana.correctLast("ana", to: "me")
      try dee.waitForCorrection("tea from me")
      for screen in [cy.screen, eve.screen] {
        try screen.wait(for: "tea from me", bound: 20)
        try screen.waitUntilGone("tea from ana")
      }
      cy.enter("/correct coffee from cy")
      dee.say("coffee from dee", in: room, id: "d-2", replacing: "d-1")
      try eve.enter("/correct coffee from eve")
      for name in ["cy", "dee", "eve"] {
        try ana.wait(for: "coffee from \(name)", bound: 20)
        try ana.waitUntilGone("tea from \(name)")
      }

      cy.enter("ana: are you there?")
      try ana.wait(for: "ana: are you there?", bound: 20)
      ana.say("eve: and you?")
      try eve.screen.wait(for: "eve: and you?", bound: 20)
      try eve.enter("/nick eva")
      try ana.wait(for: "eve is now eva", bound: 20)
      try eve.enter("as eva")
      try ana.waitUntil("the new name", bound: 20) { $0.row("as eva")?.contains("eva") == true }
      try eve.enter("/part")
      try ana.wait(for: "3 online", bound: 20)
    }

    @Test
    func `G1 G2 G4 M1 what is said and corrected in a group of ejabberd's goes both ways`()
      throws
    {
      let world = try GroupWorld(.ejabberd)
      defer { world.close() }
      let room = world.room
      let ana = try world.enter(as: "ana")
      let dee = try Peer(world.invitation("dee"))
      dee.enter(room)
      try ana.wait(for: "2 online", bound: 20)
      ana.say("tea from ana")
      dee.say("tea from dee", in: room, id: "d-1")
      try ana.wait(for: "tea from dee", bound: 20)
      try dee.waitUntil("tea", bound: 20) { $0.contains { $0.body == "tea from ana" } }
      try ana.waitUntil("the group has it", bound: 20) {
        $0.row("tea from ana")?.contains("✓") == true
      }
      try ana.correctLast("ana", to: "me")
      try dee.waitForCorrection("tea from me")
      dee.say("coffee from dee", in: room, id: "d-2", replacing: "d-1")
      try ana.wait(for: "coffee from dee", bound: 20)
      try ana.waitUntilGone("tea from dee")
      dee.sendRaw("<presence type='unavailable' to='\(room)/dee'/>")
      try ana.wait(for: "1 online", bound: 20)
    }

    @Test(
      .enabled(
        if: Profanity.isInstalled && Poezio.isInstalled,
        "profanity or poezio is not installed: README's test command installs them"))
    func `G2 M2 M3 M4 four programs in one group make the same of answers, emoji and deletions`()
      throws
    {
      let world = try GroupWorld(.prosody)
      defer { world.close() }
      let ana = try world.enter(as: "ana")
      let cy = try Profanity(world.invitation("cy"), in: world.home)
      cy.enter("/join \(world.room) nick cy")
      try cy.screen.wait(for: "You have joined the room as cy", bound: 20)
      let dee = try Peer(world.invitation("dee"))
      dee.enter(world.room)
      let eve = try Poezio(
        world.invitation("eve"), in: world.home, entering: "\(world.room)/eve")
      try ana.wait(for: "4 online", bound: 20)
      let others = [cy.screen, eve.screen]

      try Self.answerAndReact(ana, dee, in: world.room)
      // Who knows neither sees what is answered, and no emoji by itself.
      for screen in others {
        try screen.wait(for: "> shall we go", bound: 20)
        try screen.wait(for: "yes we shall", bound: 20)
        #expect(!screen.lines.contains { $0.contains("👍") })
      }
      try Self.delete(ana, dee, in: world.room)
      for screen in others { try screen.wait(for: "deleted an earlier message", bound: 20) }

      cy.enter("> shall we go")
      cy.enter("by tram, says cy")
      try ana.wait(for: "by tram, says cy", bound: 20)
      try eve.enter("/me is coming")
      try ana.wait(for: "eve is coming", bound: 20)
      ana.say("/me as well")
      for screen in others { try screen.wait(for: "ana as well", bound: 20) }
    }

    @Test
    func `G2 M2 M3 M4 answers, emoji and deletions go both ways in a group of ejabberd's`() throws {
      let world = try GroupWorld(.ejabberd)
      defer { world.close() }
      let ana = try world.enter(as: "ana")
      let dee = try Peer(world.invitation("dee"))
      dee.enter(world.room)
      try ana.wait(for: "2 online", bound: 20)
      try Self.answerAndReact(ana, dee, in: world.room)
      try Self.delete(ana, dee, in: world.room)
    }

    /// Both answer and react to each other.
    private static func answerAndReact(
      _ ana: TerminalSession, _ dee: Peer, in room: String
    ) throws {
      dee.say("shall we go", in: room, id: "d-1")
      try ana.wait(for: "shall we go", bound: 20)
      let asked = try dee.said("shall we go", in: room)
      try ana.browse()
      ana.type("r")
      try ana.waitUntilGone("react")
      ana.say("yes we shall")
      try dee.waitUntil("the answer", bound: 20) { $0.contains { $0.stripped == "yes we shall" } }
      let answer = try #require(dee.events.first { $0.stripped == "yes we shall" })
      #expect(answer.replyID == asked && answer.replyTo == "\(room)/dee")
      #expect(answer.fallback == "> shall we go\n")

      try ana.browse()
      ana.type("k+")
      try ana.wait(for: "👍")
      ana.type("1")
      try dee.waitUntil("the reaction", bound: 20) { _ in dee.reactions.count == 1 }
      #expect(dee.reactions[0].reactsTo == asked && dee.reactions[0].body == "")

      let answered = try dee.said("> shall we go\nyes we shall", in: room)
      dee.sendRaw(
        """
        <message type='groupchat' id='d-2' to='\(room)'><body>great</body>\
        <reply xmlns='urn:xmpp:reply:0' to='\(room)/ana' id='\(answered)'/></message>
        """)
      try ana.waitUntil("the answer to mine", bound: 20) { screen in
        let row = screen.lines.firstIndex { $0.contains("great") } ?? 0
        return row > 0 && screen.lines[row - 1].contains("yes we shall")
      }
      dee.sendRaw(
        """
        <message type='groupchat' id='d-3' to='\(room)'>\
        <reactions xmlns='urn:xmpp:reactions:0' id='\(answered)'><reaction>🎉</reaction></reactions>\
        <store xmlns='urn:xmpp:hints'/></message>
        """)
      try ana.wait(for: "🎉", bound: 20)
    }

    /// Each deletes what they said: ana her answer, and dee what she asked.
    private static func delete(
      _ ana: TerminalSession, _ dee: Peer, in room: String
    ) throws {
      let asked = try dee.said("shall we go", in: room)
      let answered = try dee.said("> shall we go\nyes we shall", in: room)
      try ana.browse()
      ana.type("Gkd")
      try ana.wait(for: "Delete for everyone?")
      ana.press(.enter)
      try dee.waitUntil("the deletion", bound: 20) { $0.contains { $0.retracts == answered } }
      try ana.wait(for: "deleted", bound: 20)
      dee.sendRaw(
        """
        <message type='groupchat' id='d-4' to='\(room)'>\
        <retract xmlns='urn:xmpp:message-retract:1' id='\(asked)'/>\
        <fallback xmlns='urn:xmpp:fallback:0' for='urn:xmpp:message-retract:1'/>\
        <body>gone</body><store xmlns='urn:xmpp:hints'/></message>
        """)
      try ana.waitUntilGone("shall we go")
      ana.type("c")
      try ana.waitUntilGone("react")
    }
  }
}

/// poezio in a terminal, signed in.
final class Poezio {
  static let path = "/usr/bin/poezio"
  static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }

  /// It starts for nobody who is root, as the tests may be.
  private static let start =
    "import os; os.geteuid = lambda: 1; from poezio.poezio import main; main()"

  let screen: TerminalSession

  /// - Parameter room: is shown; `nil`: none is entered.
  init(_ invitation: Peer.Invitation, in home: PsstHome, entering room: String? = nil) throws {
    let own = home.path + "/poezio"
    let settings = """
      [Poezio]
      jid = \(invitation.jid)
      password = \(invitation.password)
      custom_host = \(invitation.host)
      custom_port = \(invitation.port)
      force_encryption = \(invitation.authority != nil)
      ca_cert_path = \(invitation.authority ?? "")
      ignore_certificate = true
      rooms = \(room ?? "")
      open_all_bookmarks = true
      use_remote_bookmarks = false
      enable_avatars = false
      mam_sync = false

      """
    try home.write(settings, to: "poezio/poezio/poezio.cfg")
    let environment = ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "HOME"]
    screen = try TerminalSession(
      ["/usr/bin/python3", "-c", Self.start],
      environment: Dictionary(uniqueKeysWithValues: environment.map { ($0, own) })
        .merging(["PSST_TEST": home.path]) { $1 },
      rows: 24, columns: 110)
    // A private server's Echo greets everybody.
    try screen.wait(for: room == nil ? "1.Echo" : "1.team", bound: 30)
    screen.press(.control("n"))
  }

  /// Keys that come at once it takes for pasted: none of them ends the line.
  func enter(_ line: String) throws {
    screen.type(line)
    try screen.wait(for: line)
    screen.press(.enter)
  }
}

extension TerminalSession {
  fileprivate func say(_ text: String) {
    type(text)
    press(.enter)
  }

  /// From the composer to the newest message. Keys behind Escape at once would be one with it.
  fileprivate func browse() throws {
    press(.escape)
    try wait(for: "react")
  }

  /// Up, and what is behind it goes.
  fileprivate func correctLast(_ old: String, to new: String) throws {
    press(.up)
    try wait(for: "edit")
    for _ in old { press(.backspace) }
    say(new)
  }

  /// The row of the pane that holds the text.
  fileprivate func row(_ text: String) -> String? {
    lines.compactMap { line in line.firstIndex(of: "│").map { String(line[$0...]) } }
      .first { $0.contains(text) && !$0.contains("❯") }
  }
}

extension Peer {
  fileprivate func enter(_ room: String) {
    let nick = jid.prefix { $0 != "@" }
    sendRaw(
      "<presence to='\(room)/\(nick)'><x xmlns='http://jabber.org/protocol/muc'/></presence>")
  }

  /// The name that the room gave what was said there.
  fileprivate func said(_ body: String, in room: String) throws -> String {
    func names(_ events: [Event]) -> [String] {
      events.last { $0.body == body }?.ids ?? []
    }
    try waitUntil(body, bound: 20) { !names($0).isEmpty }
    let name = names(events).first { $0.hasPrefix("\(room) ") }
    return try #require(name.map { String($0.dropFirst(room.count + 1)) })
  }

  fileprivate func waitForCorrection(_ text: String) throws {
    try waitUntil("the correction", bound: 20) {
      $0.contains { $0.body == text && $0.replaces?.isEmpty == false }
    }
  }

  fileprivate func say(_ text: String, in room: String, id: String, replacing old: String? = nil) {
    let replace = old.map { "<replace xmlns='urn:xmpp:message-correct:0' id='\($0)'/>" } ?? ""
    sendRaw(
      "<message type='groupchat' id='\(id)' to='\(room)'><body>\(text)</body>\(replace)</message>")
  }
}
