import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// By which of its ids each extension names a message: of a person, and of a group that gives ids of its own.
@Suite struct NamedTargetTests {
  enum Act: String, CaseIterable {
    case correction, retraction, reaction, reply
  }

  /// XEP-0308 §4 names the stanza's own `id` wherever it was sent; XEP-0424 §4, XEP-0444 §3.2 and XEP-0461 §3.1 what a
  /// group calls it.
  static let named: [(Act, isGroup: Bool, id: String)] = [
    (.correction, false, OriginID(named: "mine").value),
    (.retraction, false, OriginID(named: "mine").value),
    (.reaction, false, OriginID(named: "mine").value),
    (.reply, false, OriginID(named: "mine").value),
    (.correction, true, OriginID(named: "mine").value),
    (.retraction, true, ArchiveID(named: "r1").value),
    (.reaction, true, ArchiveID(named: "r1").value), (.reply, true, ArchiveID(named: "r1").value),
  ]

  @Test(arguments: named)
  func `G2 M1 M2 M3 M4 what is said of a message names it as its XEP has it`(
    act: Act, isGroup: Bool, id: String
  ) throws {
    let rig = try Rig.online()
    let chat = isGroup ? team : bo
    if isGroup {
      rig.wish(.join(team, nick: nil, password: nil))
      rig.run()
    }
    rig.send("mine", "mine", to: chat)
    rig.run()
    rig.forget()
    let row = try #require(try rig.database.messages.page(chat, limit: 1).first)
    let (said, new) = (OriginID(named: "mine"), OriginID(named: "new"))
    switch act {
    case .correction: rig.wish(.edit(said, text: "mine indeed", newID: new))
    case .retraction: rig.wish(.retract(said, newID: new))
    case .reaction: rig.wish(.react(row: row.id, Emoji("👍")!, newID: new))
    case .reply:
      var target = ReplyTarget(id: said.value, author: me, quote: "mine")
      target.stored = .init(row: row.id, sender: me, text: "mine")
      rig.wish(.send(chat: chat, text: "yes", originID: new, replyTo: target))
    }
    rig.run()
    let names = rig.commands.compactMap { command -> String? in
      guard case .send(chat, new, _, let amendment, let reply, _) = command else { return nil }
      return amendment?.target ?? reply?.id
    }
    #expect(names == [id])
  }
}
