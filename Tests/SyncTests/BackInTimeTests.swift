import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// The database is of an earlier time than what the server has (Z7).
@Suite struct BackInTimeTests {
  @Test func `Z7 what waited in the copy and went out since is not sent again`() throws {
    let rig = try Rig.online()
    rig.send("one", "m1")
    rig.run()
    rig.cut()
    rig.send("two", "m2")
    let copy = try rig.copy()
    rig.link()
    rig.run()
    rig.server.deliver("in", id: "x1", from: bo)
    rig.run()
    rig.send("three", "m3")
    rig.run()
    try rig.goBack(to: copy)
    rig.send("four", "m4")
    rig.link()
    rig.run()
    #expect(rig.server.received.map(\.name) == ["m1", "m2", "m3", "m4"])
    #expect(try rig.texts() == ["one", "two", "in", "three", "four"])
    #expect(try rig.counts() == OutboxCounts())
  }

  @Test func `Z7 a stream is not resumed from a copy, whose count is of an earlier time`() throws {
    let rig = try Rig()
    rig.handle(.start)
    rig.linkResumable()
    rig.run()
    rig.send("one", "m1")
    rig.cut()
    let copy = try rig.copy()
    #expect(try rig.database.streams.state() != nil)
    try rig.goBack(to: copy)
    #expect(rig.core.stream == nil)
    rig.linkResumable()
    rig.run()
    rig.cut()
    try rig.kill()
    #expect(rig.core.stream != nil, "its own is resumed")
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `Z7 whenever the copy was made and put back, nothing typed after is lost or repeated`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let rig = try Rig()
    rig.handle(.start)
    var typed: [String] = []
    for _ in 0..<80 { try step(rig, &typed, &random) }
    let copy = try rig.copy()
    for _ in 0..<80 { try step(rig, &typed, &random) }
    try rig.goBack(to: copy)
    let before = typed.count
    for _ in 0..<80 { try step(rig, &typed, &random) }
    rig.run()
    rig.cut()
    rig.link()
    rig.run()
    #expect(try rig.counts() == OutboxCounts())
    let archived = rig.server.archive.map(\.message)
    let ids = archived.compactMap(\.originID)
    #expect(Set(ids).count == ids.count, "sent twice")
    for chat in [bo, cy] {
      let texts = archived.filter { [$0.from.bare, $0.to.bare].contains(chat) }.compactMap(\.text)
      let told = try rig.texts(chat)
      #expect(told == texts, "\(told)\n\(texts)")
    }
    #expect(Set(typed[before...]).isSubset(of: archived.compactMap(\.text)))
  }

  private func step(
    _ rig: Rig, _ typed: inout [String], _ random: inout SeededGenerator
  ) throws {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<25:
      typed.append("out \(typed.count)")
      rig.send(typed.last!, "m\(typed.count)", to: [bo, cy].randomElement(using: &random)!)
    case 25..<33:
      let number = rig.server.archive.count
      rig.server.deliver("in \(number)", id: "x\(number)", from: bo)
    case 33..<62: _ = rig.serve()
    case 62..<90: _ = rig.receive()
    case 90..<94: rig.cut()
    case 94..<96: try rig.kill()
    default: if !rig.isLinked { link(rig, &random) }
    }
  }

  /// Where what is stored is not what the server counted, a new stream begins.
  private func link(_ rig: Rig, _ random: inout SeededGenerator) {
    let resumes = rig.core.stream != nil && Bool.random(using: &random)
    guard !resumes || !rig.resume() else { return }
    rig.linkResumable(knowsOld: Bool.random(using: &random))
  }
}
