internal import Model
internal import XMLStream

/// From the first byte to a bound resource (RFC 6120 §4.3) or a resumed stream (XEP-0198 §5): TLS, SASL, bind. Each step waits for the
/// one before, because what may be sent depends on what was offered.
struct Negotiation {
  enum Stage {
    case idle
    case awaitingHeader
    case awaitingFeatures
    case awaitingProceed
    case awaitingTLS
    case authenticating(SASL)
    case resuming(StreamState)
    case binding(id: String)
  }

  /// What follows from an element, in order.
  enum Step {
    case send(String)
    case startTLS
    /// Both sides begin the stream anew, under these limits.
    case restart(XMLLimits)
    /// The server has let us in, and proved itself.
    case signedIn(SignInMechanism)
    case bound(JID)
    /// The old stream goes on; the server's count of our stanzas is not checked yet.
    case resumed(StreamState, h: UInt32)
    /// The old stream is over; where the server still knows, with its count of our stanzas.
    case notResumed(StreamState, h: UInt32?)
  }

  let configuration: SessionConfiguration
  private(set) var stage = Stage.idle
  private var isSecure = false
  private var isAuthenticated = false
  private var binding: ChannelBinding?
  /// What was offered for the session, once it was.
  private(set) var offer = SessionOffer()
  /// The stream to be resumed: tried once.
  private var old: StreamState?

  init(_ configuration: SessionConfiguration, resuming old: StreamState?) {
    self.configuration = configuration
    self.old = old?.jid.bare == configuration.account.bare ? old : nil
  }

  /// The byte stream is up, or has become secure.
  mutating func open(isSecure: Bool, binding: ChannelBinding?) -> [Step] {
    self.isSecure = isSecure
    self.binding = binding
    return restart(.beforeAuthentication)
  }

  /// The engine says TLS is up: only after it was asked for.
  mutating func secured(_ binding: ChannelBinding?) throws(SessionFailure) -> [Step] {
    guard case .awaitingTLS = stage else { throw .broken("TLS that was not asked for") }
    return open(isSecure: true, binding: binding)
  }

  private mutating func restart(_ limits: XMLLimits) -> [Step] {
    stage = .awaitingHeader
    let account = isSecure ? configuration.account.bare : nil
    let opening = StreamHeader.opening(to: configuration.account.domain, from: account)
    return [.restart(limits), .send(opening)]
  }

  /// The server opened its stream.
  mutating func opened(_ header: XMLElement) throws(SessionFailure) {
    guard case .awaitingHeader = stage else { throw .broken("a stream inside the stream") }
    try StreamHeader.check(header)
    stage = .awaitingFeatures
  }

  mutating func handle(_ element: XMLElement, id: String) throws(SessionFailure) -> [Step] {
    switch stage {
    case .awaitingFeatures: return try handle(try StreamFeatures(element), id: id)
    case .awaitingProceed:
      guard element.is("proceed", Namespace.tls) else {
        throw .notSafe("the server refuses to encrypt the connection")
      }
      stage = .awaitingTLS
      return [.startTLS]
    case .authenticating(let sasl): return try handle(element, for: sasl)
    case .resuming(let state): return try handle(element, resuming: state, id: id)
    case .binding(let id): return try handleBinding(element, id: id)
    case .idle, .awaitingHeader, .awaitingTLS:
      throw .broken("\(element.name) at a time when nothing may come")
    }
  }

  private mutating func handle(_ features: StreamFeatures, id: String) throws(SessionFailure)
    -> [Step]
  {
    if isAuthenticated { return try resumeOrBind(features, id: id) }
    guard isSecure || !configuration.requiresTLS else {
      guard features.offersTLS else {
        throw .notSafe("the server does not offer to encrypt the connection")
      }
      stage = .awaitingProceed
      return [.send(XMLElement("starttls", Namespace.tls).serialized())]
    }
    return try authenticate(features)
  }

  private mutating func authenticate(_ features: StreamFeatures) throws(SessionFailure) -> [Step] {
    guard let user = configuration.account.local else {
      throw SessionFailure(.signInRefused(reason: "the address has no name before an @"))
    }
    let choice = try SignInMechanism.choose(
      features, isSecure: isSecure, binding: binding, for: configuration)
    let (sasl, first) = try SASL.begin(choice, user: user, password: configuration.password)
    stage = .authenticating(sasl)
    let mechanism = sasl.mechanism.rawValue
    let auth = XMLElement("auth", Namespace.sasl, ["mechanism": mechanism], text: first)
    return [.send(auth.serialized())]
  }

  private mutating func handle(_ element: XMLElement, for sasl: SASL) throws(SessionFailure)
    -> [Step]
  {
    guard element.namespace == Namespace.sasl else {
      throw .broken("\(element.name) while signing in", "not-authorized")
    }
    switch element.name {
    case "challenge":
      let response = XMLElement("response", Namespace.sasl, text: try sasl.answer(element.text))
      return [.send(response.serialized())]
    case "success":
      try sasl.finish(element.text)
      isAuthenticated = true
      return [.signedIn(sasl.mechanism)] + restart(.afterAuthentication)
    case "failure": throw SignInFailure.failure(of: element, couldBind: sasl.couldBind)
    default: throw .broken("\(element.name) while signing in")
    }
  }

  private mutating func resumeOrBind(_ features: StreamFeatures, id: String)
    throws(SessionFailure) -> [Step]
  {
    guard features.offersBind else { throw .broken("the server offers no resource to bind") }
    offer = features.session
    guard let old else { return bind(id: id) }
    guard offer.hasManagement else { return [.notResumed(old, h: nil)] + bind(id: id) }
    stage = .resuming(old)
    return [.send(XEP0198StreamManagement.resume(old).serialized())]
  }

  private mutating func handle(_ element: XMLElement, resuming state: StreamState, id: String)
    throws(SessionFailure) -> [Step]
  {
    let h = XEP0198StreamManagement.count(in: element)
    if element.is("failed", XEP0198StreamManagement.namespace) {
      return [.notResumed(state, h: h)] + bind(id: id)
    }
    guard element.is("resumed", XEP0198StreamManagement.namespace) else {
      throw .broken("\(element.name) before the stream is resumed", "not-authorized")
    }
    guard let h, element["previd"] == state.id else {
      throw .broken("the server resumed another stream than ours")
    }
    return [.resumed(state, h: h)]
  }

  private mutating func bind(id: String) -> [Step] {
    stage = .binding(id: id)
    let resource = XMLElement("resource", Namespace.bind, text: configuration.resource)
    let request = XMLElement(
      "iq", Namespace.client, ["type": "set", "id": id],
      [XMLElement("bind", Namespace.bind, [:], [resource])])
    return [.send(request.serialized(inside: Namespace.client))]
  }

  private func handleBinding(_ element: XMLElement, id: String) throws(SessionFailure) -> [Step] {
    guard element.is("iq", Namespace.client), element["id"] == id else {
      throw .broken("\(element.name) before the resource is bound", "not-authorized")
    }
    guard element["type"] == "result" else {
      let error = StanzaError(of: element)
      throw SessionFailure(.streamError(condition: error.condition, text: error.text))
    }
    let text = element.child("bind", Namespace.bind)?.child("jid", Namespace.bind)?.text
    guard let jid = text.flatMap({ JID($0) }), !jid.isBare,
      jid.bare == configuration.account.bare
    else { throw .broken("the server bound another address than the account's") }
    return [.bound(jid)]
  }
}
