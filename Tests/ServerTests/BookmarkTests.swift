import Foundation
import Harness
import Testing

extension ServerTests {
  /// Two psst programs of one account are in the same groups (XEP-0402).
  @Suite struct BookmarkTests {
    private static let room = "team@rooms.localhost"

    @Test func `C5 a group joined and left on one device is so on the other, at once and later`()
      throws
    {
      let server = try RealServer()
      defer { server.close() }
      let invitation = try server.invite("ana")
      let devices = try (0..<2).map { _ in
        try Correspondent("ana@localhost", in: server.device(invitation))
      }
      let (phone, laptop) = (devices[0], devices[1])
      for device in devices { try device.waitUntilOnline() }
      phone.say(["/join \(Self.room)"])
      for device in devices { try device.waits(for: "in team as ana") }
      try laptop.finish()
      phone.say(["/leave \(Self.room)", "/join other@rooms.localhost"])
      try phone.waits(for: "in other as ana")
      try phone.finish()
      try laptop.restart()
      try laptop.waits(for: "in other as ana")
      laptop.say(["/to \(Self.room)", "/invite bo"])
      try laptop.waits(for: "error: to which group? say /to GROUP first, and be in it")
    }

    /// Servers as they come, by how they keep the list.
    enum Host: String, CaseIterable, CustomTestStringConvertible {
      case items = "Prosody, which converts to items"
      case privateStorage = "Prosody without that module"
      case node = "ejabberd, which converts to a node"

      var testDescription: String { rawValue }

      func start(in home: PsstHome, _ authority: TestAuthority) throws -> any StockServer {
        let folder = home.path + "/server"
        guard self != .node else {
          let server = try StockEjabberd(
            "psst.test", in: folder, trusting: authority, hasArchive: false, accounts: ["ana"])
          try server.start()
          return server
        }
        let server = try StockProsody(
          .archive, "psst.test", in: folder, trusting: authority,
          further: self == .items ? "" : "modules_disabled = { \"bookmarks\" }",
          components: StockProsody.groups(at: "rooms.psst.test"))
        try server.register("ana")
        try server.start()
        return server
      }

      func room(_ name: String) -> String {
        "\(name)@\(self == .node ? "conference" : "rooms").psst.test"
      }
    }

    @Test(
      .enabled(
        if: Profanity.isInstalled && StockProsody.isReadable && Ejabberd.isInstalled,
        "README's test command installs profanity and the servers"), arguments: Host.allCases)
    func `C5 psst and profanity are in the same groups of an account, wherever the list is`(
      host: Host
    ) throws {
      let home = try PsstHome()
      defer { home.close() }
      let authority = try TestAuthority(in: home.path + "/certs")
      let server = try host.start(in: home, authority)
      let invitation = server.invitation("ana", trusting: authority)
      let cy = try Profanity(invitation, in: home)
      cy.enter("/join \(host.room("team")) nick ana")
      try cy.screen.wait(for: "You have joined the room as ana", bound: 20)
      cy.enter("/room accept")
      // What it says of them, it says in its console.
      cy.enter("/win 1")
      cy.enter("/bookmark add \(host.room("team")) nick ana autojoin on")
      try cy.screen.wait(for: "Bookmark added", bound: 20)
      cy.enter("/bookmark add \(host.room("gone")) nick ana autojoin on")
      try cy.screen.wait(for: "Bookmark added for \(host.room("gone"))", bound: 20)

      let psst = try Correspondent(invitation)
      defer { psst.home.close() }
      try psst.waits(for: "in team as ana")
      try psst.waits(for: "gone is on your list, and is no more: it was not made again")
      // Each writes the whole list: one after the other.
      try Self.waitUntilKept(host.room("gone"), by: psst)
      cy.enter("/bookmark add \(host.room("later")) nick ana autojoin off")
      try cy.screen.wait(for: "Bookmark added for \(host.room("later"))", bound: 20)
      psst.say(["/join \(host.room("other"))"])
      try psst.waits(for: "in other as ana")
      try Self.waitUntilKept(host.room("other"), by: psst)
      try psst.finish()

      let again = try Profanity(invitation, in: home, named: "again")
      for name in ["team", "other"] { try again.screen.wait(for: host.room(name), bound: 20) }
      again.enter("/bookmark list")
      try again.screen.wait(for: host.room("later"), bound: 20)
    }

    /// Until the server has said that it has the group on its list.
    private static func waitUntilKept(_ room: String, by psst: Correspondent) throws {
      try psst.program.waitUntil("\(room) on the list", bound: 20) { _ in
        let log = try String(contentsOfFile: psst.home.path + "/state/log", encoding: .utf8)
        return log.split(separator: "\n").contains { line in
          guard line.contains(" out "), line.contains("autojoin"), line.contains(room),
            let id = line.split(separator: "id='").dropFirst().first?.prefix(while: { $0 != "'" })
          else { return false }
          // In no order of the attributes.
          return log.split(separator: "<iq ").contains { answer in
            let start = answer.prefix { $0 != ">" }
            return start.contains("id='\(id)'") && start.contains("type='result'")
          }
        }
      }
    }
  }
}
