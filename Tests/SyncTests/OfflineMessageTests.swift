import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// What a server kept for who was away, where no archive tells the order (XEP-0160).
@Suite struct OfflineMessageTests {
  private func rig() throws -> Rig {
    let rig = try Rig()
    rig.server.hasArchive = false
    rig.handle(.start)
    rig.link()
    rig.run()
    return rig
  }

  private func receive(_ text: String, isKept: Bool, _ rig: Rig) {
    var message = InboundMessage(
      source: .live, from: bo.with(resource: "phone")!, to: me, id: NamedID.id(of: text),
      originID: OriginID(named: text), content: .text(text))
    if isKept { message.stamp = Timestamp(milliseconds: 1) }
    rig.handle(.session(.message(message)))
  }

  @Test func `T1 what was kept stands above what comes between it`() throws {
    let rig = try rig()
    receive("one", isKept: true, rig)
    receive("four", isKept: false, rig)
    receive("two", isKept: true, rig)
    receive("five", isKept: false, rig)
    receive("three", isKept: true, rig)
    rig.run()
    #expect(try rig.texts() == ["one", "two", "three", "four", "five"])
    #expect(try rig.database.chats.chat(bo)?.last?.id == rig.page().last?.id)
    #expect(try rig.database.chats.chat(bo)?.unread == 5)
  }

  @Test func `T1 on a stream that goes on all stands as it comes, stamped or not`() throws {
    let rig = try Rig()
    rig.server.hasArchive = false
    rig.handle(.start)
    rig.linkResumable()
    rig.run()
    receive("one", isKept: false, rig)
    rig.run()
    rig.cut()
    #expect(rig.resume())
    rig.run()
    receive("two", isKept: true, rig)
    receive("three", isKept: false, rig)
    rig.run()
    #expect(try rig.texts() == ["one", "two", "three"])
  }

  @Test func `T1 what is stamped long after one came stands where it comes`() throws {
    let rig = try rig()
    receive("one", isKept: true, rig)
    receive("two", isKept: false, rig)
    rig.pass(61_000)
    receive("three", isKept: true, rig)
    rig.run()
    #expect(try rig.texts() == ["one", "two", "three"])
  }
}
