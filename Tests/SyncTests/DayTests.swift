import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// Going to a day that is on the server and not here (P7). The model's server takes a message each second.
@Suite struct DayTests {
  private let end = MessageOrder(anchor: .max, sequence: 0)

  /// Of a thousand messages the newest are here.
  private func rig() throws -> Rig {
    let rig = try Rig()
    rig.handle(.start)
    for index in 1...1_000 {
      rig.server.deliver("text \(index)", id: "text\(index)", from: bo, isLive: false)
    }
    rig.link()
    rig.run()
    rig.wish(.open(bo))
    rig.run()
    rig.forget()
    return rig
  }

  /// Of three hundred messages that were here the first 199 were removed by age.
  private func purged() throws -> Rig {
    let rig = try Rig.online()
    for index in 1...300 { rig.server.deliver("text \(index)", id: "text\(index)", from: bo) }
    rig.run()
    rig.pass(5_000)
    rig.wish(.markRead(chat: bo, through: try #require(rig.page().last).order))
    rig.wish(.setKeep(Keep(age: 100_000, newest: 10)))
    rig.pass(30_000)
    return rig
  }

  private func go(to second: Int64, _ rig: Rig) -> [String] {
    rig.forget()
    rig.wish(.openSince(chat: bo, time: Timestamp(milliseconds: second * 1_000)))
    rig.run()
    return stretch(rig)
  }

  private func stretch(_ rig: Rig) -> [String] {
    for case .stretch(_, let messages, _, _) in rig.changes.reversed() {
      return messages.map(\.text)
    }
    return []
  }

  private func gap(_ rig: Rig) -> MessageOrder?? {
    for case .gap(_, let place) in rig.changes.reversed() { return .some(place) }
    return nil
  }

  private func texts(_ range: ClosedRange<Int>) -> [String] { range.map { "text \($0)" } }

  private func expectQuiet(_ rig: Rig) throws {
    // The first page of a new device.
    #expect(try rig.database.chats.chat(bo)?.unread == 50)
    #expect(!rig.changes.contains { if case .arrived = $0 { true } else { false } })
    #expect(!rig.commands.contains { if case .tell = $0 { true } else { false } })
  }

  @Test func `P7 a day that is not here comes from the archive, with a gap to what is known`()
    throws
  {
    let rig = try rig()
    let shown = go(to: 300, rig)
    #expect(shown == texts(300...324))
    #expect(gap(rig) != .some(nil) && gap(rig) != nil)
    // What was before it comes as one scrolls up, page by page.
    rig.forget()
    let first = try #require(try rig.page().first)
    #expect(first.text == "text 300")
    rig.wish(.loadOlder(chat: bo, before: first.order))
    rig.run()
    #expect(try rig.texts().first == "text 250")
    try expectQuiet(rig)
  }

  @Test(arguments: [true, false])
  func `P7 T1 the gap closes from the side it is seen from, in order and once`(
    _ isFromBelow: Bool
  ) throws {
    let rig = try rig()
    _ = go(to: 300, rig)
    var steps = 0
    while steps < 30 {
      rig.forget()
      rig.wish(.fillGap(chat: bo, fromBelow: isFromBelow))
      rig.run()
      steps += 1
      if try rig.texts() == texts(300...1_000) { break }
    }
    #expect(try rig.texts() == texts(300...1_000), "after \(steps)")
    for _ in 0..<60 {
      rig.forget()
      let oldest = try #require(try rig.page().first)
      if oldest.text == "text 1" { break }
      rig.wish(.loadOlder(chat: bo, before: oldest.order))
      rig.run()
    }
    #expect(try rig.texts() == texts(1...1_000))
    try expectQuiet(rig)
  }

  @Test
  func `P7 a day that is here needs no archive, and one that is nowhere ends at what there is`()
    throws
  {
    let rig = try rig()
    #expect(go(to: 980, rig).contains("text 980"))
    #expect(!rig.commands.contains { if case .queryArchive = $0 { true } else { false } })
    let shown = go(to: -5_000, rig)
    #expect(shown.first == "text 1")
  }

  @Test func `P3 P7 offline what is here is shown, and that is said`() throws {
    let rig = try rig()
    rig.cut()
    let shown = go(to: 300, rig)
    #expect(shown == texts(951...975))
    #expect(
      rig.changes.contains {
        if case .notice(let notice) = $0 { notice.text.contains("You are offline") } else { false }
      })
    #expect(go(to: 980, rig).contains("text 980"))
  }

  @Test func `P7 a day that is gone to while the archive is still read comes when it is`() throws {
    let rig = try rig()
    rig.cut()
    rig.link()
    #expect(go(to: 300, rig).first == "text 300")
    #expect(!rig.changes.contains { if case .notice = $0 { true } else { false } })
  }

  @Test func `P3 P7 a link that breaks under the question answers with what is here`() throws {
    let rig = try rig()
    rig.isSilent = true
    #expect(go(to: 300, rig).isEmpty)
    rig.cut()
    #expect(stretch(rig).first == "text 951")
    rig.isSilent = false
    rig.link()
    rig.run()
    #expect(go(to: 300, rig).first == "text 300")
  }

  @Test func `P7 O9 what comes meanwhile stands at the end, and the next start knows the gap`()
    throws
  {
    let rig = try rig()
    _ = go(to: 300, rig)
    rig.server.deliver("new", id: "new", from: bo)
    rig.run()
    rig.pass(5_000)
    #expect(try rig.texts().last == "new")
    rig.cut()
    try rig.kill()
    rig.link()
    rig.run()
    rig.forget()
    rig.wish(.open(bo))
    rig.run()
    #expect(gap(rig) != nil && gap(rig) != .some(nil))
    for _ in 0..<30 {
      rig.wish(.fillGap(chat: bo, fromBelow: false))
      rig.run()
    }
    #expect(try rig.texts() == texts(300...1_000) + ["new"])
  }

  @Test func `P4 P7 a day is gone to while older messages are on their way`() throws {
    let rig = try purged()
    rig.cut()
    #expect(go(to: 50, rig).first == "text 200")
    rig.link()
    rig.run()
    rig.wish(.loadOlder(chat: bo, before: try #require(rig.page().first).order))
    #expect(go(to: 50, rig) == texts(50...74))
  }

  @Test(arguments: [true, false])
  func `P4 P7 a day that was removed here comes again, and the gap closes`(
    _ isFromBelow: Bool
  ) throws {
    let rig = try purged()
    #expect(try rig.texts() == texts(200...300))
    #expect(go(to: 50, rig) == texts(50...74))
    #expect(try rig.texts() == texts(50...99) + texts(200...300))
    for _ in 0..<10 {
      rig.wish(.fillGap(chat: bo, fromBelow: isFromBelow))
      rig.run()
    }
    let got = try rig.texts()
    #expect(got.suffix(251) == texts(50...300)[...])
    #expect(got == texts((got.count == 251 ? 50 : 1)...300))
  }
}
