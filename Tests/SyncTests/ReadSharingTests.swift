import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// What is read on one of my devices is read on all of them (C5, XEP-0490).
@Suite struct ReadSharingTests {
  func shared(_ rig: Rig) -> [String] {
    rig.commands.compactMap {
      if case .shareRead(_, let place, _) = $0 { place.archiveID.name } else { nil }
    }
  }

  func rigWithThree() throws -> Rig {
    let rig = try Rig()
    rig.privacy = Privacy(tellsRead: false)
    try rig.kill()
    rig.link()
    for index in 1...3 { rig.server.deliver("\(index)", id: "x\(index)", from: bo) }
    rig.run()
    rig.forget()
    return rig
  }

  func read(_ index: Int, _ rig: Rig) throws {
    rig.wish(.markRead(chat: bo, through: try rig.page()[index].order))
    rig.run()
  }

  func unread(_ rig: Rig) throws -> Int? { try rig.database.chats.chat(bo)?.unread }

  @Test func `C5 my devices are told though the other is not`() throws {
    let rig = try rigWithThree()
    try read(1, rig)
    #expect(shared(rig) == ["a2"])
    #expect(!rig.commands.contains { if case .tell(_, .displayed) = $0 { true } else { false } })
    #expect(rig.server.shared == [ReadPlace(chat: bo, archiveID: ArchiveID(named: "a2"))])
  }

  @Test func `C5 my devices, which may read it, are not told that I have read what I cannot`()
    throws
  {
    let rig = try rigWithThree()
    rig.server.deliver("", id: "x4", from: bo, isEncrypted: true)
    rig.run()
    try read(3, rig)
    rig.pass(10_000)
    #expect(shared(rig) == ["a3"])
    #expect(try unread(rig) == 0)
  }

  @Test func `C5 while one scrolls they are told once a second, the newest last`() throws {
    let rig = try rigWithThree()
    for index in 0...2 { try read(index, rig) }
    #expect(shared(rig) == ["a1"])
    rig.pass(999)
    #expect(shared(rig) == ["a1"])
    rig.pass(1)
    #expect(shared(rig) == ["a1", "a3"])
    rig.pass(10_000)
    #expect(shared(rig) == ["a1", "a3"])
  }

  @Test func `C5 D2 who leaves right after reading has told so`() throws {
    let rig = try rigWithThree()
    for index in 0...2 { try read(index, rig) }
    rig.handle(.stop)
    #expect(shared(rig) == ["a1", "a3"])
    #expect(rig.commands.last == .close)
  }

  @Test func `C5 what is read there is read here, and never less than was read here`() throws {
    let rig = try rigWithThree()
    #expect(try unread(rig) == 3)
    rig.handle(.session(.readElsewhere([ReadPlace(chat: bo, archiveID: ArchiveID(named: "a2"))])))
    #expect(try unread(rig) == 1)
    rig.run()
    #expect(shared(rig).isEmpty)
    rig.handle(.session(.readElsewhere([ReadPlace(chat: bo, archiveID: ArchiveID(named: "a1"))])))
    #expect(try unread(rig) == 1)
    rig.run()
    #expect(shared(rig) == ["a2"])
  }

  @Test func `C5 Z1 a place of another chat, or that nobody knows, says nothing`() throws {
    let rig = try rigWithThree()
    rig.server.deliver("4", id: "x4", from: cy)
    rig.server.deliver("5", id: "x5", from: bo)
    rig.run()
    for (chat, id) in [(cy, "a5"), (bo, "a9")] {
      rig.handle(.session(.readElsewhere([ReadPlace(chat: chat, archiveID: ArchiveID(named: id))])))
    }
    #expect(try unread(rig) == 4)
    #expect(try rig.database.chats.chat(cy)?.unread == 1)
  }

  @Test func `C5 what was read while I was away is known when I am back`() throws {
    let rig = try rigWithThree()
    rig.cut()
    rig.server.deliver("4", id: "x4", from: bo, isLive: false)
    rig.server.shared = [ReadPlace(chat: bo, archiveID: ArchiveID(named: "a4"))]
    rig.link()
    rig.run()
    #expect(try unread(rig) == 0)
    #expect(shared(rig).isEmpty)
  }

  @Test func `C5 what was read offline is told after a kill`() throws {
    let rig = try rigWithThree()
    rig.cut()
    try read(2, rig)
    try rig.kill()
    rig.link()
    rig.run()
    #expect(shared(rig) == ["a3"])
    try rig.kill()
    rig.link()
    rig.run()
    #expect(shared(rig) == ["a3"])
  }

  @Test func `C5 where the others have read on meanwhile nothing older is told`() throws {
    let rig = try rigWithThree()
    rig.cut()
    try read(0, rig)
    rig.server.shared = [ReadPlace(chat: bo, archiveID: ArchiveID(named: "a3"))]
    rig.link()
    rig.run()
    #expect(shared(rig).isEmpty)
    #expect(try unread(rig) == 0)
  }

  @Test func `C5 where the node is not as it should be it is made, once on a link`() throws {
    let rig = try rigWithThree()
    rig.server.makesNodes = true
    rig.server.sharingRefusal = StanzaError(kind: "wait", condition: "resource-constraint")
    for index in 0...2 {
      try read(index, rig)
      rig.pass(2_000)
    }
    let nodes = rig.commands.compactMap {
      if case .shareRead(_, _, let node) = $0 { node } else { nil }
    }
    #expect(nodes == [.unknown, .missing, .made, .made])
    #expect(shared(rig) == ["a1", "a1", "a2", "a3"])
  }

  @Test func `C5 a server that keeps no such thing is asked once on a link`() throws {
    let rig = try rigWithThree()
    rig.server.sharingRefusal = StanzaError(kind: "cancel", condition: "service-unavailable")
    for index in 0...2 {
      try read(index, rig)
      rig.pass(2_000)
    }
    #expect(shared(rig) == ["a1"])
    #expect(try unread(rig) == 0)
  }
}
