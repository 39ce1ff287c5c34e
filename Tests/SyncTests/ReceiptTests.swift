import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// Receipts that are owed (D1): told once the messages are here, and until the server has them.
@Suite struct ReceiptTests {
  private func receipts(_ commands: [SessionCommand]) -> [String] {
    commands.compactMap {
      if case .tell(_, .receipt(let id)) = $0 { NamedID.name(of: id) } else { nil }
    }
  }

  /// Read the archive before, and so many came while it was away.
  private func returning(after count: Int) throws -> Rig {
    let rig = try Rig.online()
    rig.server.deliver("first", id: "first", from: bo)
    rig.run()
    rig.cut()
    for index in 1...count {
      rig.server.deliver("\(index)", id: "x\(index)", from: bo, isLive: false)
    }
    rig.forget()
    return rig
  }

  @Test func `D1 the messages come before the receipts for them`() throws {
    let rig = try returning(after: 170)
    rig.link()
    while try rig.texts().count < 171 {
      #expect(receipts(rig.commands).isEmpty)
      try #require(rig.serve() || rig.receive())
    }
    rig.run()
    #expect(receipts(rig.server.others).suffix(170) == (1...170).map { "x\($0)" })
  }

  @Test func `O11 a batch of receipts waits until the server has the one before`() throws {
    let rig = try returning(after: 170)
    rig.link()
    while receipts(rig.commands).isEmpty { try #require(rig.serve() || rig.receive()) }
    #expect(receipts(rig.commands).count == 50)
    while !rig.server.inbound.isEmpty { _ = rig.serve() }
    #expect(receipts(rig.commands).count == 50, "the answer is on its way")
    rig.run()
    #expect(receipts(rig.commands) == (1...170).map { "x\($0)" })
    #expect(try rig.database.receipts.owed(after: 0, limit: 10).isEmpty)
  }

  @Test func `O11 what I write goes out before the receipts that wait`() throws {
    let rig = try returning(after: 170)
    rig.send("hello", "m1")
    rig.link()
    while receipts(rig.commands).isEmpty { try #require(rig.serve() || rig.receive()) }
    let first = rig.commands.firstIndex { if case .tell(_, .receipt) = $0 { true } else { false } }
    let mine = rig.commands.firstIndex { if case .send = $0 { true } else { false } }
    #expect(try #require(mine) < #require(first))
  }

  @Test(arguments: [false, true])
  func `D1 a receipt that was cut off goes out on the next link`(isKilled: Bool) throws {
    let rig = try Rig.online()
    rig.server.deliver("hi", id: "x1", from: bo)
    while rig.receive() {}
    #expect(receipts(rig.commands) == ["x1"])
    if isKilled { try rig.kill() } else { rig.cut() }
    #expect(receipts(rig.server.others).isEmpty)
    rig.link()
    rig.run()
    #expect(receipts(rig.server.others) == ["x1"])
    rig.cut()
    rig.link()
    rig.run()
    #expect(receipts(rig.server.others) == ["x1"], "the server has answered since")
  }

  @Test func `D1 a question that nobody answers proves nothing of the receipt before it`() throws {
    let rig = try Rig.online()
    rig.server.deliver("hi", id: "x1", from: bo)
    _ = rig.receive()
    rig.handle(.session(.archiveFailed(query: try #require(rig.lastQuery).id, .timeout)))
    rig.cut()
    rig.link()
    rig.run()
    #expect(receipts(rig.server.others) == ["x1"])
  }

  /// A receipt went, then the archive was asked, then another receipt went.
  private func withQuestionBetween() throws -> (rig: Rig, question: String) {
    let rig = try Rig.online()
    rig.server.deliver("1", id: "x1", from: bo)
    _ = rig.receive()
    let question = try #require(rig.lastQuery).id
    rig.server.deliver("2", id: "x2", from: bo)
    _ = rig.receive()
    return (rig, question)
  }

  @Test func `D1 answers in another order than the questions prove no more than once`() throws {
    let (rig, question) = try withQuestionBetween()
    let ping = rig.commands.lazy.reversed().compactMap { command in
      if case .ping(let id) = command { id } else { nil }
    }.first
    let page = ArchivePage(query: question, entries: [], isComplete: true)
    if let ping { rig.handle(.session(.pong(id: ping))) }
    rig.handle(.session(.archivePage(page)))
    rig.run()
    for index in 3...160 { rig.server.deliver("\(index)", id: "x\(index)", from: bo) }
    rig.run()
    #expect(receipts(rig.server.others) == (1...160).map { "x\($0)" })
    #expect(try rig.database.receipts.owed(after: 0, limit: 10).isEmpty)
  }

  @Test func `D1 a receipt that went after a question is proven by the next one`() throws {
    let (rig, question) = try withQuestionBetween()
    #expect(receipts(rig.commands) == ["x1", "x2"])
    rig.forget()
    let page = ArchivePage(query: question, entries: [], isComplete: true)
    rig.handle(.session(.archivePage(page)))
    #expect(
      try rig.database.receipts.owed(after: 0, limit: 10).map { NamedID.name(of: $0.id) } == ["x2"])
    rig.run()
    #expect(try rig.database.receipts.owed(after: 0, limit: 10).isEmpty)
    #expect(receipts(rig.commands).isEmpty, "none goes twice")
  }

  @Test func `D1 a receipt that leaves right behind a question is not proven by its answer`()
    throws
  {
    let rig = try returning(after: 1)
    rig.link()
    rig.server.deliver("2", id: "x2", from: bo)
    while receipts(rig.commands).isEmpty { try #require(rig.receive() || rig.serve()) }
    let last = rig.commands.lastIndex { if case .tell(_, .receipt) = $0 { true } else { false } }
    let question = rig.commands.lastIndex { $0.isQuery }
    #expect(try #require(question) < #require(last), "they are of one turn")
    let query = try #require(rig.lastQuery)
    rig.handle(.session(.archivePage(ArchivePage(query: query.id, entries: [], isComplete: true))))
    rig.cut()
    #expect(receipts(rig.server.others) == ["first"], "those two never arrived")
    rig.link()
    rig.run()
    #expect(receipts(rig.server.others) == ["first", "x2", "x1"])
  }

  @Test func `D1 what was owed when receipts were turned off is not told`() throws {
    let rig = try Rig.online()
    rig.server.deliver("hi", id: "x1", from: bo)
    _ = rig.receive()
    #expect(receipts(rig.commands) == ["x1"])
    rig.privacy = Privacy(tellsDelivered: false)
    try rig.kill()
    rig.forget()
    rig.link()
    rig.run()
    #expect(receipts(rig.commands).isEmpty)
  }

  @Test func `D1 I9 receipts are turned off and on while one is online`() throws {
    let rig = try Rig.online()
    for (id, tells) in [("x1", false), ("x2", true), ("x3", false)] {
      rig.core.privacy.tellsDelivered = tells
      rig.server.deliver("hi", id: id, from: bo)
      _ = rig.receive()
      rig.run()
    }
    #expect(receipts(rig.commands) == ["x2"])
  }

  @Test func `X2 a new device comes online first, and is given what waits for it`() throws {
    let rig = try Rig()
    rig.handle(.start)
    rig.link()
    let presence = rig.commands.firstIndex { if case .presence = $0 { true } else { false } }
    let query = rig.commands.firstIndex { $0.isQuery }
    #expect(try #require(presence) < #require(query))
  }
}

extension SessionCommand {
  fileprivate var isQuery: Bool { if case .queryArchive = self { true } else { false } }
}
