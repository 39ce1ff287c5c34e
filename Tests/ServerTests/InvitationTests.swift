import Foundation
import Harness
import Testing

extension ServerTests {
  /// People are invited to groups of the private server, from psst to psst and from and to another program.
  @Suite struct InvitationTests {
    private static let room = "team@rooms.localhost"
    private static let muc = "http://jabber.org/protocol/muc"

    @Test
    func
      `P1 an invitation to a public group waits for who is away, is accepted, and says so`()
      throws
    {
      let server = try RealServer()
      defer { server.close() }
      let ana = try Correspondent("ana", in: server.home)
      let bo = try Correspondent("bo", in: server.home)
      try bo.waitUntilOnline()
      try bo.finish()
      try ana.waitUntilOnline()
      ana.say(["/join \(Self.room)"])
      try ana.waits(for: "in team as ana")
      ana.say(["/to \(Self.room)", "/invite bo"])
      try ana.waits(for: "(an invitation to the group \(Self.room)): sent")
      try bo.restart()
      try bo.waitUntilOnline()
      bo.say(["/to ana"])
      try bo.waits(for: "ana invites you to the group \(Self.room)")
      #expect(!bo.program.outputText.contains("in team as bo"))
      bo.say(["/accept team"])
      try bo.waits(for: "in team as bo")
      try bo.finish()
      try bo.restart()
      try bo.waitUntilOnline()
      bo.say(["/to ana"])
      try bo.waits(for: "ana invites you to the group \(Self.room) (accepted)")
    }

    /// The group makes who is invited a member, and says the password.
    @Test func `Z3 a closed group lets in whom it invites, and nobody else`() throws {
      let server = try RealServer()
      defer { server.close() }
      let ana = try Correspondent("ana", in: server.home)
      let bo = try Correspondent("bo", in: server.home)
      let cy = try server.peer("cy")
      try close(by: cy)
      try ana.waitUntilOnline()
      try bo.waitUntilOnline()
      bo.say(["/join \(Self.room)"])
      try bo.waits(for: "This group is for its members only")
      bo.say(["/leave \(Self.room)"])
      invite("ana", by: cy)
      try ana.waits(for: "invites you to the group \(Self.room) (says the group): come")
      ana.say(["/accept team"])
      try ana.waits(for: "in team as ana")
      // Any member may invite here: the room's maker said so.
      ana.say(["/to \(Self.room)", "/invite bo"])
      try bo.waits(for: "ana invites you to the group \(Self.room) (says the group)")
      bo.say(["/accept team"])
      try bo.waits(for: "in team as bo")
      #expect(!ana.log.contains("sesame") && !bo.log.contains("sesame"))
    }

    private func close(by cy: Peer) throws {
      cy.sendRaw("<presence to='\(Self.room)/cy'><x xmlns='\(Self.muc)'/></presence>")
      func field(_ name: String, _ value: String) -> String {
        "<field var='\(name)'><value>\(value)</value></field>"
      }
      let fields =
        field("FORM_TYPE", Self.muc + "#roomconfig")
        + field("muc#roomconfig_membersonly", "1")
        + field("muc#roomconfig_allowinvites", "1")
        + field("{http://prosody.im/protocol/muc}roomconfig_allowmemberinvites", "1")
        + field("muc#roomconfig_roomsecret", "open sesame")
      let form = "<x xmlns='jabber:x:data' type='submit'>\(fields)</x>"
      cy.sendRaw(
        "<iq type='set' id='close' to='\(Self.room)'><query xmlns='\(Self.muc)#owner'>\(form)</query></iq>"
      )
      // The server has taken it: stanzas are handled in order.
      _ = try cy.archive()
    }

    private func invite(_ name: String, by cy: Peer) {
      let invite = "<invite to='\(name)@localhost'><reason>come</reason></invite>"
      cy.sendRaw(
        "<message to='\(Self.room)'><x xmlns='\(Self.muc)#user'>\(invite)</x></message>")
    }
  }
}
