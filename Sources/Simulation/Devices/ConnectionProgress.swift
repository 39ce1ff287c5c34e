internal import Model

/// What the kernel of a device knows of a connection (``WireProgress``): when packets came, and whether all bytes that
/// left were acknowledged.
struct ConnectionProgress {
  /// Packets come to the device from one time to another: bytes for it, or acknowledgements of its own.
  private struct Movement {
    let start: Int64
    var end: Int64
    let isAcknowledgement: Bool
  }

  private var movements: [Movement] = []
  /// When something came last, of what is no movement any more.
  private var movedAt: Int64
  /// Since then no bytes come to the device.
  private var bytesEndedAt: Int64?
  /// Since then no acknowledgements do: one of the two ways carries nothing.
  private var endedAt: Int64?

  init(at time: Int64) { movedAt = time }

  /// Bytes for the device leave, the first and the last of them.
  mutating func come(from start: Int64, until end: Int64, at now: Int64) {
    add(Movement(start: start, end: end, isAcknowledgement: false), now)
  }

  /// Bytes of the device leave: when the first and the last of them are acknowledged.
  mutating func acknowledged(from start: Int64, until end: Int64, at now: Int64) {
    add(Movement(start: start, end: end, isAcknowledgement: true), now)
  }

  private mutating func add(_ movement: Movement, _ now: Int64) {
    for old in movements where !isUnderWay(old, now) { movedAt = max(movedAt, end(of: old)) }
    movements = movements.filter { isUnderWay($0, now) }
    movements.append(movement)
  }

  /// Nothing is carried any more, to the device or from it.
  mutating func ended(toDevice: Bool, at now: Int64) {
    endedAt = endedAt ?? now
    if toDevice { bytesEndedAt = bytesEndedAt ?? now }
  }

  /// Both ways carry again: what was lost meanwhile is sent again at once.
  mutating func goesOn(at now: Int64) {
    for index in movements.indices where isUnderWay(movements[index], now) {
      movements[index].end = max(movements[index].end, now)
    }
    (endedAt, bytesEndedAt) = (nil, nil)
  }

  private func limit(of movement: Movement) -> Int64 {
    (movement.isAcknowledgement ? endedAt : bytesEndedAt) ?? .max
  }

  private func end(of movement: Movement) -> Int64 { min(movement.end, limit(of: movement)) }

  private func isUnderWay(_ movement: Movement, _ now: Int64) -> Bool {
    movement.end > min(now, limit(of: movement))
  }

  func measured(at now: Int64) -> WireProgress {
    var moved = movedAt
    for movement in movements where movement.start <= now {
      let end = min(end(of: movement), now)
      if end >= movement.start { moved = max(moved, end) }
    }
    let awaits = movements.contains { $0.isAcknowledgement && isUnderWay($0, now) }
    return WireProgress(silence: now - moved, awaitsAcknowledgement: awaits)
  }
}
