/// One byte stream between a device and the server, in both directions.
///
/// Each direction keeps its order. What a side is told last is that the stream ended, once.
final class Connection {
  enum End: Sendable { case device, server }

  /// One direction.
  private struct Lane {
    /// Bytes written and not yet on their way.
    var unsent: [UInt8] = []
    var isFlushPlanned = false
    /// When the last byte written has left, and when the last one arrives.
    var busyUntil: Int64 = 0
    var arrivesUntil: Int64 = 0
    /// Nothing arrives any more.
    var isVoid = false
    /// Nothing arrives for now; what does not comes then, in order.
    var isStalled = false
    var stalled: [(bytes: [UInt8], isLast: Bool)] = []
    /// The receiving end was told that the stream ended.
    var isEnded = false
    /// The sending end closed; the end follows what was written.
    var isClosing = false
  }

  let number: Int
  private unowned let world: World
  /// What the way is like from now on.
  var traits: LinkTraits
  private var toServer = Lane()
  private var toDevice = Lane()
  /// What the device's kernel knows.
  private(set) var progress: ConnectionProgress
  private let onDevice: (ConnectionNews) -> Void
  /// Set by the server when it accepts.
  var onServer: (ConnectionNews) -> Void = { _ in }

  init(
    number: Int, traits: LinkTraits, world: World,
    onDevice: @escaping (ConnectionNews) -> Void
  ) {
    self.number = number
    self.traits = traits
    self.world = world
    self.onDevice = onDevice
    progress = ConnectionProgress(at: world.now)
  }

  /// One way's delay.
  func delay() -> Int64 { world.random.within(traits.delay) }

  func send(_ bytes: [UInt8], to end: End) {
    change(end) { lane in
      guard !lane.isClosing, !lane.isEnded else { return }
      lane.unsent += bytes
      guard !lane.isFlushPlanned else { return }
      lane.isFlushPlanned = true
      world.after(0) { [self] in flush(end) }
    }
  }

  /// The writer to `end` closes: what it wrote arrives first.
  func close(towards end: End) {
    change(end) { $0.isClosing = true }
    if !lane(end).isFlushPlanned { flush(end) }
  }

  /// Both sides are told after a moment; what is under way is lost.
  func cut() {
    voidAll()
    world.after(delay()) { [self] in tellEnd(.device) }
    world.after(delay()) { [self] in tellEnd(.server) }
  }

  /// Only `end` is told.
  func halfOpen(told end: End) {
    voidAll()
    world.after(delay()) { [self] in tellEnd(end) }
  }

  /// What is sent to `end` from now on, and what is under way, never arrives.
  func makeVoid(towards end: End) {
    progress.ended(toDevice: end == .device, at: world.now)
    change(end) { $0.isVoid = true }
  }

  /// The same for a while: it is sent again and again until it arrives.
  func stall(towards end: End, for time: Int64) {
    guard !lane(end).isStalled else { return }
    progress.ended(toDevice: end == .device, at: world.now)
    change(end) { $0.isStalled = true }
    world.after(time) { [self] in goOn(towards: end) }
  }

  private func goOn(towards end: End) {
    let waiting = lane(end).stalled
    change(end) { ($0.isStalled, $0.stalled) = (false, []) }
    if !isVoid, !toServer.isStalled, !toDevice.isStalled { progress.goesOn(at: world.now) }
    for piece in waiting { arrive(piece.bytes, isLast: piece.isLast, at: end) }
  }

  func voidAll() {
    makeVoid(towards: .device)
    makeVoid(towards: .server)
  }

  func isStalled(towards end: End) -> Bool { lane(end).isStalled }

  var isVoid: Bool { toServer.isVoid || toDevice.isVoid }
  var isOver: Bool { toServer.isEnded && toDevice.isEnded }

  /// The stream is over for `end`; it is told so if it was not.
  func tellEnd(_ end: End) {
    guard !lane(end).isEnded else { return }
    change(end) { $0.isEnded = true }
    world.note([], connection: number, to: end)
    deliver(.ended, to: end)
  }

  /// The program at this end is no more: it is told nothing.
  func forget(_ end: End) { change(end) { $0.isEnded = true } }

  private func lane(_ end: End) -> Lane { end == .server ? toServer : toDevice }

  private func change(_ end: End, _ body: (inout Lane) -> Void) {
    if end == .server { body(&toServer) } else { body(&toDevice) }
  }

  private func flush(_ end: End) {
    var lane = lane(end)
    let bytes = lane.unsent
    lane.unsent = []
    lane.isFlushPlanned = false
    let size = max(1, traits.piece ?? bytes.count)
    for start in stride(from: 0, to: max(1, bytes.count), by: size) {
      let piece = Array(bytes[start..<min(bytes.count, start + size)])
      lane.busyUntil =
        max(lane.busyUntil, world.now) + Int64(piece.count) * 1000 / traits.bytesPerSecond
      lane.arrivesUntil = max(lane.arrivesUntil, lane.busyUntil + delay() + repetition())
      if !piece.isEmpty { note(piece, in: lane, to: end) }
      let isLast = lane.isClosing && start + size >= bytes.count
      world.at(lane.arrivesUntil) { [self] in arrive(piece, isLast: isLast, at: end) }
    }
    change(end) { $0 = lane }
  }

  /// The newest piece of a direction, for what the device's kernel knows.
  private func note(_ piece: [UInt8], in lane: Lane, to side: End) {
    let start = lane.busyUntil - Int64(piece.count) * 1000 / traits.bytesPerSecond
    let (delay, end) = (traits.delay.upperBound, lane.arrivesUntil)
    if side == .device {
      progress.come(from: start + delay, until: end, at: world.now)
    } else {
      progress.acknowledged(from: start + 2 * delay, until: end + delay, at: world.now)
    }
  }

  /// What is lost is sent again when its acknowledgement is overdue (RFC 6298: after 200 ms at least).
  private func repetition() -> Int64 {
    guard traits.loss > 0, world.random.chance(traits.loss) else { return 0 }
    return max(200, 2 * traits.delay.upperBound)
  }

  private func arrive(_ bytes: [UInt8], isLast: Bool, at end: End) {
    guard !lane(end).isVoid else { return }
    guard !lane(end).isStalled else { return change(end) { $0.stalled.append((bytes, isLast)) } }
    // Part of a long answer: nobody asks anything while it comes.
    if traits.piece == bytes.count { world.lastNews = world.now }
    world.note(bytes, connection: number, to: end)
    for piece in pieces(of: bytes) {
      guard !lane(end).isEnded, !lane(end).isVoid else { return }
      deliver(.bytes(piece), to: end)
    }
    if isLast { tellEnd(end) }
  }

  private func deliver(_ news: ConnectionNews, to end: End) {
    if end == .server { onServer(news) } else { onDevice(news) }
  }

  private func pieces(of bytes: [UInt8]) -> [[UInt8]] {
    guard !bytes.isEmpty else { return [] }
    switch traits.segmentation {
    case .none: return [bytes]
    case .everyByte: return world.random.chance(5) ? bytes.map { [$0] } : [bytes]
    case .pieces(let most):
      var pieces: [[UInt8]] = []
      var start = 0
      while start < bytes.count {
        let end = min(bytes.count, start + 1 + world.random.below(most))
        pieces.append(Array(bytes[start..<end]))
        start = end
      }
      return pieces
    }
  }
}

/// What an end of a connection learns.
enum ConnectionNews {
  case bytes([UInt8])
  case ended
}
