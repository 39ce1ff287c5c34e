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
  /// The groups that people of the roster are in, which psst does not show and is not to lose.
  var rosterGroups: [JID: [XMLElement]] = [:]
  /// As they were written last, by whomever: where each is an item.
  var bookmarks: [JID: XMLElement] = [:]
  /// The same where they are all in one: as it was read last.
  var bookmarkStorage: XMLElement?
  /// Where they were asked for; `nil`: nowhere yet.
  var bookmarkStore: BookmarkStore?

  private let offer: SessionOffer

  init(own: JID, offer: SessionOffer, requests: PendingRequests) {
    self.own = own
    self.offer = offer
    self.requests = requests
  }

  /// Turns on what the server offers; ready at once where it acknowledges nothing, or does so already.
  /// - Parameter inline: what came along with the resource.
  mutating func begin(
    _ inline: XEP0386Bind2.Bound?, at now: Int64, _ outputs: inout [SessionOutput]
  ) throws(SessionFailure) {
    // Before anything is counted where that can be: the answer is there before the first message.
    if let answer = inline?.management { takeManagement(answer) }
    try ask(XEP0030Discovery.request(to: own.bare), at: now, &outputs)
    let isAsked = offer.hasManagement && inline?.management == nil
    if isAsked {
      write(XEP0198StreamManagement.enable, &outputs)
      management.enableSent()
    }
    try ask(XEP0280Carbons.request, at: now, &outputs)
    if offer.bindsInline { try ask(XEP0313Archive.preferences, at: now, &outputs) }
    if !isAsked { becomeReady(&outputs) }
  }

  private mutating func takeManagement(_ answer: XMLElement) {
    guard answer.name == "enabled" else { return }
    management.enableSent()
    management.enabled(answer)
  }

  private mutating func becomeReady(_ outputs: inout [SessionOutput]) {
    isReady = true
    let ready = Ready(
      jid: own, isResumed: false, hasAcknowledgements: management.isEnabled,
      hasClientState: offer.hasClientState)
    outputs.append(.event(.ready(ready)))
  }

  /// The stream goes on (XEP-0198 §5). The messages among what the server did not handle are the
  /// outbox's to send again; the rest is sent here.
  static func resumed(
    _ state: StreamState, h: UInt32, offer: SessionOffer, givesArchiveIDs: Bool,
    requests: PendingRequests, at now: Int64, _ outputs: inout [SessionOutput]
  ) throws(SessionFailure) -> BoundSession {
    guard let count = state.confirmed(by: h) else { throw .countsTooMuch }
    var session = BoundSession(own: state.jid, offer: offer, requests: requests)
    session.management = XEP0198StreamManagement(resuming: state, h: h)
    session.isReady = true
    session.givesArchiveIDs = givesArchiveIDs
    let confirmed = state.unacknowledged.prefix(count).messages
    if !confirmed.isEmpty { outputs.append(.event(.acknowledged(confirmed))) }
    let ready = Ready(
      jid: state.jid, isResumed: true, hasAcknowledgements: true,
      hasClientState: offer.hasClientState)
    outputs.append(.event(.ready(ready)))
    for stanza in state.unacknowledged.dropFirst(count) {
      guard let xml = stanza.repeatable else { continue }
      try session.transmit(xml, as: stanza, &outputs)
    }
    if !givesArchiveIDs {
      try session.ask(XEP0030Discovery.request(to: session.own.bare), at: now, &outputs)
    }
    return session
  }

  /// A whole child of the stream came.
  mutating func receive(_ element: XMLElement, _ outputs: inout [SessionOutput])
    throws(SessionFailure)
  {
    if element.namespace == XEP0198StreamManagement.namespace {
      return try receiveManagement(element, &outputs)
    }
    switch (element.namespace, element.name) {
    case (Namespace.client, "message"): receiveMessage(element, &outputs)
    case (Namespace.client, "presence"): receivePresence(element, &outputs)
    case (Namespace.client, "iq"): try receiveQuestionOrAnswer(element, &outputs)
    // After signing in by XEP-0388; what there is was offered before, and nothing of it is taken twice.
    case (Namespace.streams, "features"): return
    default: return drop("an unknown element \(element.name)", &outputs)
    }
    management.stanzaReceived()
    if requests.mayHear { requests.heard(from: element["from"].flatMap { JID($0) }) }
  }

  /// A stanza that was over a bound came, and only its tag is known. An answer becomes an error: empty, it would say that
  /// there is nothing.
  mutating func receiveCut(_ element: XMLElement, _ outputs: inout [SessionOutput])
    throws(SessionFailure)
  {
    let sender = element["from"] ?? "the server"
    drop("what was inside a \(element.name) of \(sender): it is too much", &outputs)
    guard element.name == "iq", element["type"] == "result" else {
      return try receive(element, &outputs)
    }
    let error = StanzaError(kind: "cancel", condition: "policy-violation")
    try receive(
      XMLElement(
        "iq", element.namespace, ["type": "error", "id": element["id"], "from": element["from"]],
        [error.element]), &outputs)
  }

  private mutating func receiveManagement(
    _ element: XMLElement, _ outputs: inout [SessionOutput]
  ) throws(SessionFailure) {
    switch element.name {
    case "enabled" where !isReady:
      management.enabled(element)
      becomeReady(&outputs)
    case "failed" where !isReady:
      management.refused()
      becomeReady(&outputs)
    case "r": management.requested().map { write($0, &outputs) }
    case "a":
      let confirmed = try management.acknowledged(element)
      if !confirmed.isEmpty { outputs.append(.event(.acknowledged(confirmed))) }
    default: drop("an unexpected \(element.name) of stream management", &outputs)
    }
  }

  private func receivePresence(_ stanza: XMLElement, _ outputs: inout [SessionOutput]) {
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
    for request in requests.expire(at: now) { try conclude(request, with: .timeout, &outputs) }
  }

  mutating func conclude(
    _ request: Request, with answer: Request.Answer, _ outputs: inout [SessionOutput]
  ) throws(SessionFailure) {
    outputs += try request.read(answer, &self).map { .event($0) }
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

  /// Puts a question; what its answer means is told when that comes.
  mutating func ask(
    _ request: Request, at now: Int64, _ outputs: inout [SessionOutput]
  ) throws(SessionFailure) {
    guard let id = requests.add(request, at: now) else {
      return try conclude(request, with: .timeout, &outputs)
    }
    try transmit(request.stanza(id: id), repeatable: request.isRepeatable, &outputs)
  }
}
