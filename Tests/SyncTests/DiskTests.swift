import Glibc
import Model
import Scratch
import Storage
import Testing

@testable import Storage
@testable import Sync

/// The engine on a disk that refuses (P5, S2).
@Suite struct DiskTests {
  private func lock(_ rig: Rig) throws -> Database {
    let other = try Database(path: rig.database.path, busyTimeout: 0)
    try rig.database.run(script: "PRAGMA busy_timeout = 0")
    try other.run(script: "BEGIN IMMEDIATE")
    return other
  }

  @Test
  func `P5 S2 while another program holds the file it says so, keeps texts and goes on after`()
    throws
  {
    let rig = try Rig.online()
    rig.wish(.saveDraft(chat: bo, text: "on its way"))
    let other = try lock(rig)
    rig.send("on its way", "m1")
    #expect(rig.disk?.reason == StorageError.locked.explanation)
    #expect(rig.disk?.state == .refusing)
    let reason = StorageError.locked.explanation
    let expected = Change.notSaved(
      chat: bo, originID: OriginID(named: "m1"), text: "on its way", reason: reason)
    #expect(rig.changes.contains(expected))
    #expect(try rig.database.drafts.draft(bo) == "on its way", "the draft is there at a restart")
    try other.run(script: "COMMIT")
    rig.send("on its way", "m1")
    #expect(rig.disk == nil)
    rig.run()
    #expect(try rig.texts() == ["on its way"])
  }

  @Test func `P5 a disk that works again is noticed without anybody doing anything`() throws {
    let rig = try Rig.online()
    let other = try lock(rig)
    rig.send("a", "m1")
    #expect(rig.disk != nil)
    rig.pass(3_000)
    #expect(rig.disk != nil)
    try other.run(script: "COMMIT")
    rig.pass(2_000)
    #expect(rig.disk == nil)
  }

  @Test func `P3 P5 what is there is shown, also from the start on, while nothing can be written`()
    throws
  {
    let rig = try Rig.online()
    rig.send("a", "m1")
    rig.run()
    let other = try lock(rig)
    try rig.kill()
    try rig.database.run(script: "PRAGMA busy_timeout = 0")
    rig.forget()
    rig.handle(.start)
    #expect(rig.changes.contains { if case .chat(let chat) = $0 { chat.jid == bo } else { false } })
    #expect(!rig.isConnecting, "what came could not be stored")
    rig.wish(.open(bo))
    let page = rig.changes.compactMap { change in
      if case .page(bo, let messages, _) = change { messages.map(\.text) } else { nil }
    }
    #expect(page == [["a"]])
    try other.run(script: "COMMIT")
    rig.pass(2_000)
    #expect(rig.isConnecting)
    rig.link()
    rig.run()
    rig.send("b", "m2")
    rig.run()
    #expect(try rig.texts() == ["a", "b"])
  }

  @Test func `P5 a file removed while running ends the link for good, and the text is kept`() throws
  {
    let rig = try Rig.online()
    unlink(rig.database.path)
    rig.send("a", "m1")
    #expect(rig.disk?.reason == StorageError.removed(kept: nil).explanation)
    #expect(rig.changes.contains { if case .notSaved = $0 { true } else { false } })
    #expect(!rig.isLinked)
    rig.pass(600_000)
    #expect(!rig.isConnecting)
    unlink(rig.database.path + ".kept-1")
  }
}
