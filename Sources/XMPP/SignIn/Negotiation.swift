internal import Localization
internal import Model
internal import XMLStream

/// From the first byte to a bound resource (RFC 6120 §4.3) or a resumed stream (XEP-0198 §5): TLS, SASL, bind. A step
/// waits for the one before where what may be sent depends on what was offered.
struct Negotiation {
  enum Stage {
    case idle
    case awaitingHeader
    case awaitingFeatures
    /// The way is open, and nobody has signed in yet.
    case waiting(StreamFeatures)
    case awaitingProceed
    case awaitingTLS
    case authenticating(SASL)
    case authenticatingInline(Proof)
    case resuming(StreamState)
    case binding(id: String)
    case registering(RegistrationStage, id: String)
  }

  /// What follows from an element, in order.
  enum Step {
    case send(String)
    /// The server took these, made of the password.
    case made(SCRAMKeys)
    case startTLS
    /// Both sides begin the stream anew, under these limits.
    case restart(XMLLimits)
    /// The stream goes on under these.
    case trust(XMLLimits)
    /// The server has let us in, and proved itself.
    case signedIn(SignInMechanism)
    case signedInBy(SignInToken.Mechanism)
    /// An old stream goes on along with signing in.
    case resumes(Bool)
    case given(SignInToken)
    /// What came along with the resource, where that came with signing in.
    case bound(JID, XEP0386Bind2.Bound?)
    /// The old stream goes on; the server's count of our stanzas is not checked yet.
    case resumed(StreamState, h: UInt32)
    /// The old stream is over; where the server still knows, with its count of our stanzas.
    case notResumed(StreamState, h: UInt32?)
    case registration(RegistrationAnswer)
    /// It waits for ``Negotiation/goOn(_:resuming:id:)``.
    case opened
  }

  private(set) var configuration: SessionConfiguration
  var stage = Stage.idle
  private(set) var isSecure = false
  var isAuthenticated = false
  private(set) var binding: ChannelBinding?
  /// What was offered for the session, once it was.
  var offer = SessionOffer()
  /// The same for signing in.
  var inline: XEP0388ExtensibleSASL.Offer?
  /// What the header was followed by.
  private var early: HashedToken?
  /// Which kind of token is asked for.
  var wantedToken: SignInToken.Mechanism?
  /// What was bound along with signing in, where that is not all that there is to know of the session.
  var boundAlong: (JID, XEP0386Bind2.Bound)?
  /// The stream to be resumed: tried once.
  var old: StreamState?
  /// Nothing that signs in is said yet.
  private var waits: Bool

  init(
    _ configuration: SessionConfiguration, resuming old: StreamState?, waits: Bool = false
  ) {
    self.configuration = configuration
    self.old = old?.jid.bare == configuration.account.bare ? old : nil
    self.waits = waits
  }

  /// It waited before it signs in, or is on its way there, and is to sign in: what it signs in for is known by now.
  mutating func goOn(
    _ configuration: SessionConfiguration, resuming old: StreamState?, id: String
  ) throws(SessionFailure) -> [Step] {
    self.configuration = configuration
    self.old = old?.jid.bare == configuration.account.bare ? old : nil
    waits = false
    guard case .waiting(let features) = stage else { return [] }
    stage = .awaitingFeatures
    guard let token = usableToken, features.inline?.tokens.contains(token.mechanism) == true
    else { return try handle(features, id: id) }
    early = token
    let words = try authentication(by: token)
    return [.send(words.serialized())] + (try handle(features, id: id))
  }

  /// The byte stream is up, or has become secure.
  mutating func open(isSecure: Bool, binding: ChannelBinding?) throws(SessionFailure) -> [Step] {
    self.isSecure = isSecure
    self.binding = binding
    return restart(.beforeAuthentication, saying: try firstWords())
  }

  /// The engine says TLS is up: only after it was asked for.
  mutating func secured(_ binding: ChannelBinding?) throws(SessionFailure) -> [Step] {
    guard case .awaitingTLS = stage else { throw .broken(tr("TLS that was not asked for")) }
    return try open(isSecure: true, binding: binding)
  }

  /// - Parameter words: leave in one packet with the header.
  private mutating func restart(_ limits: XMLLimits, saying words: XMLElement? = nil) -> [Step] {
    stage = .awaitingHeader
    let account = isSecure ? configuration.account.bare : nil
    let opening = StreamHeader.opening(to: configuration.account.domain, from: account)
    return [.restart(limits), .send(opening + (words?.serialized() ?? ""))]
  }

  /// What can be said whatever is offered: that TLS is wanted, for nothing else will do; and under it, the token.
  private mutating func firstWords() throws(SessionFailure) -> XMLElement? {
    guard isSecure else {
      return configuration.requiresTLS ? XMLElement("starttls", Namespace.tls) : nil
    }
    early = waits ? nil : usableToken
    return try early.map { token throws(SessionFailure) in try authentication(by: token) }
  }

  /// The server opened its stream.
  mutating func opened(_ header: XMLElement) throws(SessionFailure) {
    guard case .awaitingHeader = stage else { throw .broken(tr("a stream inside the stream")) }
    try StreamHeader.check(header)
    stage = .awaitingFeatures
  }

