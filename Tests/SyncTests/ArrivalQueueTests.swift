import Synchronization
import Testing

@testable import Sync

/// A server's words are taken in pieces, between which whoever types comes first.
@Suite struct ArrivalQueueTests {
  private func bytes(of event: LinkEvent) -> [UInt8]? {
    if case .received(let bytes) = event { bytes } else { nil }
  }

  @Test func `Z4 the pieces are what came, in order, and the wire may go on when all is taken`() {
    let released = Mutex<[Int]>([])
    var queue = ArrivalQueue()
    let all = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    queue.add(.received(all), from: 1) { released.withLock { $0.append(1) } }
    queue.add(.received([1, 2, 3]), from: 2) { released.withLock { $0.append(2) } }
    queue.add(.closed(reason: "over"), from: 2) { released.withLock { $0.append(3) } }
    var taken: [UInt8] = []
    while taken.count < all.count, let piece = queue.next() {
      let part = bytes(of: piece.event) ?? []
      #expect(piece.wire == 1 && part.count <= queue.size)
      #expect(released.withLock { $0.isEmpty } || taken.count + part.count == all.count)
      taken += part
    }
    #expect(taken == all && released.withLock { $0 } == [1])
    let next = queue.next()
    #expect(next?.wire == 2 && next.flatMap { bytes(of: $0.event) } == [1, 2, 3])
    guard case .closed = queue.next()?.event else { return #expect(Bool(false), "the end") }
    #expect(released.withLock { $0 } == [1, 2, 3] && queue.isEmpty && queue.next() == nil)
  }

  /// Bytes of the next piece where each byte takes so many milliseconds, and in the end.
  private func sizes(perByte cost: Double, _ count: Int = 60) -> [Int] {
    var queue = ArrivalQueue()
    return (0..<count).compactMap { _ in
      queue.add(.received([UInt8](repeating: 32, count: 200_000)), from: 1) {}
      guard let piece = queue.next(), let part = bytes(of: piece.event) else { return nil }
      queue.measured(piece, milliseconds: Int64(Double(part.count) * cost))
      return part.count
    }
  }

  @Test func `Z4 what takes long is taken in short pieces, and what is quick in long ones`() {
    // A correction of 150 bytes that takes 10 ms, and one that takes next to nothing.
    #expect((sizes(perByte: 10.0 / 150).last ?? 0) <= 600)
    #expect((sizes(perByte: 10.0 / 150).prefix(4).last ?? 0) <= 600, "soon")
    #expect(sizes(perByte: 0.000_01).last == 65_536)
    #expect(sizes(perByte: 10).last == 512, "whatever it costs it goes on")
  }
}
