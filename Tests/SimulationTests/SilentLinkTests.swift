import Model
import Scratch
import Simulation
import Testing

/// Links that are slow, and links that carry nothing, with a message under way (O1).
@Suite struct SilentLinkTests {
  private final class Seen {
    var states: [(at: Int64, state: ConnectionState)] = []
  }

  private let folder = ScratchFolder(inMemory: true)
  private let bo = JID("bo@sim.example")!

  /// ana and bo online for a while, and how ana's program says it is connected from then on.
  private func stage() -> (stage: Stage, seen: Seen) {
    let cast = Cast(
      domain: "sim.example",
      seats: [
        Seat(account: "ana@sim.example", resource: "a"),
        Seat(account: "bo@sim.example", resource: "b"),
      ],
      epoch: 1_704_067_200_000)
    let stage = Stage(cast, seed: 1, folder: folder.path)
    for seat in [0, 1] { stage.start(seat) }
    stage.run(until: 20_000)
    let seen = Seen()
    stage.onChanges(0) { [unowned stage] changes in
      for case .connection(let state) in changes { seen.states.append((stage.now, state)) }
    }
    return (stage, seen)
  }

  private func said(_ stage: Stage) throws -> [String] {
    try stage.messages(of: JID("ana@sim.example")!, 1).map(\.text)
  }

  @Test func `O1 Z8 at 20 kbit/s long messages go out, and the link is kept`() throws {
    let (stage, seen) = stage()
    stage.setLink(LinkTraits(delay: 100...100, bytesPerSecond: 2_500), 0)
    let texts = (1...30).map { "\($0) " + String(repeating: "x", count: 8_000) }
    for text in texts { stage.write(text, to: bo, 0) }
    stage.run(until: 180_000)
    #expect(seen.states.allSatisfy { $0.state.isOnline }, "\(seen.states)")
    #expect(try said(stage) == texts)
    #expect(stage.violations.isEmpty)
    stage.removeFiles()
  }

  @Test func `O1 into a black hole the link is doubted after 3 s, and Offline is said within 6 s`()
    throws
  {
    let (stage, seen) = stage()
    stage.setNetwork(.silent, 0)
    stage.write("hello", to: bo, 0)
    stage.run(until: 26_000)
    #expect(seen.states.map(\.state).first == .unanswered(since: 20_000 - bootTime(stage)))
    #expect(seen.states.first?.at == 23_000)
    let offline = seen.states.first { if case .offline = $0.state { true } else { false } }
    #expect((offline?.at ?? .max) <= 26_000)
    stage.setNetwork(.on, 0)
    stage.run(until: 40_000)
    #expect(seen.states.last?.state.isOnline == true)
    #expect(try said(stage) == ["hello"])
    #expect(stage.violations.isEmpty)
    stage.removeFiles()
  }

  /// Of the device, whose uptime it is.
  private func bootTime(_ stage: Stage) -> Int64 { stage.now - stage.moment(0).uptime }

  @Test func `O1 O9 where only this connection is dead the next takes its place within 4 s`() throws
  {
    let (stage, seen) = stage()
    stage.halfOpen(0)
    stage.write("hello", to: bo, 0)
    stage.run(until: 24_000)
    #expect(seen.states.last?.state.isOnline == true)
    #expect(!seen.states.contains { if case .offline = $0.state { true } else { false } })
    #expect(try said(stage) == ["hello"])
    #expect(stage.violations.isEmpty)
    stage.removeFiles()
  }
}
