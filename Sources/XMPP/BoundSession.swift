internal import Model
internal import XMLStream

/// A stream that is signed in and bound: stanzas in, events out; commands in, stanzas out.
struct BoundSession {
  /// The full address the server gave us.
  let own: JID
  /// Acknowledgements are settled: ``SessionEvent/ready(_:)`` was told.
  private(set) var isReady = false
  var management = XEP0198StreamManagement()
  var requests: PendingRequests
  var archive = XEP0313Archive()
  /// The server announced that it gives messages their archive's ids (XEP-0359 §5); until it has, they may
  /// be anybody's.
  var givesArchiveIDs = false

  init(own: JID, requests: PendingRequests) {
    self.own = own
    self.requests = requests
  }

  /// Turns on what the server offers; ready at once where it acknowledges nothing.
  mutating func begin(
    offersManagement: Bool, at now: Int64, _ outputs: inout [SessionOutput]
  ) throws(SessionFailure) {
    // First, and so before anything is counted: the answer is there before the first message.
    try askFeatures(at: now, &outputs)
    if offersManagement {
      write(XEP0198StreamManagement.enable, &outputs)
      management.enableSent()
    }
    try ask(
      .carbons, "set", to: nil, XEP0280Carbons.enable, repeatable: true, at: now, &outputs)
    if !offersManagement { try becomeReady(&outputs) }
  }

  /// What the account's server does for it. Nothing waits for the answer.
  private mutating func askFeatures(
    at now: Int64, _ outputs: inout [SessionOutput]
  ) throws(SessionFailure) {
    try ask(
      .features, "get", to: own.bare, XEP0030Discovery.question, at: now, &outputs)
  }

  private mutating func becomeReady(_ outputs: inout [SessionOutput]) throws(SessionFailure) {
    isReady = true
    let ready = Ready(jid: own, isResumed: false, hasAcknowledgements: management.isEnabled)
    outputs.append(.event(.ready(ready)))
  }

  /// The stream goes on (XEP-0198 §5). The messages among what the server did not handle are the
  /// outbox's to send again; the rest is sent here.
  static func resumed(
    _ state: StreamState, h: UInt32, givesArchiveIDs: Bool, requests: PendingRequests,
    at now: Int64, _ outputs: inout [SessionOutput]
  ) throws(SessionFailure) -> BoundSession {
    guard let count = state.confirmed(by: h) else { throw .countsTooMuch }
    var session = BoundSession(own: state.jid, requests: requests)
    session.management = XEP0198StreamManagement(resuming: state, h: h)
    session.isReady = true
    session.givesArchiveIDs = givesArchiveIDs
    let confirmed = state.unacknowledged.prefix(count).messages
    if !confirmed.isEmpty { outputs.append(.event(.acknowledged(confirmed))) }
    let ready = Ready(jid: state.jid, isResumed: true, hasAcknowledgements: true)
    outputs.append(.event(.ready(ready)))
    for stanza in state.unacknowledged.dropFirst(count) {
      guard let xml = stanza.repeatable else { continue }
      try session.transmit(xml, as: stanza, &outputs)
    }
    if !givesArchiveIDs { try session.askFeatures(at: now, &outputs) }
    return session
  }

  /// A whole child of the stream came.
  mutating func take(_ element: XMLElement, _ outputs: inout [SessionOutput])
    throws(SessionFailure)
  {
    if element.namespace == XEP0198StreamManagement.namespace {
      return try takeManagement(element, &outputs)
    }
    switch (element.namespace, element.name) {
    case (Namespace.client, "message"): takeMessage(element, &outputs)
    case (Namespace.client, "presence"): takePresence(element, &outputs)
    case (Namespace.client, "iq"): try takeQuestionOrAnswer(element, &outputs)
    default: return drop("an unknown element \(element.name)", &outputs)
    }
    management.stanzaReceived()
  }

  private mutating func takeManagement(
    _ element: XMLElement, _ outputs: inout [SessionOutput]
  ) throws(SessionFailure) {
    switch element.name {
    case "enabled" where !isReady:
      management.enabled(element)
      try becomeReady(&outputs)
    case "failed" where !isReady:
      management.refused()
      try becomeReady(&outputs)
    case "r": management.requested().map { write($0, &outputs) }
    case "a":
      let confirmed = try management.acknowledged(element)
      if !confirmed.isEmpty { outputs.append(.event(.acknowledged(confirmed))) }
    default: drop("an unexpected \(element.name) of stream management", &outputs)
    }
  }

  private func takePresence(_ stanza: XMLElement, _ outputs: inout [SessionOutput]) {
    guard let presence = PresenceStanza.parse(stanza) else {
      return drop("a presence without valid sender or type", &outputs)
    }
    outputs.append(.event(.presence(presence)))
  }

  /// Everything reported so far is stored.
  mutating func committed(_ outputs: inout [SessionOutput]) {
    management.committed().map { write($0, &outputs) }
  }

  /// Answers that did not come in time.
  mutating func expire(at now: Int64, _ outputs: inout [SessionOutput]) throws(SessionFailure) {
    for purpose in requests.expire(at: now) {
      switch purpose {
      case .archive(let wireID):
        archive.fail(wireID, .timeout).map { outputs.append(.event($0)) }
      case .roster: throw SessionFailure(.closed, telling: "connection-timeout")
      case .readShare(let id): outputs.append(.event(.readShared(id: id, .timeout)))
      case .contactPing: break
      case .readPlaces: outputs.append(.event(.readElsewhere([])))
      case .ping, .carbons, .features, .readNode:
        drop("no answer to \(purpose) in time", &outputs)
      }
    }
  }

  func drop(_ reason: String, _ outputs: inout [SessionOutput]) {
    outputs.append(.event(.dropped(reason: reason)))
  }

  /// Writes an element that does not count as a stanza.
  func write(_ element: XMLElement, _ outputs: inout [SessionOutput]) {
    outputs.append(.send(Array(element.serialized(inside: Namespace.client).utf8)))
  }

  /// Writes a stanza and counts it.
  ///
  /// - Parameter repeatable: it is sent again where the stream is resumed and the server did not handle it.
  mutating func transmit(
    _ stanza: XMLElement, repeatable: Bool = false, _ outputs: inout [SessionOutput]
  ) throws(SessionFailure) {
    let xml = stanza.serialized(inside: Namespace.client)
    try transmit(xml, as: repeatable ? .bound(xml) : .passing, &outputs)
  }

  mutating func transmit(
    _ xml: String, as stanza: StreamState.Stanza, _ outputs: inout [SessionOutput]
  ) throws(SessionFailure) {
    let shouldAsk = try management.sent(stanza)
    outputs.append(.send(Array(xml.utf8)))
    if shouldAsk { write(XEP0198StreamManagement.request, &outputs) }
  }

  /// Sends a question. False where too many are open already.
  @discardableResult
  mutating func ask(
    _ purpose: PendingRequests.Purpose, _ type: String, to: JID?, _ payload: XMLElement,
    repeatable: Bool = false, at now: Int64, _ outputs: inout [SessionOutput]
  ) throws(SessionFailure) -> Bool {
    guard let id = requests.ask(purpose, to: to, at: now) else { return false }
    let stanza = XMLElement(
      "iq", Namespace.client, ["type": type, "to": to?.description, "id": id], [payload])
    try transmit(stanza, repeatable: repeatable, &outputs)
    return true
  }
}
