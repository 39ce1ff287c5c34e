internal import Localization
internal import Model
internal import XMLStream

/// XEP-0198: who has handled how many stanzas, and a stream that outlives its connection. All counts are
/// modulo 2³².
struct XEP0198StreamManagement: Equatable, Extension {
  typealias Stanza = StreamState.Stanza

  static let namespace = "urn:xmpp:sm:3"
  /// Most stanzas of ours the server may leave unacknowledged before the session is given up.
  static let mostUnacknowledged = 50_000
  /// Bytes of answers to others that are kept to be sent again, together and each: more than a server loses in
  /// a cut, and nothing that others can make grow (Z4).
  static let mostKept = 65_536
  static let longestKept = 4_096
  /// So many unacknowledged stanzas, and the server is asked without anybody's wish.
  static let askEvery = 100
  /// The longest id of a stream that is kept, in bytes (XEP-0198 §3 says 4,000).
  static let longestID = 4_000

  /// The server confirmed that it counts.
  private(set) var isEnabled = false
  /// `<enable/>` was sent: what we send from here on counts.
  private(set) var isCountingSent = false
  /// The server's name for a stream it would let us resume.
  private(set) var id: String?
  /// The last `h` of the server's.
  private(set) var acknowledged: UInt32
  /// How many of ours are before `unacknowledged`.
  private(set) var settled: Int64 = 0
  /// What was sent and is not acknowledged, oldest first.
  private(set) var unacknowledged: [Stanza] = []
  /// Bytes of XML in it.
  private var kept = 0
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

  static let enable = XMLElement("enable", namespace, ["resume": "true"])
  static let request = XMLElement("r", namespace)

  var answer: XMLElement { XMLElement("a", Self.namespace, ["h": String(handled)]) }

  mutating func enableSent() { isCountingSent = true }

  /// `<enabled/>` came; where it names the stream, it may be resumed.
  mutating func enabled(_ element: XMLElement) {
    isEnabled = true
    guard element["resume"] == "true" || element["resume"] == "1" else { return }
    id = element["id"].flatMap { (1...Self.longestID).contains($0.utf8.count) ? $0 : nil }
  }

  /// `<failed/>` in answer to `<enable/>`: nothing counts.
  mutating func refused() {
    isCountingSent = false
    (unacknowledged, kept) = ([], 0)
  }

  /// Whether an answer of so many bytes may be kept, to be sent again on the same stream.
  func keeps(answerOf bytes: Int) -> Bool {
    bytes <= Self.longestKept && kept + bytes <= Self.mostKept
  }

  /// One of our stanzas leaves. True when the server should be asked now.
  mutating func sent(_ stanza: Stanza) throws(SessionFailure) -> Bool {
    guard isCountingSent else { return false }
    guard unacknowledged.count < Self.mostUnacknowledged else {
      throw .broken(tr("the server acknowledges nothing"), "resource-constraint")
    }
    unacknowledged.append(stanza)
    kept += stanza.repeatable?.utf8.count ?? 0
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
      throw .broken(tr("an acknowledgement that says nothing"))
    }
    let count = h &- acknowledged
    guard count <= UInt32(unacknowledged.count) else { throw .countsTooMuch }
    acknowledged = h
    settled += Int64(count)
    let confirmed = unacknowledged.prefix(Int(count))
    defer { unacknowledged.removeFirst(Int(count)) }
    kept -= confirmed.reduce(0) { $0 + ($1.repeatable?.utf8.count ?? 0) }
    return confirmed.messages
  }

  /// An error came for a message. False where somebody sent it who had no part in that message (Z1).
  ///
  /// The server handles what it refuses: its acknowledgement, which may come later, does not confirm it.
  mutating func refused(_ originID: OriginID, by from: JID, own: JID) -> Bool {
    let index = unacknowledged.lastIndex { $0.originID == originID }
    guard let index, case .message(_, let to) = unacknowledged[index] else { return true }
    let rightful = [to.bare, JID(to.domain), own.bare, JID(own.domain)]
    guard rightful.contains(from.bare) else { return false }
    unacknowledged[index] = .passing
    return true
  }

  // MARK: Resumption

  /// What to store together with all that was reported so far; `nil` where the stream cannot be resumed.
  func state(jid: JID) -> StreamState? {
    guard isEnabled, let id else { return nil }
    return StreamState(
      id: id, jid: jid, handled: received, acknowledged: acknowledged, settled: settled,
      unacknowledged: unacknowledged)
  }

  /// The stream is never to be resumed.
  mutating func giveUp() { id = nil }

  static func resume(_ state: StreamState) -> XMLElement {
    XMLElement("resume", namespace, ["previd": state.id, "h": String(state.handled)])
  }

  /// The stream goes on where the server's `h` says. What it did not handle is dropped here: it counts
  /// anew when it is sent again.
  init(resuming state: StreamState, h: UInt32) {
    self.init(acknowledged: h, received: state.handled)
    isEnabled = true
    isCountingSent = true
    id = state.id
    settled = state.settled + Int64(state.unacknowledged.count)
  }

  /// `h` of `<resumed/>` or `<failed/>`; `nil` where there is none that is a number.
  static func count(in element: XMLElement) -> UInt32? { element["h"].flatMap { UInt32($0) } }
}

extension SessionFailure {
  static var countsTooMuch: SessionFailure {
    broken(tr("the server acknowledges stanzas that were never sent"))
  }
}

extension StreamState.Stanza {
  var originID: OriginID? { if case .message(let id, _) = self { id } else { nil } }

  /// The XML to be sent again on the same stream.
  var repeatable: String? {
    switch self {
    case .bound(let xml): xml
    case .message, .passing: nil
    }
  }
}

extension Sequence<StreamState.Stanza> {
  var messages: [OriginID] { compactMap(\.originID) }
}
