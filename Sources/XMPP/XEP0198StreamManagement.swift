internal import Model
internal import XMLStream

/// XEP-0198: who has handled how many stanzas. All counts are modulo 2³².
///
/// Resumption is not asked for yet; what it needs (both counts and the unacknowledged stanzas in
/// order) is all here as one value.
struct XEP0198StreamManagement: Equatable {
  /// A chat message on its way.
  struct Sent: Equatable {
    var originID: OriginID
    var to: JID
  }

  static let namespace = "urn:xmpp:sm:3"
  /// Most stanzas of ours the server may leave unacknowledged before the session is given up.
  static let mostUnacknowledged = 50_000
  /// So many unacknowledged stanzas, and the server is asked without anybody's wish.
  static let askEvery = 100

  /// The server confirmed that it counts.
  private(set) var isEnabled = false
  /// `<enable/>` was sent: what we send from here on counts.
  private(set) var isCountingSent = false
  /// The last `h` of the server's.
  private(set) var acknowledged: UInt32
  /// What was sent and is not acknowledged, oldest first; `nil` for stanzas that are no chat message,
  /// and for messages that were refused.
  private(set) var unacknowledged: [Sent?] = []
  /// Stanzas that came since the server counts.
  private(set) var received: UInt32
  /// Of those, the ones that are stored: our own `h`.
  private(set) var handled: UInt32
  /// The server asked while something was not stored yet.
  private(set) var owesAnswer = false

  init(acknowledged: UInt32 = 0, received: UInt32 = 0) {
    self.acknowledged = acknowledged
    self.received = received
    handled = received
  }

  static let enable = XMLElement("enable", namespace)
  static let request = XMLElement("r", namespace)

  var answer: XMLElement { XMLElement("a", Self.namespace, ["h": String(handled)]) }

  mutating func enableSent() { isCountingSent = true }

  mutating func enabled() { isEnabled = true }

  /// `<failed/>` in answer to `<enable/>`: nothing counts.
  mutating func refused() {
    isCountingSent = false
    unacknowledged = []
  }

  /// One of our stanzas leaves. True when the server should be asked now.
  mutating func sent(_ message: Sent?) throws(SessionFailure) -> Bool {
    guard isCountingSent else { return false }
    guard unacknowledged.count < Self.mostUnacknowledged else {
      throw .broken("the server acknowledges nothing", "resource-constraint")
    }
    unacknowledged.append(message)
    return isEnabled && unacknowledged.count % Self.askEvery == 0
  }

  mutating func stanzaReceived() {
    if isEnabled { received &+= 1 }
  }

  /// `<r/>` came: the answer, where all that came is stored; otherwise ``committed()`` gives it.
  mutating func requested() -> XMLElement? {
    guard isEnabled else { return nil }
    owesAnswer = handled != received
    return owesAnswer ? nil : answer
  }

  /// All that came is stored. Gives the answer that is owed.
  mutating func committed() -> XMLElement? {
    handled = received
    defer { owesAnswer = false }
    return owesAnswer ? answer : nil
  }

  /// `<a h=''/>` came: the messages it confirms, in the order they were sent.
  mutating func acknowledged(_ element: XMLElement) throws(SessionFailure) -> [OriginID] {
    guard isEnabled, let h = element["h"].flatMap({ UInt32($0) }) else {
      throw .broken("an acknowledgement that says nothing")
    }
    let count = h &- acknowledged
    guard count <= UInt32(unacknowledged.count) else {
      throw .broken("the server acknowledges stanzas that were never sent")
    }
    acknowledged = h
    defer { unacknowledged.removeFirst(Int(count)) }
    return unacknowledged.prefix(Int(count)).compactMap { $0?.originID }
  }

  /// An error came for a message. False where somebody sent it who had no part in that message (Z1).
  ///
  /// The server handles what it refuses: its acknowledgement, which may come later, does not confirm it.
  mutating func refused(_ originID: OriginID, by from: JID, own: JID) -> Bool {
    let index = unacknowledged.lastIndex { $0?.originID == originID }
    guard let index, let to = unacknowledged[index]?.to else { return true }
    let rightful = [to.bare, JID(to.domain), own.bare, JID(own.domain)]
    guard rightful.contains(from.bare) else { return false }
    unacknowledged[index] = nil
    return true
  }
}
