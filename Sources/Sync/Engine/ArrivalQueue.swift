internal import Model

/// The events of the wires that were not handled yet. They are taken in pieces that take a moment each, however much
/// there is and whatever it costs: between two of them whoever types comes first.
struct ArrivalQueue {
  /// A part of what a wire says.
  struct Piece {
    var event: LinkEvent
    /// The wire's number.
    var wire: Int
  }

  private struct Arrival {
    var event: LinkEvent
    var wire: Int
    var release: @Sendable () -> Void
    /// How much of the bytes was taken.
    var taken = 0
  }

  /// Bytes of a piece: as many as took `aim` last time, within these.
  private static let sizes = 512...65_536
  /// Milliseconds that a piece should take.
  private static let aim: Int64 = 20

  private var arrivals: [Arrival] = []
  private(set) var size = 16_384

  var isEmpty: Bool { arrivals.isEmpty }

  /// - Parameter release: called when all of it was taken.
  mutating func add(
    _ event: LinkEvent, from wire: Int, release: @escaping @Sendable () -> Void
  ) {
    arrivals.append(Arrival(event: event, wire: wire, release: release))
  }

  /// The next piece, in the order of arrival; the whole of what is no bytes.
  mutating func next() -> Piece? {
    guard let arrival = arrivals.first else { return nil }
    guard case .received(let bytes) = arrival.event, bytes.count - arrival.taken > size else {
      return takeRest(of: arrivals.removeFirst())
    }
    arrivals[0].taken += size
    let part = Array(bytes[arrival.taken..<arrival.taken + size])
    return Piece(event: .received(part), wire: arrival.wire)
  }

  private func takeRest(of arrival: Arrival) -> Piece {
    defer { arrival.release() }
    guard arrival.taken > 0, case .received(let bytes) = arrival.event else {
      return Piece(event: arrival.event, wire: arrival.wire)
    }
    return Piece(event: .received(Array(bytes[arrival.taken...])), wire: arrival.wire)
  }

  /// How many milliseconds a piece of so many bytes took: the next is as much longer or shorter, within reason.
  mutating func measured(_ piece: Piece, milliseconds: Int64) {
    guard case .received(let bytes) = piece.event, bytes.count >= Self.sizes.lowerBound else {
      return
    }
    let fitting = Int64(bytes.count) * Self.aim / max(1, milliseconds)
    let next = min(2 * Int64(size), max(Int64(size) / 8, fitting))
    // A short piece that was quick tells little of long ones.
    if bytes.count < size, next > size { return }
    size = Int(min(Int64(Self.sizes.upperBound), max(Int64(Self.sizes.lowerBound), next)))
  }
}
