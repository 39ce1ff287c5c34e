internal import XMLStream

/// XEP-0198 as the server keeps it for one session. Counts are modulo 2³².
struct ServerManagement {
  /// Names the session for resumption.
  let id: String
  let isResumable: Bool
  /// Stanzas of the client's that were handled.
  var handled: UInt32 = 0
  /// What the client acknowledged last.
  private(set) var acknowledged: UInt32 = 0
  /// Sent and not acknowledged, oldest first.
  private(set) var queue: [XMLElement] = []

  init(id: String, isResumable: Bool) {
    self.id = id
    self.isResumable = isResumable
  }

  mutating func sent(_ stanza: XMLElement) { queue.append(stanza) }

  /// What is acknowledged by that; `nil` when the client acknowledges what was never sent.
  mutating func acknowledged(upTo h: UInt32) -> ArraySlice<XMLElement>? {
    let count = h &- acknowledged
    guard count <= UInt32(queue.count) else { return nil }
    acknowledged = h
    defer { queue.removeFirst(Int(count)) }
    return queue.prefix(Int(count))
  }
}
