internal import Model
internal import XMPP

/// What people who are not in the roster said, in memory alone and bounded (Z4): their presence may be told just
/// before the roster that has them.
struct HeldPresences {
  static let capacity = 1_000
  static let mostBytes = 262_144

  private var held: [JID: InboundPresence] = [:]
  private var bytes = 0

  /// What does not fit is forgotten: who becomes a contact tells it again.
  mutating func hold(_ presence: InboundPresence) {
    remove(presence.from)
    let size = presence.from.byteCount
    guard presence.kind == .available, held.count < Self.capacity, bytes + size <= Self.mostBytes
    else { return }
    held[presence.from] = presence
    bytes += size
  }

  /// What they said, in the order of their addresses; it is held no more.
  mutating func take(of people: [JID]) -> [InboundPresence] {
    guard !held.isEmpty else { return [] }
    let people = Set(people)
    let devices = held.keys.filter { people.contains($0.bare) }.sorted()
    return devices.compactMap { remove($0) }
  }

  @discardableResult
  private mutating func remove(_ device: JID) -> InboundPresence? {
    guard let presence = held.removeValue(forKey: device) else { return nil }
    bytes -= device.byteCount
    return presence
  }
}
