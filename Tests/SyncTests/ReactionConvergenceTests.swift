import Model
import Scratch
import Storage
import Testing
import XMPP

@testable import Sync

/// Reactions of three devices, cut off, killed and out of order: in the end each shows what the archive says last.
@Suite struct ReactionConvergenceTests {
  private static let signs = ["👍", "❤️", "🎉", "👀"]

  /// What a person says last of a message by the order of the archive; what went twice stands where it stood first.
  private func truth(_ server: ModelServer) -> [String: [String: Set<Emoji>]] {
    var truth: [String: [String: Set<Emoji>]] = [:]
    var seen: Set<OriginID> = []
    for message in server.archive.map(\.message) {
      guard case .reactions(let emoji, let target)? = message.amendment,
        let id = message.originID, seen.insert(id).inserted
      else { continue }
      truth[target, default: [:]][message.from.bare.description] = Set(emoji)
    }
    return truth.mapValues { $0.filter { !$0.value.isEmpty } }.filter { !$0.value.isEmpty }
  }

  /// The same as a device shows it.
  private func shown(_ rig: Rig) throws -> [String: [String: Set<Emoji>]] {
    var shown: [String: [String: Set<Emoji>]] = [:]
    for message in try rig.page() where !message.reactions.isEmpty {
      let said = message.reactions.map { ($0.sender.description, Set($0.emoji)) }
      shown[message.originID?.value ?? ""] = Dictionary(said) { $1 }
    }
    return shown
  }

  /// Of messages that are here or will be.
  private func amendment(_ messages: Int, _ random: inout SeededGenerator) -> Amendment {
    let texts = Self.signs.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
    let number = Int.random(in: 0..<messages + 2, using: &random)
    return .reactions(Emoji.all(in: texts), to: NamedID.id(of: "the-message-\(number)"))
  }

  private func step(
    _ rig: Rig, _ number: Int, _ messages: inout Int, _ random: inout SeededGenerator
  ) throws {
    let isLive = rig.isLinked && Int.random(in: 0..<4, using: &random) > 0
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1:
      rig.server.deliver("hi", id: "the-message-\(messages)", from: bo, isLive: isLive)
      messages += 1
    case 2, 3:
      let said = amendment(messages, &random)
      rig.server.deliver("", id: "his-\(number)", from: bo, isLive: isLive, amending: said)
    case 4:
      rig.server.carbon("", id: "other-\(number)", to: bo, amending: amendment(messages, &random))
    case 5, 6:
      guard let row = try rig.page().randomElement(using: &random)?.id,
        let sign = Self.signs.randomElement(using: &random).flatMap({ Emoji($0) })
      else { return }
      rig.wish(.react(row: row, sign, newID: OriginID(named: "mine-\(number)")))
    case 7: rig.cut()
    case 8: if !rig.isLinked { rig.link() }
    case 9: if number % 3 == 0 { try rig.kill() }
    case 10: _ = rig.serve() || rig.receive()
    default: rig.run()
    }
  }

  @Test(arguments: 1...12)
  func `M4 C5 T1 reactions converge on every device, whatever is cut, killed or late`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let contact = RosterItem(
      contact: Contact(jid: bo, name: nil, subscription: .both), isRemoved: false)
    let rig = try Rig()
    rig.server.roster = [contact]
    rig.handle(.start)
    rig.link()
    rig.run()
    var messages = 0
    for number in 0..<80 { try step(rig, number, &messages, &random) }
    for _ in 0..<2 {
      rig.cut()
      rig.link()
      rig.run()
    }
    let wanted = truth(rig.server).filter { target, _ in
      rig.server.archive.contains { $0.message.originID?.value == target }
    }
    #expect(try rig.counts() == OutboxCounts())
    #expect(try shown(rig) == wanted)
    #expect(!wanted.isEmpty)
    let fresh = try Rig()
    fresh.server = rig.server
    (fresh.server.inbound, fresh.server.outbound) = ([], [])
    fresh.handle(.start)
    fresh.link()
    fresh.run()
    fresh.wish(.open(bo))
    fresh.run()
    #expect(try shown(fresh) == wanted)
    #expect(try rig.page().count == messages && rig.page().allSatisfy { $0.text == "hi" })
  }
}
