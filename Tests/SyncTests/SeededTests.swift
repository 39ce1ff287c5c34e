import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// Random lives of a whole engine under a seed, against what the user may expect.
@Suite struct SeededTests {
  /// What the user wrote and did not take back, per chat, in order.
  struct Expectation {
    var texts: [JID: [String]] = [:]
    var number = 0
  }

  /// How connections come back.
  enum Return: CaseIterable {
    case bind, resume, either
  }

  @Test(arguments: 1...12, Return.allCases)
  func `O9 nothing is lost or repeated, whatever is cut, killed or restarted when`(
    seed: UInt64, way: Return
  ) throws {
    var random = SeededGenerator(seed: seed)
    let rig = try Rig()
    rig.handle(.start)
    var expected = Expectation()
    for _ in 0..<250 {
      try step(rig, way, &expected, &random)
      try check(rig, expected)
    }
    try settle(rig)
    try checkEnd(rig, expected)
  }

  private func step(
    _ rig: Rig, _ way: Return, _ expected: inout Expectation,
    _ random: inout SeededGenerator
  ) throws {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<25: write(rig, &expected, &random)
    case 25..<30: cancelNewest(rig, &expected)
    case 30..<36:
      expected.number += 1
      rig.server.deliver("in \(expected.number)", id: "x\(expected.number)", from: bo)
    case 36..<39:
      expected.number += 1
      rig.server.carbon("laptop \(expected.number)", id: "c\(expected.number)", to: cy)
    case 39..<65: _ = rig.serve()
    case 65..<90: _ = rig.receive()
    case 90..<94: rig.cut()
    case 94..<96: try rig.kill()
    default: if !rig.isLinked { link(rig, way, &random) }
    }
  }

  private func link(_ rig: Rig, _ way: Return, _ random: inout SeededGenerator) {
    guard way != .bind else { return rig.link() }
    let keeps = way == .resume || Bool.random(using: &random)
    guard rig.core.stream != nil, keeps else {
      return rig.linkResumable(knowsOld: Bool.random(using: &random))
    }
    #expect(rig.resume(), "what is stored is not what the server counted")
  }

  private func write(
    _ rig: Rig, _ expected: inout Expectation, _ random: inout SeededGenerator
  ) {
    expected.number += 1
    let chat = [bo, cy, me].randomElement(using: &random)!
    rig.send("out \(expected.number)", "m\(expected.number)", to: chat)
    expected.texts[chat, default: []].append("out \(expected.number)")
  }

  private func cancelNewest(_ rig: Rig, _ expected: inout Expectation) {
    let id = OriginID(named: "m\(expected.number)")
    rig.forget()
    rig.wish(.cancel(id))
    for case .messageRemoved(let chat, _) in rig.changes {
      expected.texts[chat]?.removeLast()
    }
  }

  /// What holds after every step.
  private func check(_ rig: Rig, _ expected: Expectation) throws {
    var waiting = OutboxCounts()
    for entry in try rig.database.outbox.entries() {
      switch entry.state {
      case .queued: waiting.queued += 1
      case .sending: waiting.sending += 1
      default: waiting.failed += 1
      }
    }
    #expect(try rig.counts() == waiting)
    try checkCount(rig)
    for (chat, texts) in expected.texts {
      let mine = try rig.page(chat).filter { $0.text.hasPrefix("out") }
      #expect(mine.map(\.text) == texts, "a drawn echo survives, once and in order")
      let firsts = try rig.database.outbox.entries().filter { $0.chat == chat }
      #expect(Set(firsts.map(\.originID)).isSubset(of: Set(mine.compactMap(\.originID))))
    }
  }

  /// Our count never runs ahead of the disk.
  private func checkCount(_ rig: Rig) throws {
    let stored = try rig.database.streams.state()
    #expect(stored == rig.core.stream)
    guard let stored, stored.id == rig.stream?.client.id else { return }
    for case .message(let message) in rig.server.said.prefix(Int(stored.handled)) {
      guard let id = message.archiveID, message.text != nil else { continue }
      #expect(try rig.database.messages.message(id) != nil, "counted and not stored: \(id)")
    }
  }

  private func settle(_ rig: Rig) throws {
    rig.run()
    rig.cut()
    rig.link()
    rig.run()
  }

  private func checkEnd(_ rig: Rig, _ expected: Expectation) throws {
    #expect(try rig.counts() == OutboxCounts())
    let received = rig.server.received
    #expect(Set(received).count == received.count, "sent twice")
    for chat in [bo, cy, me] {
      let archived = rig.server.archive.map(\.message).filter {
        ($0.from.bare == me ? $0.to.bare : $0.from.bare) == chat
      }
      let page = try rig.page(chat)
      #expect(page.map(\.text) == archived.suffix(page.count).map { $0.text! })
      #expect(page.allSatisfy { $0.isPlaced })
      let mine = page.filter { $0.text.hasPrefix("out") }.map(\.text)
      #expect(mine == expected.texts[chat, default: []])
    }
  }
}
