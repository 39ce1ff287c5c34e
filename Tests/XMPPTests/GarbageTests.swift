import Model
import Testing

@testable import XMPP

/// A small generator that gives the same numbers for the same seed (SplitMix64).
private struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

@Suite struct GarbageTests {
  private static let stanzas =
    MessageTests.messages.map(\.xml) + MessageTests.dropped
    + RightfulSenderTests.forgedCarbons + RightfulSenderTests.rightfulCarbons.map(\.0)
    + PresenceAndRosterTests.presences.map(\.0) + [
      "<iq type='set' id='1'><query xmlns='jabber:iq:roster'><item jid='a@b'/></query></iq>",
      "<a xmlns='urn:xmpp:sm:3' h='0'/>", "<r xmlns='urn:xmpp:sm:3'/>",
      "<message><result xmlns='urn:xmpp:mam:2' queryid='1' id='2'><forwarded/></result></message>",
    ]

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `Z4 whatever a server says after sign-in, the session lives or ends in order`(seed: UInt64) {
    var random = Seeded(state: seed)
    let pool = Array(Self.stanzas.joined().utf8)
    var rig = Rig.ready()
    for _ in 0..<250 {
      rig.command(.send(to: Rig.own.bare, originID: OriginID("1"), text: "x"))
      rig.handle(
        .received(Self.mutated(Self.stanzas.randomElement(using: &random)!, pool, &random)))
      rig.handle(.committed)
      rig.uptime += Int64.random(in: 0...5000, using: &random)
      rig.handle(.tick)
      #expect(rig.events.filter { if case .ended = $0 { true } else { false } }.count <= 1)
      if rig.end != nil { rig = Rig.ready() }
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `Z4 whatever a server says before sign-in, nobody is signed in`(seed: UInt64) {
    var random = Seeded(state: seed)
    let steps = [
      Rig.header, Rig.mechanisms(["SCRAM-SHA-1", "SCRAM-SHA-256"]),
      Rig.sasl("challenge", "cj1hLHM9YmFzZSxpPTQwOTY="), Rig.sasl("success", "dj1hYWE="),
      Rig.boundFeatures, "<proceed xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>",
    ]
    let pool = Array(steps.joined().utf8)
    for _ in 0..<200 {
      var rig = Rig(requiresTLS: Bool.random(using: &random))
      rig.handle(.connected(isSecure: Bool.random(using: &random), binding: nil))
      for step in steps where rig.end == nil {
        let bytes =
          Bool.random(using: &random)
          ? Array(step.utf8) : Self.mutated(step, pool, &random)
        rig.handle(.received(bytes))
      }
      #expect(!rig.events.contains { if case .ready = $0 { true } else { false } })
    }
  }

  /// A stanza with a few bytes changed, lost, doubled or brought from elsewhere.
  private static func mutated(_ xml: String, _ pool: [UInt8], _ random: inout Seeded) -> [UInt8] {
    var bytes = Array(xml.utf8)
    for _ in 0..<Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
      let at = Int.random(in: 0..<bytes.count, using: &random)
      let from = Int.random(in: 0..<pool.count, using: &random)
      let piece = pool[from..<min(pool.count, from + Int.random(in: 0...30, using: &random))]
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes[at] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.removeSubrange(at..<min(bytes.count, at + piece.count))
      case 2: bytes.insert(contentsOf: piece, at: at)
      default: bytes[at] = pool[from]
      }
    }
    return bytes
  }
}