  mutating func handle(_ element: XMLElement, id: String) throws(SessionFailure) -> [Step] {
    switch stage {
    case .awaitingFeatures: return try handle(try StreamFeatures(element), id: id)
    case .awaitingProceed:
      guard element.is("proceed", Namespace.tls) else {
        throw .notSafe(tr("the server refuses to encrypt the connection"))
      }
      stage = .awaitingTLS
      return [.startTLS]
    case .authenticating(let sasl): return try handle(element, for: sasl)
    case .authenticatingInline(let proof): return try handle(element, inlineFor: proof)
    case .resuming(let state): return try handle(element, resuming: state, id: id)
    case .binding(let id): return try handleBinding(element, id: id)
    case .registering(let now, let asked):
      return try handle(element, registering: now, id: asked, next: id)
    case .idle, .awaitingHeader, .awaitingTLS, .waiting:
      throw .broken(tr("\(element.name) at a time when nothing may come"))
    }
  }

  private mutating func handle(_ features: StreamFeatures, id: String) throws(SessionFailure)
    -> [Step]
  {
    if isAuthenticated { return try resumeOrBind(features, id: id) }
    inline = features.inline
    guard isSecure || !configuration.requiresTLS else {
      guard features.offersTLS else {
        throw .notSafe(tr("the server does not offer to encrypt the connection"))
      }
      stage = .awaitingProceed
      return []
    }
    guard !waits else {
      stage = .waiting(features)
      return [.opened]
    }
    if let registration = configuration.registration { return register(registration, id: id) }
    guard let early else { return try authenticate(features) }
    guard inline?.tokens.contains(early.mechanism) == true else {
      throw SessionFailure(.tokenRefused)
    }
    stage = .authenticatingInline(.token(early))
    return []
  }

  private mutating func authenticate(_ features: StreamFeatures) throws(SessionFailure) -> [Step] {
    guard let user = configuration.account.local else {
      throw SessionFailure(.signInRefused(reason: tr("the address has no name before an @")))
    }
    if let choice = try inlineChoice(features) { return try authenticate(choice, user) }
    let choice = try SignInMechanism.choose(
      features, isSecure: isSecure, binding: binding, for: configuration)
    let (sasl, first) = try SASL.begin(choice, user: user, secret: configuration.secret)
    stage = .authenticating(sasl)
    let mechanism = sasl.mechanism.rawValue
    let auth = XMLElement("auth", Namespace.sasl, ["mechanism": mechanism], text: first)
    return [.send(auth.serialized())]
  }

  private mutating func handle(_ element: XMLElement, for sasl: SASL) throws(SessionFailure)
    -> [Step]
  {
    guard element.namespace == Namespace.sasl else {
      throw .broken(tr("\(element.name) while signing in"), "not-authorized")
    }
    switch element.name {
    case "challenge":
      let response = XMLElement("response", Namespace.sasl, text: try sasl.answer(element.text))
      return [.send(response.serialized())]
    case "success":
      try sasl.finish(element.text)
      isAuthenticated = true
      return news(of: sasl) + restart(.afterAuthentication)
    case "failure": throw SignInFailure.failure(of: element, couldBind: sasl.couldBind)
    default: throw .broken(tr("\(element.name) while signing in"))
    }
  }

  /// How it went, and what the password need not be kept for.
  func news(of sasl: SASL) -> [Step] {
    let made = configuration.secret.password == nil ? nil : sasl.keys
    return [.signedIn(sasl.mechanism)] + (made.map { [.made($0)] } ?? [])
  }

  private mutating func resumeOrBind(_ features: StreamFeatures, id: String)
    throws(SessionFailure) -> [Step]
  {
    offer = features.session
    offer.bindsInline = inline?.bind != nil
    if let (jid, along) = boundAlong { return [.bound(jid, along)] }
    guard features.offersBind else { throw .broken(tr("the server offers no resource to bind")) }
    guard let old else { return bind(id: id) }
    guard offer.hasManagement else { return [.notResumed(old, h: nil)] + bind(id: id) }
    stage = .resuming(old)
    return [.send(XEP0198StreamManagement.resume(old).serialized())]
  }

  private mutating func handle(_ element: XMLElement, resuming state: StreamState, id: String)
    throws(SessionFailure) -> [Step]
  {
    guard element.is("failed", XEP0198StreamManagement.namespace) else {
      return [try resumed(element, state)]
    }
    let h = XEP0198StreamManagement.count(in: element)
    return [.notResumed(state, h: h)] + bind(id: id)
  }

  /// `<resumed/>` of the stream that was to be.
  func resumed(_ element: XMLElement, _ state: StreamState) throws(SessionFailure) -> Step {
    guard element.is("resumed", XEP0198StreamManagement.namespace) else {
      throw .broken(tr("\(element.name) before the stream is resumed"), "not-authorized")
    }
    guard let h = XEP0198StreamManagement.count(in: element), element["previd"] == state.id else {
      throw .broken(tr("the server resumed another stream than ours"))
    }
    return .resumed(state, h: h)
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
      throw .broken(tr("\(element.name) before the resource is bound"), "not-authorized")
    }
    guard element["type"] == "result" else {
      let error = StanzaError(of: element)
      throw SessionFailure(.streamError(condition: error.condition, text: error.text))
    }
    let text = element.child("bind", Namespace.bind)?.child("jid", Namespace.bind)?.text
    guard let jid = text.flatMap({ JID($0) }), !jid.isBare,
      jid.bare == configuration.account.bare
    else { throw .broken(tr("the server bound another address than the account's")) }
    return [.bound(jid, nil)]
  }
}
